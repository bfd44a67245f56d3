"""From a seed to the keys of the counter-based generator (statistics.md 6)."""

import hashlib

SCHEME = "rummysim-rng-v1"


def domain_key(seed: int, domain: str) -> int:
    """The 64-bit key of one domain of one seed: the first 64 bits of a SHA-256.

    >>> hex(domain_key(0, "deal"))
    '0x153f532e02e189ed'
    """
    text = f"{SCHEME}\n{seed}\n{domain}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def play_keys(seed: int, domain: str = "") -> tuple[int, int]:
    """The keys of the deals and of the players' noise: of ``simulate``, or of fresh deals.

    domain : "" for the deals that ``simulate`` plays, "confirm" for deals that share no card
        with them

    >>> play_keys(0) == (domain_key(0, "deal"), domain_key(0, "policy"))
    True
    >>> play_keys(0, "confirm") == (domain_key(0, "confirm deal"), domain_key(0, "confirm policy"))
    True
    """
    before = f"{domain} " if domain else ""
    return domain_key(seed, f"{before}deal"), domain_key(seed, f"{before}policy")
