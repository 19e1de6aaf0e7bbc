"""Double entry in whole cents, derived from events: what an event moves sums to zero."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never, get_args

from vingt.core.progressive.meter import MeterState
from vingt.core.progressive.meter import evolve as evolve_meter
from vingt.core.rounds import event as e
from vingt.core.rounds.state import RoundState
from vingt.core.wager_kind import MAIN
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log import people_events as p
from vingt.live.log import progressive_events as j
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import event_of
from vingt.live.log.kinds import METER_EVENTS, StreamEvent
from vingt.live.log.store import METER, TABLE

ISSUE = "issue"  # demo money comes from here, so this account is minus all of it


class Posting(NamedTuple):
    account: str
    amount: int


def purse(person: str) -> str:
    return f"purse/{person}"


def rack(table: str, person: str) -> str:
    """A person's chips at a table."""
    return f"rack/{table}/{person}"


def play(table: str) -> str:
    """Wagers on the layout; nothing between rounds."""
    return f"play/{table}"


def inventory(table: str) -> str:
    """The table's own chips: what players lost, less what they won, and what fills and credits changed."""
    return f"inventory/{table}"


def bank(table: str) -> str:
    """The house's other chips: less by what filled this table's inventory, more by what was credited."""
    return f"bank/{table}"


def cage(table: str) -> str:
    """Money on its way between purses and racks: always nothing, or one half of a move is missing."""
    return f"cage/{table}"


# -- what an event moves -----------------------------------------------------------------------------------


class ChipMove(NamedTuple):
    """Cents into a person's rack, onto the layout, into the table's inventory and into the cage, or (below
    zero) out of it; None where the event has nothing to do with it. All of them together are zero."""

    person: str
    rack: int
    play: int | None = None
    inventory: int | None = None
    cage: int | None = None
    bank: int | None = None


# The events of a table that move no money. Whatever is not named here has an arm in `moved`, or mypy objects.
Moneyless = (
    t.ShoeEvent
    | t.TableOpened
    | t.TableClosed
    | f.LimitsPosted
    | f.DealingStopped
    | f.DealingResumed
    | f.IrregularityReported
    | f.IrregularityNoted
    | f.CouponIssued
    | f.PlayerReadmitted
    | f.ClocksSet
    | f.GamingDaySet
    | t.DecksCounted
    | f.ReshuffleOrdered
    | f.ChipsOrdered
    | f.ChipOrderWithdrawn
    | t.DealerCame
    | t.DealerLeft
    | t.StepPerformed
    | f.AbsentAnswered
    | t.WagerCalled
    | t.SeatTaken
    | t.SeatLeft
    | t.EjectionOrdered
    | t.PersonEjected
    | t.BoxShared
    | t.PaceSet
    | t.RoundStarted
    | t.Commanded
    | t.ReadySaid
    | t.ClockRanOut
    | j.TerminalPressed
    | j.WheelSpun
    | j.WheelStopped
    | j.SpinEnabled
    | j.SpinDisabled
    | j.JackpotCancelled
    | j.PaymentHeld
    | j.PaymentConfirmed
    | j.PaymentVoided
    | j.BonusDrawn
    | j.ContributionsMade
    | e.BettingClosed
    | e.StageReached
    | e.CardDealt
    | e.UnseenCardDealt
    | e.InsuranceDeclined
    | e.HoleChecked
    | e.HoleRevealed
    | e.DoubleCardTurned
    | e.HandTurned
    | e.CardRequested
    | e.WagerStayed
    | e.HandSurrendered
    | e.CardsSwitched
    | e.HandRescued
    | e.HandFinished
    | e.Asked
    | e.Answered
    | e.DealerFinished
    | e.ClaimRaised  # the stake lies on the layout until the claim is answered
    | e.CardSetAside
    | e.CardHeld
    | e.CardCarriedOver
    | e.CardExposed
    | e.ExposedCardTaken
    | e.ExposedCardRefused
    | e.DealReordered
    | e.HandDelayed
    | e.ShoeRefilled
    | e.ReaderIncident
    | e.WrongSideStands
    | e.WagersStand
    | e.RoundVoided  # what goes back is settled
    | e.CardsWithdrawn
    | e.RoundEnded
)


