"""The house signs what it says about itself: an Ed25519 key of its own, whose public half it publishes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from vingt.live.files import Exposed, read_private, write_once
from vingt.live.log.chain import canonical

# Each function imports what signs for itself: a log is verified without it.
if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SIGNING_KEY = "signing.key"
FORM = 1
WHAT = (
    b"vingt report 1\n"  # stands before what is signed, so that no other text can be passed off as a report
)


class SigningError(Exception):
    """The key cannot be made, read or trusted."""


class NotGenuine(Exception):
    """A signed report is not what the house signed, or was not signed by this house."""


class HouseKey:
    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = PublicKey(key.public_key())

    def __repr__(self) -> str:
        return f"HouseKey(public {self.public.hex[:12]}…)"

    def signed(self, report: dict[str, Any]) -> dict[str, Any]:
        """The report with the signature of its canonical JSON."""
        return {
            "vingt_report": FORM,
            "report": report,
            "public_key": self.public.hex,
            "signature": self._key.sign(signed_text(report)).hex(),
        }


class PublicKey:
    """The half that everybody may have."""

    def __init__(self, key: Ed25519PublicKey) -> None:
        self._key = key

    @property
    def hex(self) -> str:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return self._key.public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    @property
    def pem(self) -> str:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return self._key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")

    def as_json(self) -> dict[str, str]:
        return {"algorithm": "Ed25519", "hex": self.hex, "pem": self.pem}

    def verify(self, signature: bytes, report: object) -> None:
        self._key.verify(signature, signed_text(report))


def signed_text(report: object) -> bytes:
    return WHAT + canonical(report).encode("ascii")


def public_key(text: str) -> PublicKey:
    """A public key as the house publishes it: 64 hexadecimal digits, or PEM."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    text = text.strip()
    try:
        if text.startswith("-----BEGIN"):
            key = load_pem_public_key(text.encode("ascii"))
            if isinstance(key, Ed25519PublicKey):
                return PublicKey(key)
        elif len(text) == 64:
            return PublicKey(Ed25519PublicKey.from_public_bytes(bytes.fromhex(text)))
    except ValueError:  # UnicodeEncodeError is one too
        pass
    raise SigningError("not a public key: expected 64 hexadecimal digits, or PEM of an Ed25519 key")


def genuine(document: object, known: PublicKey | None = None) -> dict[str, Any]:
    """The report in a signed document. `known` is the house's key from elsewhere; without it the key in the
    document is taken, which shows that nothing was changed but not who signed. Raises NotGenuine."""
    from cryptography.exceptions import InvalidSignature

    if not isinstance(document, dict) or document.get("vingt_report") != FORM:
        raise NotGenuine("this is no signed report of vingt")
    report = document.get("report")
    try:
        key = public_key(str(document["public_key"]))
        signature = bytes.fromhex(str(document["signature"]))
    except (KeyError, ValueError, SigningError) as error:
        raise NotGenuine("its key or signature cannot be read") from error
    if known is not None and known.hex != key.hex:
        raise NotGenuine(f"it was signed with another key ({key.hex[:16]}…, not {known.hex[:16]}…)")
    try:
        key.verify(signature, report)
    except (InvalidSignature, TypeError, ValueError) as error:
        raise NotGenuine("its signature does not fit: something in it was changed since") from error
    if not isinstance(report, dict):
        raise NotGenuine("this is no signed report of vingt")
    return report


# -- the file ----------------------------------------------------------------------------------------------


def house_key(folder: Path) -> HouseKey:
    """The house's key, made when it is first needed. One that is there already is never replaced."""
    path = folder / SIGNING_KEY
    if not path.exists():
        try:
            write_once(path, new_key())
        except FileExistsError:
            pass  # made by another process meanwhile
        except OSError as error:
            raise SigningError(f"{path} cannot be written: {error.strerror}") from error
    return open_key(path)


def published_key(folder: Path) -> PublicKey | None:
    """The public half, if the house has made a key that can be read here."""
    try:
        return open_key(folder / SIGNING_KEY).public
    except (SigningError, ImportError):
        return None


def new_key() -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def open_key(path: Path) -> HouseKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        text = read_private(path, 2000)
    except Exposed as error:
        raise SigningError(str(error)) from error
    except OSError as error:
        raise SigningError(f"{path} cannot be read: {error.strerror}") from error
    try:
        key = load_pem_private_key(text, None)
    except (ValueError, TypeError) as error:
        raise SigningError(f"{path} holds no key") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise SigningError(f"{path} holds no Ed25519 key")
    return HouseKey(key)
