"""What may be read only here: the orders of shoes are sealed under a key that lies outside the database."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from pathlib import Path

from vingt.live.files import Exposed, read_private, write_once

KEY_BYTES = 32
NONCE_BYTES = 12
BLOCK = 128  # bytes: what is sealed is as long as the next multiple of it


class VaultError(Exception):
    """The key is missing, exposed or not the one that sealed."""


class Vault:
    """AES-256-GCM. What is sealed is bound to what it is about, so one seal cannot stand in for another."""

    def __init__(self, key: bytes) -> None:
        # Here, not above: a log is read without its key, and then without the package that opens seals.
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        self._cipher = AESGCM(key)
        self._marking = hmac.digest(key, b"vingt: marks of the house", hashlib.sha256)

    def seal(self, secret: bytes, about: str) -> str:
        """A text that only the key opens, with blanks behind it: how long it is would say whether a card is a
        10, or how many digits a number has. A secret does not end with a blank."""
        assert not secret.endswith(b" ")
        padded = secret + b" " * (-len(secret) % BLOCK)
        return base64.b64encode(self.seal_bytes(padded, about)).decode("ascii")

    def unseal(self, sealed: str, about: str) -> bytes:
        try:
            raw = base64.b64decode(sealed, validate=True)
        except ValueError as error:  # binascii.Error is one
            raise VaultError(f"{about} was not sealed with this key, or was changed since") from error
        return self.unseal_bytes(raw, about).rstrip(b" ")

    def seal_bytes(self, secret: bytes, about: str) -> bytes:
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, secret, about.encode())

    def unseal_bytes(self, sealed: bytes, about: str) -> bytes:
        from cryptography.exceptions import InvalidTag

        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], about.encode())
        except (InvalidTag, ValueError) as error:
            raise VaultError(f"{about} was not sealed with this key, or was changed since") from error

    def mark(self, text: bytes) -> str:
        """Shows later that whoever wrote the text had this key."""
        return hmac.new(self._marking, text, hashlib.sha256).hexdigest()

    def __repr__(self) -> str:
        return "Vault(…)"


def make_vault(path: Path) -> Vault:
    """A new key in a file that only its owner may read. A key that is there already is never replaced."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = secrets.token_bytes(KEY_BYTES)
    try:
        write_once(path, base64.b64encode(key) + b"\n")
    except FileExistsError as error:
        raise VaultError(f"{path} exists already") from error
    return Vault(key)


def open_vault(path: Path) -> Vault:
    """The vault of a key file, or why it cannot be trusted or used."""
    try:
        text = read_private(path, 200)
    except Exposed as error:
        raise VaultError(str(error)) from error
    except FileNotFoundError as error:
        raise VaultError(
            f"{path} is missing: without this key the shoes in play cannot be dealt on; put the key back"
        ) from error
    except PermissionError as error:
        raise VaultError(f"{path} may not be read by this user: only who started the house can") from error
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except binascii.Error as error:
        raise VaultError(f"{path} holds no key") from error
    if len(key) != KEY_BYTES:
        raise VaultError(f"{path} holds no key of {KEY_BYTES} bytes")
    return Vault(key)
