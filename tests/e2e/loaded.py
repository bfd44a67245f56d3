"""What the program loads before it does anything, once for all tests of a worker."""

import matplotlib.figure  # noqa: F401
import pandas  # noqa: F401
import scipy.special  # noqa: F401

import rummysim.cli.app
import rummysim.simulation.job  # noqa: F401
