"""Tens of thousands of whole matches before the referee, and a page about them.

``python -m tests.many_matches FOLDER`` plays every contract game that is no form of Shanghai under
its own rules, and under house rules drawn for it, has the referee replay each match, and writes
``FOLDER/README.md`` and ``FOLDER/matches.csv`` (``make referee``). It ends with code 1 if the
referee finds a fault. The same matches on any machine, whatever the processes.
"""

import argparse
import csv
import io
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path

from rummysim.referee.replay import judge
from rummysim.reports.files import write_together
from rummysim.reports.strength import markdown_table
from rummysim.rules import RuleSet, load_rules
from rummysim.simulation import trace_deal
from rummysim.trace.events import Died
from tests.house_rules import POLICIES, RARE, draw_house

GAMES = ("go", "go-connecticut", "carioca", "kaluki")
SEED = 550_117  # of the deals; nothing else plays them
OWN, DRAWN = "its own", "drawn"
MATCHES = 5000  # of each game under its own rules, over all sizes of table
HOUSES = 100  # house rules drawn for each game
OF_A_HOUSE = 10  # matches under each of them
OF_A_SLOW_HOUSE = 2
BATCH = 100  # matches under a game's own rules in one piece of work
FIRST_HOUSE = 20_000  # not those of the other tests
# Rules outside the solver's quick ways are played with fewer turns and fewer matches.
SLOW_TURNS = 10
DEATHS = ("no cards left", "turn cap", "no last discard", "lowered cap")
COUNTS = ("matches", "rounds", "turns", "acts", *DEATHS, "faults")

Piece = tuple[str, str, int]  # game, OWN or DRAWN, number


def judge_match(
    rules: RuleSet, policies: Sequence[str], deal: int, where: str
) -> tuple[Counter[str], list[str]]:
    """What one match adds to the counts, and its fault if there is one."""
    trace = trace_deal(rules, policies, seed=SEED, deal=deal)
    verdict = judge(trace.events, rules, trace.players)
    found = Counter(matches=1, rounds=verdict.rounds, turns=verdict.turns, acts=verdict.acts)
    capped = "no last discard" if rules.close.final_discard == "forbidden" else "turn cap"
    if rules.match.turn_cap < load_rules(rules.name).match.turn_cap:
        capped = "lowered cap"
    titles = {"no_cards": "no cards left", "turn_cap": capped}
    found.update(titles[event.reason] for event in trace.events if type(event) is Died)
    if verdict.ok:
        return found, []
    found["faults"] = 1
    return found, [f"{where}, {', '.join(policies)}, deal {deal}: {verdict.fault}"]


def tables_of(piece: Piece) -> Iterator[tuple[RuleSet, Sequence[str], int, str]]:
    """The matches of a piece of work: rules, who plays, the deal, and words for a fault."""
    game, kind, number = piece
    source = random.Random(f"{game} {kind} {number}")
    if kind == OWN:
        rules = load_rules(game)
        fewest, most = rules.table.players
        for deal in range(number * BATCH, (number + 1) * BATCH):
            players = fewest + deal % (most - fewest + 1)
            yield rules, source.choices(POLICIES, k=players), deal, game
        return
    house = draw_house(FIRST_HOUSE + 1000 * GAMES.index(game) + number, (game,))
    rules, matches = house.rules, OF_A_HOUSE
    if any(text.split("=")[0] in RARE for text in house.overrides):
        cap = min(rules.match.turn_cap, SLOW_TURNS)
        rules = replace(rules, match=replace(rules.match, turn_cap=cap))
        matches = OF_A_SLOW_HOUSE
    where = f"{game} {' '.join(house.overrides)}"
    for deal in range(number * OF_A_HOUSE, number * OF_A_HOUSE + matches):
        yield rules, source.choices(POLICIES, k=house.players), deal, where


def judge_piece(piece: Piece) -> tuple[Counter[str], list[str]]:
    """The counts of a piece of work, and the faults in it."""
    counts, faults = Counter[str](), []
    for rules, policies, deal, where in tables_of(piece):
        found, fault = judge_match(rules, policies, deal, where)
        counts += found
        faults += fault
    return counts, faults


def pieces_of(matches: int, houses: int) -> list[Piece]:
    """All the work."""
    amounts = ((OWN, -(-matches // BATCH)), (DRAWN, houses))
    return [
        (game, kind, number)
        for game, (kind, amount) in product(GAMES, amounts)
        for number in range(amount)
    ]


def page(sums: dict[tuple[str, str], Counter[str]], faults: Sequence[str]) -> str:
    """The page about the counts of each game and kind of rules."""
    total = sum((counts for counts in sums.values()), Counter[str]())
    rows = [[game, kind, *_cells(counts)] for (game, kind), counts in sums.items()]
    rows.append(["all", "", *_cells(total)])
    titles = ["game", "rules", "matches", "rounds", "turns", "acts", *DEATHS, "faults"]
    table = markdown_table(titles, rows, (0, 1))
    fault_lines = "".join(f"- {fault}\n" for fault in faults)
    return (
        "# Matches before the referee\n\n"
        "Generated by `make referee`; no number is typed by hand. Whole matches of every size of "
        f"table, each seat drawn from {', '.join(POLICIES)}; deals of seed {SEED}. The referee "
        "shares no code with the engine and judges every act and every score.\n\n"
        f"{table}\n\n"
        "A round is dead when no card is left to draw, or at the turn cap: shares of all rounds. "
        "Drawn house rules may lower the cap, to 3 turns at least, and it is lowered to "
        f"{SLOW_TURNS} turns where the solver is slow ({', '.join(f'`{key}`' for key in RARE)}); "
        "such rounds have a column of their own, and so have those in which the last card must be "
        "laid off and may fit nowhere. They may also change packs, jokers and how often the "
        "discards are shuffled, so that a stock can run out.\n"
    ) + (f"\n## Faults\n\n{fault_lines}" if faults else "")


def _cells(counts: Counter[str]) -> list[str]:
    numbers = [f"{counts[name]:,}" for name in ("matches", "rounds", "turns", "acts")]
    rates = [f"{counts[name] / counts['rounds']:.2%}" for name in DEATHS]
    return [*numbers, *rates, f"{counts['faults']:,}"]


def csv_of(sums: dict[tuple[str, str], Counter[str]]) -> str:
    """The counts as a table for programs."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["game", "rules", *(name.replace(" ", "_") for name in COUNTS)])
    for key, counts in sums.items():
        writer.writerow([*key, *(counts[name] for name in COUNTS)])
    return file.getvalue()


def main(words: Sequence[str]) -> int:
    """0, or 1 if the referee found a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.many_matches")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--houses", type=int, default=HOUSES)
    asked = parser.parse_args(words)
    pieces = pieces_of(asked.matches, asked.houses)
    sums: dict[tuple[str, str], Counter[str]] = {piece[:2]: Counter() for piece in pieces}
    faults: list[str] = []
    with ProcessPoolExecutor() as pool:
        for done, (piece, found) in enumerate(
            zip(pieces, pool.map(judge_piece, pieces), strict=True), 1
        ):
            sums[piece[:2]] += found[0]
            faults += found[1]
            if done % 50 == 0:
                print(f"{done} of {len(pieces)} pieces, {len(faults)} faults", file=sys.stderr)
    files = {"README.md": page(sums, faults), "matches.csv": csv_of(sums)}
    write_together({asked.folder / name: text.encode() for name, text in files.items()})
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
