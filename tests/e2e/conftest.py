"""The program as a user starts it, in an empty folder."""

import functools

import pytest

from tests.e2e.program import run_program


@pytest.fixture
def run(tmp_path):
    """A function that runs ``rummysim`` with these words and gives code, stdout, stderr."""
    return functools.partial(run_program, tmp_path)
