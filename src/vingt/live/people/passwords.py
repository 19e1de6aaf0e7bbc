"""Passwords: hashed with argon2 away from the loop; common ones are refused."""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.resources import files

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

LEAST, MOST = 10, 200  # characters
AT_ONCE = 2  # each hashing takes 64 MiB


class BadPassword(ValueError):
    """A new password that will not do."""


class Passwords:
    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._nobodys = ""

    async def hashed(self, password: str, *about: str) -> str:
        """`about` is what others know of the person: a password made of it is no secret."""
        if not LEAST <= len(password) <= MOST:
            raise BadPassword(f"a password has {LEAST} to {MOST} characters, not {len(password)}")
        if is_common(password, *about):
            raise BadPassword("that password is among the first that anybody would try: choose another")
        async with self._places:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, password: str, hashed: str | None) -> bool:
        """Takes as long where there is no such person as where the password is wrong."""
        if len(password) > MOST:
            return False
        if hashed is None and not self._nobodys:
            self._nobodys = await self.hashed("nobody has this one")
        async with self._places:
            right = await asyncio.to_thread(self._verified, hashed or self._nobodys, password)
        return right and hashed is not None

    def _verified(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


def is_common(password: str, *about: str) -> bool:
    """Whether it is one that everybody tries: a common one or what others know of the person, dressed up with
    digits and signs, or hardly more than one character or one row of keys."""
    plain = password.casefold()
    if len(set(plain)) < 4 or any(plain in row or plain in row[::-1] for row in ROWS):
        return True
    known = common() | {text.casefold() for text in about if len(text) > 2}
    return plain in known or bool({word for word in undressed(plain) if len(word) > 2} & known)


def undressed(plain: str) -> set[str]:
    """Without the digits and signs around and in it, and with letters for the signs that stand for them;
    what is the same word again and again counts as the word."""
    letters = plain.translate(STAND_FOR)
    texts = {
        "".join(character for character in text if character.isalpha())
        for text in (plain, letters, plain.rstrip("0123456789!?.*#"))
    }
    texts |= {text.translate(STAND_FOR) for text in (plain.rstrip("0123456789!?.*#"),)}
    return texts | {
        word[:size] for word in texts for size in range(3, len(word) // 2 + 1) if repeats(word, size)
    }


def repeats(word: str, size: int) -> bool:
    return len(word) % size == 0 and word[:size] * (len(word) // size) == word


STAND_FOR = str.maketrans("013457@$!|", "oleastasil")
ROWS = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
)


@cache
def common() -> frozenset[str]:
    text = files("vingt.live.people").joinpath("common_passwords.txt").read_text("utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())
