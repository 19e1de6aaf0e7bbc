"""Every line that a meter or a wheel pays, played at a live table to the cent that its clause says."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from functools import cache

import pytest

from tests.live.quiet_house import Arranged, Table, table_of
from tests.progressive.automatic_table import finish, place
from tests.progressive.tables import meters_of, table
from tests.proof import clause
from vingt.core.progressive.spin import spinner_prize, wheels
from vingt.core.rounds import event as e
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.progressive_events import BonusPaid
from vingt.live.progressive.award import award_of
from vingt.live.progressive.desk import Work
from vingt.rulebook import library

FOUR = ("star", "spade", "heart", "diamond")
SEVENS = ("mega", "major", "minor")
RATES = "bad_beat_magic_card_rate = 0\nbad_beat_lucky_player_rate = 0"
PLAYER_20 = "Kh 2s Qh 2s 2h 2d 3s 5h 5d"  # against 21 in seven cards
EIGHT_CARDS = "Kh 2s Qh 2s 2s 2s 2s 2h 2h 3h"
SHARES = [
    ("MD-BJ 13.H(1)(a)", meters_of("super-4", "A", 10000), "Qd Ad Jd Kd", 10000_00),
    ("MD-BJ 13.H(1)(b)", meters_of("super-4", "A", 10000), "Qs As Js Ks", 1000_00),
    ("MD-BJ 13.H(2)(a)", meters_of("super-4", "B", 50000), "Qd Ad Jd Kd", 50000_00),
    ("MD-BJ 13.H(2)(b)", meters_of("super-4", "B", 50000), "Qc Ac Jc Kc", 5000_00),
    ("MD-BJ 13.H(3)(a)", meters_of("super-4", "C", 50000), "Qd Ad Jd Kd", 50000_00),
    ("MD-BJ 13.H(3)(b)", meters_of("super-4", "C", 50000), "Qh Ah Jh Kh", 5000_00),
    ("MD-BJ 13.H(4)(a)", meters_of("super-4", "D", 50000, *FOUR, stake=5), "Qd Ad Jd Kd", 50000_00),
    ("MD-BJ 13.H(4)(b)", meters_of("super-4", "D", 60000, *FOUR, stake=5), "Qh Ah Jh Kh", 60000_00),
    ("MD-BJ 13.H(4)(d)", meters_of("super-4", "D", 70000, *FOUR, stake=5), "Ah Ad As Kd", 70000_00),
    ("MD-BJ 13.H(4)(e)", meters_of("super-4", "D", 80000, *FOUR, stake=5), "Qh Ad Js Kd", 80000_00),
    ("MD-BJ 13.R(1)(a)", meters_of("blazing-7s", "A", 10000, *SEVENS, stake=5), "7d 7d 7d 2c", 10000_00),
    ("MD-BJ 13.R(1)(b)", meters_of("blazing-7s", "A", 11000, *SEVENS, stake=5), "7h 7h 7h 2c", 11000_00),
    ("MD-BJ 13.R(1)(c)", meters_of("blazing-7s", "A", 12000, *SEVENS, stake=5), "7h 7d 7d 2c", 12000_00),
    ("MD-BJ 13.V(1)(a)", meters_of("21-plus-3", "A", 2000), "As As As 2c", 2000_00),
    ("MD-BJ 13.F(1)", meters_of("hit-and-run", "only", 1000), EIGHT_CARDS, 1000_00),
    ("MD-BJ 13.B(1)(a)", meters_of("bad-beat", "only", 5000, more=RATES), PLAYER_20, 5000_00),
    *(
        (f"MD-PE21 12.D({at})(a)", meters_of("monster-match", letter, 5000), "9s 9s 9s 9s", 5000_00)
        for at, letter in enumerate("ABCDE", 1)
    ),
    ("MD-PE21 12.D(1)(b)", meters_of("monster-match", "A", 5000), "9s 9c 9s 9c", 500_00),
    ("MD-PE21 12.D(2)(b)", meters_of("monster-match", "B", 5000), "9h 9d 9h 9d", 500_00),
    ("MD-PE21 12.D(3)(b)", meters_of("monster-match", "C", 5000), "9h 9d 9h 9d", 5000_00),
    ("MD-PE21 12.D(4)(b)", meters_of("monster-match", "D", 5000), "9s 9c 9s 9c", 5000_00),
    ("MD-PE21 12.D(5)(b)", meters_of("monster-match", "E", 5000), "9s 9c 9s 9c", 5000_00),
]


@pytest.mark.parametrize(
    ("text", "cards", "paid"),
    [pytest.param(*given, marks=clause(cited), id=cited) for cited, *given in SHARES],
)
def test_a_meter_pays_its_share_of_what_shows(text: str, cards: str, paid: int) -> None:
    """The clause's hand is dealt, and the settlement is the share of the meter that the clause names."""
    rulebook = "md-players-edge-21" if "monster" in text else "md-blackjack"

    async def play() -> None:
        rules = table(rulebook, text)[2]
        (wager,) = (each for each in rules.wagers if each.meters)
        at = await table_of(rules, Arranged(cards))
        at.house.meters.confirmed_above = 10**9
        ann = await at.come("Ann", 1)
        await place(at, ann, 1, wager.id, wager.stake.exact[0])
        await finish(at, ann)
        await at.rest()
        if rulebook == "md-players-edge-21":  # 7.O(1)(c), however little it is
            assert isinstance(await at.live.confirm_payment(ann), Refusal)
            assert not isinstance(
                await at.live.confirm_payment(await at.staff("Fay", "floorperson")), Refusal
            )
            await at.rest()
        settled = at.live.state.last_rounds[0].payments
        assert [each.returns for each in settled if each.wager == wager.id] == [paid]

    asyncio.run(play())


