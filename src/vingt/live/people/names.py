"""Names and logins: what people may be called, always as text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

LOGIN = re.compile(r"[a-z0-9][a-z0-9._-]{2,31}")
NAME_MOST = 24
NameOf = Callable[[str], str]  # what is shown for the id of a person


class WrongName(ValueError):
    """A name or login that will not do."""


def display_name(name: str, most: int = NAME_MOST) -> str:
    """A name as it is shown, always as text; empty when nothing of it can be seen."""
    shown = "".join(character for character in unicodedata.normalize("NFC", name) if visible(character))
    shown = " ".join(shown.split())
    if len(shown) > most:
        raise WrongName(f"a name has at most {most} characters, not {len(shown)}")
    return shown


def visible(character: str) -> bool:
    """Not control, direction-changing, private or unassigned characters, and no half of a surrogate pair."""
    return character == " " or unicodedata.category(character)[0] not in "CZ"


def login_name(login: str) -> str:
    plain = login.strip().casefold()
    if not LOGIN.fullmatch(plain):
        raise WrongName("a login has 3 to 32 of the characters a-z, 0-9, dot, dash and underscore")
    return plain
