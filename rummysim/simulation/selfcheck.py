"""The engine judged by what it shares nothing with: known answers, exact odds, the referee."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rummysim.cards import JOKER, KINDS
from rummysim.kernels import layout
from rummysim.kernels.floor import deal_hands
from rummysim.kernels.pack import pack_rules
from rummysim.kernels.philox import philox
from rummysim.policies import DEFAULT_POLICY
from rummysim.referee.replay import judge
from rummysim.rules import RuleSet, load_rules
from rummysim.simulation.hands import distance
from rummysim.simulation.keys import domain_key
from rummysim.simulation.run import simulate, trace_deal
from rummysim.stats.agreement import Agreement, compare_with_exact
from rummysim.stats.dealt_odds import known_odds
from rummysim.stats.exact import joker_law

PLAYERS = 4
ONES = 2**64 - 1
# key, low and high half of the counter, the two words (Salmon, Moraes, Dror and Shaw 2011)
PHILOX_ANSWERS = (
    (0, 0, 0, 0xE169C58D6627E8D5, 0x9B00DBD8BC57AC4C),
    (ONES, ONES, ONES, 0x41C83B0E408F276D, 0x6D5451FDA20BC7C6),
    (
        0x299F31D0A4093822,
        0x85A308D3243F6A88,
        0x0370734413198A2E,
        0x94FDCCEBD16CFE09,
        0x24126EA15001E420,
    ),
)
# games, players and policies that the referee replays in turn
TABLES = (
    ("shanghai", "steady,random,greedy,random"),
    ("shanghai-nobuy", "sharp,greedy,random"),
    ("shanghai-swap", "random,steady,novice,random,sharp,random"),
    ("shanghai-2p", "steady,random"),
    ("shanghai", "sharp,steady,greedy,novice,random"),
    ("go", "random,steady,sharp,greedy"),
    ("go-connecticut", "sharp,random,steady"),
    ("carioca", "steady,sharp"),
    ("kaluki", "greedy,sharp,random"),
    ("carioca", "random,novice,sharp,steady,greedy"),
    ("kaluki", "sharp,steady,random,greedy,novice,random"),
)
GAMES = ("shanghai", "go", "carioca", "kaluki")  # whose odds and sums are compared
RUNS = ((1, None), (2, None), (1, 1), (2, 7), (2, 1000))  # workers, deals in a chunk


@dataclass(frozen=True)
class Check:
    """One comparison and how it came out."""

    name: str
    ok: bool
    detail: str


def run_checks(seed: int, matches: int, hands: int) -> Iterator[Check]:
    """Every check as soon as it is done.

    matches : whole matches for the referee, and for the digests
    hands : hands dealt for the odds
    """
    yield check_philox()
    yield from check_odds(seed, hands)
    yield check_referee(seed, matches)
    yield check_digests(seed, matches)


def check_philox() -> Check:
    """Whether the generator gives the words that its authors published."""
    right = 0
    for key, low, high, first, second in PHILOX_ANSWERS:
        words = philox(np.uint64(key), np.uint64(low), np.uint64(high))
        right += tuple(int(word) for word in words) == (first, second)
    total = len(PHILOX_ANSWERS)
    return Check("random words", right == total, f"{right} of {total} known answers of Philox")


def check_odds(seed: int, hands: int) -> Iterator[Check]:
    """Dealt hands against exact odds: jokers held, and each contract of each game."""
    rules = load_rules(GAMES[0])
    dealt = _hands(rules, rules.deal.cards[0], seed, hands)
    law = joker_law(
        rules.shoe.packs.at(PLAYERS), rules.shoe.jokers.at(PLAYERS), rules.deal.cards[0]
    )
    known = {game: _odds(load_rules(game)) for game in GAMES}
    checks = len(law) + sum(len(odds) for odds in known.values())
    for held, odds in enumerate(law):
        count = int((dealt[:, JOKER] == held).sum())
        found = compare_with_exact(count, hands, odds, checks=checks)
        yield Check(f"{held} jokers dealt", found.agrees, _numbers(found))
    for game, contracts in known.items():
        rules = load_rules(game)
        compared = []
        for number, odds in contracts.items():
            dealt = _hands(rules, rules.deal.cards[number - 1], seed, hands)
            count = int((distance(dealt, rules, number) == 0).sum())
            compared.append((number, compare_with_exact(count, hands, odds, checks=checks)))
        yield _contracts_dealt(rules, compared)


def check_referee(seed: int, matches: int) -> Check:
    """Whether the referee, who shares no code with the engine, finds a fault in any match."""
    turns = acts = 0
    for number in range(matches):
        game, policies = TABLES[number % len(TABLES)]
        rules = load_rules(game)
        trace = trace_deal(rules, policies, seed=seed, deal=number)
        verdict = judge(trace.events, rules, trace.players)
        turns, acts = turns + verdict.turns, acts + verdict.acts
        if not verdict.ok:
            where = f"{game}, {policies}, seed {seed}, deal {number}"
            return Check("referee", False, f"{where}: {verdict.fault}")
    games = len({game for game, _ in TABLES[:matches]})
    detail = f"{matches} matches of {games} games, {turns:,} turns, {acts:,} acts, no fault"
    return Check("referee", True, detail)


def check_digests(seed: int, deals: int) -> Check:
    """Whether threads and chunks leave the sums as they are, bit for bit, in every game."""
    differ = [game for game in GAMES if len(_digests(game, seed, deals)) > 1]
    detail = f"{deals} matches of {len(GAMES)} games, 1 and 2 threads, in chunks of 1, 7 and 1000"
    return Check("same digest", not differ, ", ".join([detail, *differ]))


def _digests(game: str, seed: int, deals: int) -> set[str]:
    """The digests of the same matches, played in pieces of different sizes."""
    return {
        simulate(
            game,
            DEFAULT_POLICY,
            players=PLAYERS,
            deals=deals,
            seed=seed,
            workers=workers,
            chunk=chunk,
        ).digest
        for workers, chunk in RUNS
    }


def _odds(rules: RuleSet) -> dict[int, Fraction]:
    """Exact odds of each round's contract as dealt, those left out that cannot be held then."""
    contracts = zip(rules.opening.contracts, rules.deal.cards, strict=True)
    found = {
        number: known_odds(rules, contract, PLAYERS, cards)
        for number, (contract, cards) in enumerate(contracts, 1)
    }
    return {number: odds for number, odds in found.items() if odds}


def _contracts_dealt(rules: RuleSet, compared: Sequence[tuple[int, Agreement]]) -> Check:
    """One check of all contracts of a game; what it shows is the one that is farthest off."""
    number, worst = min(compared, key=lambda each: each[1].tail)
    contract = rules.opening.contracts[number - 1]
    detail = f"{len(compared)} contracts, farthest off {contract}: {_numbers(worst)}"
    ok = all(found.agrees for _, found in compared)
    return Check(f"{rules.name} dealt", ok, detail)


def _numbers(found: Agreement) -> str:
    return (
        f"{found.found:.6f} dealt, {found.expected:.6f} exact; "
        f"a difference of {found.gap:.6f} would show"
    )


def _hands(rules: RuleSet, cards: int, seed: int, count: int) -> Any:
    """One hand from each of ``count`` shoes, int8[count, 53]."""
    hands = np.zeros((count, KINDS), np.int8)
    state, job = layout.new_records(layout.STATE, 1), layout.new_records(layout.JOB, 1)
    job[0]["deal_key"], job[0]["count"] = domain_key(seed, "deal"), count
    deal_hands(state, pack_rules(rules, PLAYERS), job, cards, hands)
    return hands