def moved(event: StreamEvent, placed: int = 0) -> ChipMove | None:
    """`placed` is what already lay there for a wager placed again: an event names the whole wager."""
    if isinstance(event, Moneyless):
        return None
    match event:
        case t.BoughtIn(person, amount):
            return ChipMove(person, amount, cage=-amount)
        case t.CashedOut(person, amount):
            return ChipMove(person, -amount, cage=amount)
        case f.ChipsCounted(amount=amount):
            return ChipMove("", 0, inventory=amount, bank=-amount)
        case e.WagerPlaced(player=player, amount=amount):
            return ChipMove(player, placed - amount, play=amount - placed)
        case (
            e.InsurancePlaced(player=player, amount=amount)
            | e.HandDoubled(player=player, amount=amount)
            | e.HandSplit(player=player, amount=amount)
            | e.SplitCovered(player=player, amount=amount)
        ):
            return ChipMove(player, -amount, play=amount)
        case e.WagerWithdrawn(player=player, amount=amount):
            return ChipMove(player, amount, play=-amount)
        case e.WagerSettled(player=player, stake=stake, returns=returns):
            return ChipMove(player, returns, play=-stake, inventory=stake - returns)
        case t.WagerReopened(player=player, stake=stake, returns=returns):
            return ChipMove(player, -returns, play=stake, inventory=returns - stake)
        case e.WagerUnwound(player=player, amount=amount) | j.BonusPaid(player=player, amount=amount):
            return ChipMove(player, amount, inventory=-amount)
        case _:
            assert_never(event)


def chips_moved(before: RoundState, event: StreamEvent) -> tuple[str, int] | None:
    """What an event of a table's stream puts into a person's rack, or (below zero) takes from it."""
    placed = 0
    if isinstance(event, e.WagerPlaced):
        placed = wager_before(before, event.player, event.box, event.wager)
    move = moved(event, placed)
    return None if move is None or not move.person else (move.person, move.rack)


def wager_before(state: RoundState, player: str, box: int, wager: str) -> int:
    box_there = state.box(box)
    bettor = box_there.bettor(player) if box_there else None
    if bettor is None:
        return 0
    if wager == MAIN:
        return bettor.main
    side = bettor.side(wager)
    return side.amount if side else 0


def table_postings(table: str, event: StreamEvent, placed: int = 0) -> tuple[Posting, ...]:
    move = moved(event, placed)
    if move is None:
        return ()
    others = (
        (play(table), move.play),
        (inventory(table), move.inventory),
        (cage(table), move.cage),
        (bank(table), move.bank),
    )
    chips = (Posting(rack(table, move.person), move.rack),) if move.person else ()
    return *chips, *(Posting(account, amount) for account, amount in others if amount is not None)


# The events of people that move no money; what is not named here has an arm in `people_postings`.
PeopleMoneyless = (
    p.GuestWelcomed
    | p.AccountMade
    | p.PasswordChanged
    | p.PasswordReset
    | p.RoleGiven
    | p.RoleTaken
    | p.PersonBlocked
    | p.PersonUnblocked
    | p.SessionOpened
    | p.SessionClosed
    | p.SessionsEnded
    | p.SignedIn
    | p.ReturnCodeMade
    | p.SignInFailed
)


def people_postings(event: p.PeopleEvent) -> tuple[Posting, ...]:
    if isinstance(event, PeopleMoneyless):
        return ()
    match event:
        case p.PurseFilled(person, amount):
            return Posting(purse(person), amount), Posting(ISSUE, -amount)
        case p.ChipsBought(person, table, amount):
            return Posting(purse(person), -amount), Posting(cage(table), amount)
        case p.ChipsReturned(person, table, amount):
            return Posting(purse(person), amount), Posting(cage(table), -amount)
        case _:
            assert_never(event)


TABLE_MONEY = frozenset(each.kind for each in {*get_args(StreamEvent)} - {*get_args(Moneyless)})
PEOPLE_MONEY = frozenset(each.kind for each in {*get_args(p.PeopleEvent)} - {*get_args(PeopleMoneyless)})


