"""Tables that offer the progressive wagers and wheels, with weights and rates of our own making."""

from dataclasses import replace

from vingt.core.rules.document import Document
from vingt.core.rules.resolve import resolve
from vingt.core.rules.submission import Submission, parse_submission
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

XTREME_16 = """
bsx_authorization_threshold = 500

[wagers.bonus-spin-xtreme-16.wheel]
"$1000" = 1
"$200" = 9

[wagers.bonus-spin-xtreme-16.community_wheel]
"$50" = 1
"$25" = 3

[wagers.bonus-spin-xtreme-16.meters."must hit"]
initial = 100
reset = 100
maximum = 200
rate = 0.05
"""
SUPER_4 = """
[wagers.super-4]
paytable = "A"
stake = 1
[wagers.super-4.meters.main]
initial = 10000
reset = 10000
rate = "1/3"
[wagers.must-hit.meters."must hit"]
initial = 250
reset = 250
maximum = 1000
rate = 0.05
"""
BAD_BEAT = """
bad_beat_magic_card_rate = 1
bad_beat_lucky_player_rate = 1
[wagers.bad-beat.meters.main]
initial = 5000
reset = 5000
rate = 0.1
"""
HIT_AND_RUN = """
[wagers.hit-and-run]
stake = 1
[wagers.hit-and-run.meters.main]
initial = 1500
reset = 1500
rate = "1/7"
reserve = "1/11"
linked = "pool"
"""
LINKED = HIT_AND_RUN + SUPER_4
MONSTER = """
[wagers.monster-match]
paytable = "C"
stake = 1
[wagers.monster-match.meters.main]
initial = 1500
reset = 1500
rate = "1/7"
linked = "pool"
"""


def meters_of(
    wager: str, paytable: str, reset: int, *names: str, stake: int | None = 1, more: str = ""
) -> str:
    """A wager with its meters; without a `stake` it takes those that are printed."""
    text = f"{more}\n[wagers.{wager}]\n"
    if paytable != "only":
        text += f'paytable = "{paytable}"\n'
    if stake is not None:
        text += f"stake = {stake}\n"
    for name in names or ("main",):
        text += f'[wagers.{wager}.meters."{name}"]\ninitial = {reset}\nreset = {reset}\nrate = 0.05\n'
    return text


def submission(rulebook: str, text: str, sample: str = "default") -> Submission:
    """The sample with these choices besides, and with these side wagers in place of its own."""
    chosen = library.sample(rulebook, sample)
    added = parse_submission(f'rulebook = "{rulebook}"\n{text}'.encode(), "test")
    return replace(chosen, raw={**chosen.raw, **added.raw})


def table(rulebook: str, text: str, sample: str = "default") -> tuple[Document, Submission, TableRules]:
    document, chosen = library.load(rulebook), submission(rulebook, text, sample)
    return document, chosen, resolve(document, chosen)
