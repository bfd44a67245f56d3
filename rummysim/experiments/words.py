"""The words that experiment files may use for what is counted, and what each of them means."""

from rummysim.kernels import features

MEASURES = {
    "points": "penalty points of a player in a round",
    "points_squared": "their squares, from which the spread of points follows",
    "points_lost": "penalty points in a round of a player who did not go out",
    "match_points": "penalty points of a player in a match",
    "match_points_squared": "their squares",
    "match_swing": "variance of the points of a match in one place over who sits where, same cards",
    "match_won": "share of a match won, a half for two who tie",
    "won": "1 for going out in a round",
    "down": "1 for laying down the contract in a round",
    "down_turn": "the own turn of the lay-down, of those who laid down",
    "down_by_turn": "1 for being down by turn t, for every t",
    "turns": "turns of all players together in a round",
    "dead": "1 for a round that nobody went out of",
    "capped": "1 for a round that was broken off after the most turns that are played",
    "recycles": "how often the discard pile became the stock in a round",
    "buys": "cards bought by a player in a round",
    "cards_left": "cards in a player's hand at the end of a round",
    "jokers_left": "jokers among them",
    "dealt_ready": "1 for holding the contract as dealt in a round",
    "laid_off_own": "cards laid off on one's own melds in a round",
    "laid_off_others": "cards laid off on the melds of others in a round",
    "one_short": "1 for ending a round with exactly one meld of the contract missing",
    "one_short_points": "penalty points of those who do",
}
LABELS = {
    "round": "which round",
    "jokers_dealt": "jokers in the hand that was dealt",
    "place": "place in the order of play, the first to play first",
    "policy": "who plays",
    "buys": "cards that the player bought in the round",
}
DECISIONS = {
    "buy": "buying the top discard, or passing",
    "draw": "taking the top discard, or drawing from the stock",
    "joker": "keeping a joker, or throwing it",
    "lay_down": "laying the contract down now, or waiting a turn",
    "discard": "throwing the dearest card, or the least useful one",
}
FEATURES = dict(features.FEATURES)
