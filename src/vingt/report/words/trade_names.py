"""What the trade calls a choice, beside the submission's own word for it."""

from __future__ import annotations

TRADE_NAMES = {
    ("dealer_bj_collects", "original_only"): "OBO",
    ("dealer_bj_collects", "original_or_busted"): "OBBO",
    ("dealer_bj_collects", "original_plus_busted"): "BB+1",
    ("dealer_bj_collects", "all"): "ENHC",
}


def trade_name(key: str, word: object) -> str:
    """The name in brackets, with a space before it, or nothing."""
    name = TRADE_NAMES.get((key, word)) if isinstance(word, str) else None
    return f" ({name})" if name else ""


def with_trade_names(key: str, permitted: str) -> str:
    """What may be chosen, each quoted value with its name."""
    for (named, word), name in TRADE_NAMES.items():
        if named == key:
            permitted = permitted.replace(f'"{word}"', f'"{word}" ({name})')
    return permitted