# -- the books ---------------------------------------------------------------------------------------------


class Faulty(NamedTuple):
    """What the books cannot accept, and the event that brought it."""

    stream: str
    version: int
    what: str


class Ledger:
    """Balances after the events it followed, each stream from its start; faults are kept, not raised."""

    def __init__(self) -> None:
        self.balances: defaultdict[str, int] = defaultdict(int)
        self.faults: list[Faulty] = []
        self._placed: dict[str, dict[tuple[str, int, str], int]] = defaultdict(dict)
        self.meters: defaultdict[str, MeterState] = defaultdict(MeterState)

    def follow(self, stored: StoredEvent) -> None:
        if stored.stream.startswith(METER):
            self._meter(stored)
            return
        table = stored.stream.removeprefix(TABLE)
        if stored.kind == t.RoundStarted.kind:
            self._placed[table].clear()
        elif stored.kind == e.RoundEnded.kind and self.balances[play(table)]:
            self._fault(stored, f"the round is over and {self.balances[play(table)]} cents lie on the layout")
        if stored.stream == table and stored.kind in PEOPLE_MONEY:
            self.post(stored, people_postings(event_of(stored)))
        elif stored.stream != table and stored.kind in TABLE_MONEY:
            event = event_of(stored)
            self.post(stored, table_postings(table, event, self._already(table, event)))

    def _meter(self, stored: StoredEvent) -> None:
        """What a meter shows, has in reserve and has yet to pay is owed to players, whoever will win it."""
        if stored.kind not in METER_EVENTS:
            self._fault(stored, f"{stored.kind} does not belong into a meter's stream")
            return
        before = self.meters[stored.stream]
        after = self.meters[stored.stream] = evolve_meter(before, event_of(stored))
        owed = after.owed - before.owed
        name = stored.stream.removeprefix(METER)
        self.post(stored, (Posting(f"meter/{name}", owed), Posting(f"funding/{name}", -owed)))
        if after.unaccounted:
            self._fault(stored, f"{after.unaccounted} cents of the meter are neither paid, held nor shown")

    def _already(self, table: str, event: object) -> int:
        placed = self._placed[table]
        match event:
            case e.WagerPlaced(player=player, box=box, wager=wager, amount=amount):
                before = placed.get((player, box, wager), 0)
                placed[player, box, wager] = amount
                return before
            case e.WagerWithdrawn(player=player, box=box, wager=wager):
                placed.pop((player, box, wager), None)
                return 0
            case _:  # no other event names a wager that lies already
                return 0

    def post(self, stored: StoredEvent, postings: Iterable[Posting]) -> None:
        posted = tuple(postings)
        if sum(posting.amount for posting in posted):
            self._fault(stored, "its postings do not sum to zero")
        for account, amount in posted:
            self.balances[account] += amount
            if self.balances[account] < 0 and account.split("/")[0] in ("purse", "rack", "play"):
                self._fault(stored, f"{account} falls to {self.balances[account]} cents")

    def _fault(self, stored: StoredEvent, what: str) -> None:
        self.faults.append(Faulty(stored.stream, stored.version, what))

    def groups(self) -> dict[str, int]:
        """The trial balance by kind of account: issue, purse, rack, play, inventory, cage; where a table was
        ever filled or credited, bank; where there are meters, what they owe and where that comes from."""
        totals: dict[str, int] = dict.fromkeys((ISSUE, "purse", "rack", "play", "inventory", "cage"), 0)
        for account, balance in self.balances.items():
            kind = account.split("/")[0]
            totals[kind] = totals.get(kind, 0) + balance
        return totals

    def won(self, table: str) -> int:
        """What the table won: its inventory, but for fills and credits."""
        return self.balances[inventory(table)] + self.balances[bank(table)]

    @property
    def total(self) -> int:
        return sum(self.balances.values())

    def open_moves(self) -> Iterator[Posting]:
        """Moves between a purse and a rack of which one half is missing."""
        for account, balance in self.balances.items():
            if account.startswith("cage/") and balance:
                yield Posting(account, balance)
