"""A digest of the program itself: two that are equal play the same games."""

import hashlib
from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
FOR_PEOPLE = ("cli", "reports")  # change no number


@lru_cache(maxsize=1)
def source_digest() -> str:
    """16 hex digits of all files that play, count or hold rules.

    >>> len(source_digest())
    16
    """
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        place = path.relative_to(PACKAGE)
        if path.suffix in (".py", ".toml") and place.parts[0] not in FOR_PEOPLE:
            digest.update(f"{place.as_posix()}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
