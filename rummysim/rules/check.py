"""Facts across the fields of a rule set: whether the game that they describe can be played.

Each check raises RulesError with one sentence: what does not fit, and what would.
"""

from rummysim.errors import RulesError
from rummysim.rules.check_melds import check_contract, longest_meld
from rummysim.rules.spec import Contract, RuleSet

PACK = 52
WHOLE_HAND = ("all_cards_long_runs", "exact_444")


def check(rules: RuleSet) -> None:
    """Nothing, when the rules can be played with every number of players that they allow.

    >>> from rummysim.rules import load_rules
    >>> check(load_rules("shanghai"))

    Raises RulesError for the first fact that does not hold.
    """
    _check_table(rules)
    _check_deck(rules)
    _check_switches(rules)
    for index, contract in enumerate(rules.opening.contracts):
        check_contract(rules, index, contract)
        _check_hand(rules, index, contract)


def most_cards(rules: RuleSet, index: int, players: int) -> int:
    """Cards that one player can hold at most after a draw in round ``index`` (from 0).

    Of what lies below the top discard (``draw.depth``) nobody has taken any here.

    >>> from rummysim.rules import load_rules
    >>> most_cards(load_rules("shanghai"), 6, 4)
    18
    """
    return (
        rules.deal.cards[index]
        + 1
        + most_buys(rules, index, players) * (1 + rules.buy.penalty_cards)
    )


def most_buys(rules: RuleSet, index: int, players: int) -> int:
    """Times that one player may buy in round ``index`` (from 0).

    Of two players, the one not on turn threw the top card himself: unless he may buy that back,
    only the upcard can be bought (rules.md 2.6).

    >>> from rummysim.rules import load_rules
    >>> most_buys(load_rules("shanghai"), 0, 4), most_buys(load_rules("shanghai-2p"), 0, 2)
    (3, 1)
    """
    buy = rules.buy
    if not buy.allowed or (index == rules.rounds - 1 and not buy.in_last_round):
        return 0
    if players > 2 or buy.discarder:
        return buy.limit
    return min(buy.limit, int(buy.upcard))


def deck_size(rules: RuleSet, players: int) -> int:
    """Cards of the shoe.

    >>> from rummysim.rules import load_rules
    >>> deck_size(load_rules("kaluki"), 5)
    164
    """
    return PACK * rules.shoe.packs.at(players) + rules.shoe.jokers.at(players)


def _check_table(rules: RuleSet) -> None:
    fewest, most = rules.table.players
    best_fewest, best_most = rules.table.best_players
    if not fewest <= best_fewest <= best_most <= most:
        raise RulesError(
            f"table.best_players = {list(rules.table.best_players)} lies outside "
            f"table.players = [{fewest}, {most}]; change table.best_players too"
        )


def _check_deck(rules: RuleSet) -> None:
    """Hands, the upcard and one card of stock must come out of the shoe."""
    dealt = max(rules.deal.cards)
    for players in range(rules.table.players[0], rules.table.players[1] + 1):
        deck = deck_size(rules, players)
        if players * dealt + 2 > deck:
            raise RulesError(
                f"{players} players with {dealt} cards each, an upcard and a stock need "
                f"{players * dealt + 2} cards, and the shoe has {deck}; "
                "deal fewer cards, raise shoe.packs or lower table.players"
            )


def _check_switches(rules: RuleSet) -> None:
    """Switches that contradict each other."""
    close, contract = rules.close, rules.opening.contracts[-1]
    if close.last_round == "keep_playing" and close.final_discard == "required":
        raise RulesError(
            "close.last_round = 'keep_playing' forbids the last discard that "
            "close.final_discard = 'required' demands; set close.final_discard=optional"
        )
    sets = sum(shape.kind == "set" for shape in contract.shapes)
    if close.last_round in WHOLE_HAND and sets > 0 and (sets, len(contract.shapes)) != (1, 2):
        raise RulesError(
            f"close.last_round = '{close.last_round}' needs a last contract of runs only, or of "
            f"one set and one run, and it is {contract}; set close.last_round=normal"
        )
    _check_wilds(rules)


def _check_wilds(rules: RuleSet) -> None:
    """Switches of wild cards that contradict each other."""
    melds = rules.melds
    if melds.wild_max_run7 is not None and melds.wild_max_run7 < melds.wild_max_run:
        raise RulesError(
            f"melds.wild_max_run7 = {melds.wild_max_run7} is less than melds.wild_max_run = "
            f"{melds.wild_max_run}, so that a run could not grow to seven cards; raise it, or "
            "set melds.wild_max_run7=same"
        )


def _check_hand(rules: RuleSet, index: int, contract: Contract) -> None:
    """Somebody must be able to hold the contract of a round at some time."""
    mode = rules.close.last_round if index == rules.rounds - 1 else "normal"
    if contract.is_dirty:
        mode = "exact_444"
    sizes = _hand_sizes(rules, index)
    where = f"the contract of round {index + 1}, {contract}, takes {contract.cards} cards"
    if mode == "all_cards_long_runs":
        longest = sum(longest_meld(rules, shape) for shape in contract.shapes)
        if not any(contract.cards <= size <= longest for size in sizes):
            raise RulesError(
                f"{where} and at most {longest}, and a hand has {sizes[0]} to {sizes[-1]} after "
                "the draw; change deal.cards or set close.last_round=normal"
            )
    elif mode == "exact_444":
        if contract.cards not in sizes:
            other = "" if contract.is_dirty else " or set close.last_round=normal"
            raise RulesError(
                f"{where}, and no hand has exactly so many after the draw with "
                f"deal.cards = {rules.deal.cards[index]}; change deal.cards{other}"
            )
    else:
        keep = int(rules.close.final_discard == "required")
        if contract.cards + keep > sizes[-1]:
            thrown = ", one more must be left to throw (close.final_discard)" if keep else ""
            raise RulesError(
                f"{where}{thrown}, and a hand has at most {sizes[-1]} after the draw; "
                "raise deal.cards or ask for fewer cards"
            )


def _hand_sizes(rules: RuleSet, index: int) -> list[int]:
    """Sizes that a hand may have after a draw before the lay-down, smallest first."""
    fewest, most = rules.table.players
    dealt = rules.deal.cards[index]
    if rules.draw.depth == "any":  # who waits long enough can take any number of cards
        deck = max(deck_size(rules, players) - players * dealt for players in (fewest, most))
        return [*range(dealt + 1, dealt + deck + 1)]
    buys = max(most_buys(rules, index, players) for players in range(fewest, most + 1))
    return [dealt + 1 + k * (1 + rules.buy.penalty_cards) for k in range(buys + 1)]
