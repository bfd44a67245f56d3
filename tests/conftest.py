"""What all tests share: a fixed schedule for hypothesis, and the golden files' switch."""

import pytest
from hypothesis import HealthCheck, settings

# The same examples on every run and every machine: a red test must mean a change of the code.
settings.register_profile(
    "fixed",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fixed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the stored playthroughs of tests/golden again instead of comparing",
    )


@pytest.fixture
def rewrite_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written instead of compared."""
    return bool(request.config.getoption("--rewrite-golden"))