# -- wheels --------------------------------------------------------------------------------------------------

PRIZE = 123_456_00
DIME = "1.10"  # MD-P21 6.G(2)


def wheel_table(rulebook: str, wager: str, letter: str, community: str = "") -> TableRules:
    """Every symbol of the paytable, and of its community table, once on the wheel."""
    document = library.load(rulebook).wagers[wager]
    printed = document.paytable(letter)
    assert printed is not None
    tables = [printed, *(each for each in document.community if each.table.id == (community or letter))]
    symbols = dict.fromkeys(line.outcome for each in tables for line in each.table.lines)
    small = wager == "bonus-spin" and letter in "AB"
    stake = (DIME if rulebook == "md-pontoon-21" else "1") if small else "5"
    text = f"[wagers.{wager}]\nstake = {stake}\n"
    if wager == "bonus-spin":
        text += f'paytable = "{letter}"\ncommunity = "{letter}"\n'
    if printed.prize_min is not None:
        text += f"prize = {PRIZE // 100}\n"
    for meter in dict.fromkeys(each.name for each in document.meters if letter in each.paytables):
        text += f"[wagers.{wager}.meters.{meter}]\ninitial = 20000\nreset = 20000\nrate = 0.05\n"
    text += f"[wagers.{wager}.wheel]\n" + "".join(f"{symbol} = 1\n" for symbol in symbols)
    return table(rulebook, text)[2]


@cache
def at_the_wheel(rulebook: str, wager: str, letter: str) -> Table:
    """Ann at box 1 has triggered the wheel, Ben at box 2 has the wager too; the wheel has not stopped."""

    async def play() -> Table:
        rules = wheel_table(rulebook, wager, letter)
        cards = "Ah 9c 7d Kh 8c 9d" if wager == "bonus-spin" else "Qh 9c 6d Qc 8c Kd"
        at = await table_of(rules, Arranged(cards))
        at.house.meters.confirmed_above = 10**12
        ann, ben = await at.come("Ann", 1), await at.come("Ben", 2)
        offer = rules.wager(wager)
        assert offer is not None
        for person, box in ((ann, 1), (ben, 2)):
            await place(at, person, box, wager, offer.stake.exact[0])
        await at.say(ann, "ready")
        await at.say(ben, "ready")
        for _ in range(30):
            if at.live.state.jackpot.spin is not None:
                break
            assert at.live.due_at is not None, at.kinds()
            await at.wait(max(1, at.live.due_at - at.clock.now()))
        assert at.live.state.jackpot.spin is not None, at.kinds()
        await at.live.stop()
        return at

    return asyncio.run(play())


def paid_by(at: Table, drawn: tuple[int, ...]) -> Work:
    """What table and meters would store if the wheel stopped there."""
    state = at.live.state
    state = state._replace(jackpot=state.jackpot._replace(drawn=drawn))
    return at.house.meters.perform(at.live.id, at.live.rules, state, "pay_claim")


def returned(work: Work, wager: str) -> int:
    (settled,) = (each for each in work.events if isinstance(each, e.WagerSettled) and each.wager == wager)
    return settled.returns


def amount_in(rulebook: str, cited: str) -> int:
    """The dollars that the clause says, in our words; the prize or the meter where it names that."""
    words = library.load(rulebook).inventory.clauses[cited].statement
    if "100% of the" in words:
        return PRIZE if "prize" in words else 20_000_00
    (dollars,) = re.findall(r"pays \$([\d,]+)", words)
    return int(dollars.replace(",", "")) * 100


def symbol_cases(wager: str, letters: str, rulebook: str) -> list[object]:
    cases: list[object] = []
    for letter in letters:
        document = library.load(rulebook).wagers[wager]
        printed = document.paytable(letter)
        assert printed is not None
        for line in printed.table.lines:
            (cited,) = line.cite.clauses
            cases.append(
                pytest.param(rulebook, wager, letter, line.outcome, cited, marks=clause(cited), id=cited)
            )
    return cases


