"""Codes of the rows of a trace, as compiled code writes them: six integers per row.

A row is ``(code, seat, card, meld, position, extra)``; fields that a code does not name are
not read. ``codec`` turns rows into events; ``kernels.layout`` takes the codes from here.
"""

ROUND = 1  # seat = dealer, card = round, meld = starter, extra = cards of the shoe; then SHOE rows
SHOE = 2  # card, in the order of the shoe
CLAIM = 3
TAKE = 4
BUY = 5
PENALTY = 6  # a penalty card of the buy before it
DRAW = 7
RESTOCK = 8  # extra = cards in the new stock; then STOCK rows
STOCK = 9  # card, in the order of the new stock
LAY_DOWN = 10  # one meld of a contract: card = 1 for a run, meld, position, extra = size
MELD_CARD = 11  # card; position counts from 0 within the meld
NEW_MELD = 12  # as LAY_DOWN
LAY_OFF = 13
SWAP = 14  # card = the natural that is given, extra = 0 for a joker back, else kind + 1 of the wild
DISCARD = 15
PASS = 16
OUT = 17
DEAD = 18  # extra = NO_CARDS or TURN_CAP
SCORE = 19  # one row per seat: extra = points of the round, position = total
MOVE = 20  # card = the natural that is put in, position = its place, extra = new place of the wild
WIDTH = 6

NO_CARDS = 1
TURN_CAP = 2
REASONS = {NO_CARDS: "no_cards", TURN_CAP: "turn_cap"}
