"""``rummysim hand``: what a hand is worth for the contract of a round."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from rummysim.cli.console import has_colour, has_suit_symbols, say, width
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import print_json
from rummysim.cli.match import round_of, usual_players
from rummysim.cli.options import GameOptions, PlainOutputOptions

if TYPE_CHECKING:
    from rummysim.rules.spec import RuleSet


def hand(
    game: GameOptions,
    cards: Annotated[
        str,
        typer.Argument(metavar="CARDS", help='The hand in quotes: "8S 8H 10D X"; X is a joker.'),
    ],
    round: Annotated[
        str, typer.Option("--round", "-r", help="The round whose contract is wanted.")
    ] = "1",
    players: Annotated[
        int | None, typer.Option("--players", "-n", help="How many play.", show_default=False)
    ] = None,
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """Judge a hand: what is missing, and which cards help.

    For example:  rummysim hand shanghai --round 2 "8S 8H 8D 5H 6H 7H X 2S KD QC 4C"
    """
    from rummysim.cards import parse_cards
    from rummysim.rules.load import for_players, load_rules
    from rummysim.rules.write import rules_id

    rules = load_rules(game.game, game.overrides)
    index = round_of(rules, round)
    count = players or usual_players(rules)
    for_players(rules, count)
    kinds = parse_cards(cards)
    announce_compiling(output)
    from rummysim.simulation import describe_hand

    judged = describe_hand(rules, index + 1, kinds, count)
    inputs = {
        "game": rules.name,
        "rules_id": rules_id(rules),
        "round": index + 1,
        "contract": str(rules.opening.contracts[index]),
        "players": count,
        "cards": cards,
    }
    if output.json:
        print_json("hand", inputs, judged)
    else:
        say(_page(rules, index, kinds, judged))


def _page(rules: "RuleSet", index: int, kinds: list[int], judged: dict[str, object]) -> str:
    """The judgement as a card player reads it."""
    from rummysim.reports.cards import CardArt
    from rummysim.reports.hands import hand_page

    art = CardArt(symbols=has_suit_symbols(sys.stdout), colour=has_colour(sys.stdout))
    return hand_page(rules, index, kinds, judged, art, width())