@clause("MD-P21 12.D(5)", "MD-P21 12.E(2)", "MD-BJ 13.Q(4)#2", "MD-BJ 6.G(17)")
@pytest.mark.parametrize(
    ("rulebook", "wager", "letter", "symbol", "cited"),
    [
        *symbol_cases("bonus-spin", "ABCD", "md-pontoon-21"),
        *symbol_cases("bonus-spin", "ABCD", "md-blackjack"),
        *symbol_cases("bonus-spin-xtreme", "A", "md-pontoon-21"),
    ],
)
def test_a_wheel_pays_what_it_stops_at(
    rulebook: str, wager: str, letter: str, symbol: str, cited: str
) -> None:
    at = at_the_wheel(rulebook, wager, letter)
    offer = at.live.rules.wager(wager)
    assert offer is not None
    outer, inner = wheels(offer)
    point = [name for name, _ in outer].index(symbol)
    drawn = (0, 0, point) if inner else (point,)  # seat 1 is Ann's
    claims = at.live.state.round.claims
    assert claims[0].wager == wager
    if inner and claims[0].box != 1:
        drawn = (claims[0].box - 1, 0, point)
    assert returned(paid_by(at, drawn), wager) == amount_in(rulebook, cited)


def community_cases(wager: str, rulebook: str, letters: str) -> list[object]:
    cases: list[object] = []
    for each in library.load(rulebook).wagers[wager].community:
        if each.table.id in letters:
            for line in each.table.lines:
                (cited,) = line.cite.clauses
                given = (rulebook, wager, each.table.id, line.outcome, cited)
                cases.append(pytest.param(*given, marks=clause(cited), id=cited))
    return cases


@clause("MD-P21 12.D(8)(a)", "MD-BJ 13.Q(5)#2(a)", "MD-BJ 13.Q(5)#2(b)")
@pytest.mark.parametrize(
    ("rulebook", "wager", "letter", "symbol", "cited"),
    [
        *community_cases("bonus-spin", "md-pontoon-21", "ABCD"),
        *community_cases("bonus-spin", "md-blackjack", "ABCD"),
    ],
)
def test_a_symbol_with_two_amounts_pays_every_other_player_the_second(
    rulebook: str, wager: str, letter: str, symbol: str, cited: str
) -> None:
    at = at_the_wheel(rulebook, wager, letter)
    offer = at.live.rules.wager(wager)
    assert offer is not None
    work = paid_by(at, ([name for name, _ in offer.wheel].index(symbol),))
    (bonus,) = (each for each in work.events if isinstance(each, BonusPaid))
    assert (bonus.box, bonus.amount) == (2, amount_in(rulebook, cited))
    assert returned(work, wager) == int(symbol.split("-")[1]) * 100


@clause("MD-P21 12.D(5)", "MD-P21 12.D(8)(b)")
def test_what_a_submission_adds_to_a_prize_is_paid_with_it() -> None:
    """The stake comes back (I-119), the community amount goes to who spins too (I-98): at the table as in the
    exact return."""
    at = at_the_wheel("md-pontoon-21", "bonus-spin", "A")
    offer = at.live.rules.wager("bonus-spin")
    assert offer is not None
    claim = at.live.state.round.claims[0]
    symbols = [name for name, _ in offer.wheel]
    two, one = symbols.index("usd-250-and-usd-100-symbol"), symbols.index("usd-50-symbol")
    plain = {point: spinner_prize(offer, (point,))[0].amount for point in (two, one)}
    assert (plain[two], plain[one]) == (250_00, 50_00)
    chosen = {"stake_returned_with_prize": True, "community_goes_to": "all_bettors"}
    more = replace(offer, options=tuple({**dict(offer.options), **chosen}.items()))
    rules = replace(
        at.live.rules, wagers=tuple(more if each is offer else each for each in at.live.rules.wagers)
    )
    for point, added in ((two, 100_00), (one, 0)):
        state = at.live.state._replace(jackpot=at.live.state.jackpot._replace(drawn=(point,)))
        assert award_of(rules, state).prize.amount == plain[point] + added + claim.stake


@clause("MD-P21 12.E(5)(a)", "MD-P21 12.E(5)(b)")
@pytest.mark.parametrize(
    ("rulebook", "wager", "letter", "symbol", "cited"),
    community_cases("bonus-spin-xtreme", "md-pontoon-21", "A"),
)
def test_the_inner_wheel_pays_everybody_but_the_hot_spot(
    rulebook: str, wager: str, letter: str, symbol: str, cited: str
) -> None:
    at = at_the_wheel(rulebook, wager, letter)
    offer = at.live.rules.wager(wager)
    assert offer is not None
    point = [name for name, _ in wheels(offer)[1]].index(symbol)
    claim = at.live.state.round.claims[0]
    other = next(seat for seat in (1, 2) if seat != claim.box)
    for seat in (other, 5):  # the other player is the hot spot, or nobody is
        assert returned(paid_by(at, (seat - 1, point, 0)), wager) == amount_in(rulebook, cited)
