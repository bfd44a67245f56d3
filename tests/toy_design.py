"""A design without cards, in place of the paired one: coins whose bias is known.

A deal of a group is a number that a hash gives; exploring ends when the mean is clear, which is
sooner for some groups than for others, and a confirmation follows.
"""

import hashlib
import os
import time
from pathlib import Path

from rummysim.experiments.designs import GAMES, Done, Ended, Goal

__all__ = ["Done", "Ended", "Goal"]
CLEAR = 3.0
LEAN = {"strong": 4, "weak": 1, "none": 0}  # how far a group leans to one side, in tenths


def groups(experiment, case):
    return tuple(contrast.name for contrast in experiment.contrasts)


def value(experiment, case, group, stage, deal):
    """-10 .. 10, leaning as the tip of the group does."""
    text = f"{experiment.seed} {case.key} {group} {stage} {deal}"
    drawn = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % 21 - 10
    lean = LEAN[group.partition("-")[0]]
    return drawn + lean


def play(experiment, case, groups, stage, first, count, *, extra=""):
    if "TOY_PLAYING" in os.environ:
        Path(os.environ["TOY_PLAYING"]).touch()
    time.sleep(float(os.environ.get("TOY_SECONDS", "0")))
    sums = {}
    for group in groups:
        values = [value(experiment, case, group, stage, first + k) for k in range(count)]
        sums[group] = [count, sum(values)]
        sums[f"{group}|squares"] = [sum(v * v for v in values)]
    sums[GAMES] = [(len(groups) + 1) * count]
    return sums


def sound(experiment, key, numbers, count):
    if key.endswith("|squares"):
        return len(numbers) == 1 and numbers[0] >= 0
    return len(numbers) == 2 and numbers[0] == count


def is_clear(done, group):
    deals, total = done.sums[group]
    spread = (done.sums[f"{group}|squares"][0] / deals) ** 0.5
    return deals > 1 and abs(total) > CLEAR * spread * deals**0.5


def next_goal(experiment, case, group, done):
    stop, explored = experiment.stop, done["explore"]
    at_look = explored.deals % stop.look == 0 or explored.deals >= stop.max_deals
    clear = explored.deals > 0 and at_look and is_clear(explored, group)
    if not clear and explored.deals < stop.max_deals:
        nearest = (explored.deals // stop.look + 1) * stop.look
        return Goal("explore", min(nearest, stop.max_deals))
    if not clear:
        return Ended("most deals played")
    wanted = stop.confirm_min + explored.sums[group][1] % 7
    if done["confirm"].deals < wanted:
        return Goal("confirm", wanted)
    return Ended("clear")


def status(experiment, case, group, done, *, extended=False):
    stage = "confirm" if done["confirm"].deals else "explore"
    deals, total = done[stage].sums.get(group, [0, 0])
    return f"mean {total / deals:.2f}" if deals else "nothing yet"
