"""What happens at a table besides its rounds, and what happens to people. Rounds have core's own events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds.command import Command
from vingt.core.rules.procedure import Step

Json = dict[str, Any]
ShuffleBy = Literal["manual", "batch", "continuous"]
BurnedFor = Literal["load", "dealer_change", "shoe_ran_short"]
ShoeEnd = Literal["cover_card", "every_round", "ran_short", "ordered", "table_closed", "idle", "history_lost"]
RoleName = Literal["player", "auditor", "administrator"]
Pace = Literal["calm", "normal", "turbo"]  # the slowest first

DEALER_CUTS = ""  # the person who cuts when no player does


class Place(NamedTuple):
    """Where a card lies: the number of the shoe at this table, and how many cards come out before it."""

    shoe: int
    at: int


# -- the table ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableOpened:
    """`submission` is what the operator filed, `rules` what it resolved to and what this table is played by
    for ever, `identity` theirs. `program` and `document` are digests of what resolved it: the installed
    package and the rulebook's file."""

    kind: ClassVar[str] = "table_opened"
    name: str
    rulebook: str
    submission: Json
    identity: str
    rules: Json
    private: bool
    by: str
    program: str = ""
    document: str = ""


@dataclass(frozen=True, slots=True)
class TableClosed:
    kind: ClassVar[str] = "table_closed"
    by: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    kind: ClassVar[str] = "seat_taken"
    person: str
    box: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    kind: ClassVar[str] = "seat_left"
    person: str
    box: int


@dataclass(frozen=True, slots=True)
class PersonEjected:
    """By an administrator; that the boxes are given up and the chips go back follows."""

    kind: ClassVar[str] = "person_ejected"
    person: str
    by: str


@dataclass(frozen=True, slots=True)
class BoxShared:
    """Whether the holder of a box lets others wager on it."""

    kind: ClassVar[str] = "box_shared"
    person: str
    box: int
    shared: bool


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """Chips came to the table; `chips_bought` in the people stream is its other half."""

    kind: ClassVar[str] = "bought_in"
    person: str
    amount: int


@dataclass(frozen=True, slots=True)
class CashedOut:
    kind: ClassVar[str] = "cashed_out"
    person: str
    amount: int


@dataclass(frozen=True, slots=True)
class PaceSet:
    """How fast the person would have the cards come; the table takes the slowest pace of those who sit."""

    kind: ClassVar[str] = "pace_set"
    person: str
    pace: Pace


# -- the shoe ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShoeOpened:
    """The cards were counted and found complete; `from_discards` when the shoe before ran short."""

    kind: ClassVar[str] = "shoe_opened"
    shoe: int
    decks: int
    cards: int
    steps: tuple[Step, ...]
    cite: Cite
    from_discards: bool = False


@dataclass(frozen=True, slots=True)
class ShoeShuffled:
    """`commitment` binds nonce and order, and from scheme 2 on table, shoe and `rules` too (`shuffle.py`);
    `sealed` holds nonce and order, encrypted."""

    kind: ClassVar[str] = "shoe_shuffled"
    shoe: int
    by: ShuffleBy
    commitment: str
    sealed: str
    steps: tuple[Step, ...]
    cite: Cite
    scheme: int = 1
    rules: str = ""


@dataclass(frozen=True, slots=True)
class SeedGiven:
    """A player's share in the order of the shoe, fixed between the commitment and the first card."""

    kind: ClassVar[str] = "seed_given"
    shoe: int
    person: str
    seed: str


@dataclass(frozen=True, slots=True)
class CutOffered:
    """A place from `least` to `most`: how many cards lie above the cover card."""

    kind: ClassVar[str] = "cut_offered"
    shoe: int
    person: str
    box: int
    least: int
    most: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class CutDeclined:
    kind: ClassVar[str] = "cut_declined"
    shoe: int
    person: str
    box: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class CutMade:
    """`place` cards went from the top to the bottom. An empty `person` is the dealer."""

    kind: ClassVar[str] = "cut_made"
    shoe: int
    person: str
    place: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class CoverCardPlaced:
    """`after` cards come out before the cover card does."""

    kind: ClassVar[str] = "cover_card_placed"
    shoe: int
    after: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeLoaded:
    """The stack is in the shoe: cards can come out."""

    kind: ClassVar[str] = "shoe_loaded"
    shoe: int


@dataclass(frozen=True, slots=True)
class CardsBurned:
    """Face down: where they lay, not what they are."""

    kind: ClassVar[str] = "cards_burned"
    shoe: int
    first: int
    count: int
    why: BurnedFor
    cite: Cite


@dataclass(frozen=True, slots=True)
class CoverCardOut:
    """`box` is the one whose card would have been next; 0 is the dealer."""

    kind: ClassVar[str] = "cover_card_out"
    shoe: int
    box: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeEnded:
    kind: ClassVar[str] = "shoe_ended"
    shoe: int
    why: ShoeEnd
    dealt: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeRevealed:
    """The order as committed (before the cut) and the nonce: anyone can now check both."""

    kind: ClassVar[str] = "shoe_revealed"
    shoe: int
    nonce: str
    order: tuple[Card, ...]


# -- rounds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundStarted:
    kind: ClassVar[str] = "round_started"
    round: int


@dataclass(frozen=True, slots=True)
class Commanded:
    """The command core accepted; the round events right after it are all that it caused."""

    kind: ClassVar[str] = "commanded"
    command: Command


@dataclass(frozen=True, slots=True)
class ReadySaid:
    """No more wagers from this person in this round; when a shoe ends: no need to wait before the shuffle."""

    kind: ClassVar[str] = "ready_said"
    person: str


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """`clock` names the question that got its default; the command that gives it follows."""

    kind: ClassVar[str] = "clock_ran_out"
    clock: str
    person: str
    box: int = 0
    hand: int = 0


# -- people ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GuestWelcomed:
    kind: ClassVar[str] = "guest_welcomed"
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class AccountMade:
    """`password` is an argon2 hash. A guest who makes an account keeps person and purse."""

    kind: ClassVar[str] = "account_made"
    person: str
    login: str
    name: str
    password: str


@dataclass(frozen=True, slots=True)
class PasswordChanged:
    kind: ClassVar[str] = "password_changed"
    person: str
    password: str


@dataclass(frozen=True, slots=True)
class RoleGiven:
    kind: ClassVar[str] = "role_given"
    person: str
    role: RoleName
    by: str


@dataclass(frozen=True, slots=True)
class PasswordReset:
    """An administrator's doing: the password is good for choosing another one, and for nothing else."""

    kind: ClassVar[str] = "password_reset"
    person: str
    password: str
    by: str


@dataclass(frozen=True, slots=True)
class RoleTaken:
    kind: ClassVar[str] = "role_taken"
    person: str
    role: RoleName
    by: str


@dataclass(frozen=True, slots=True)
class PersonBlocked:
    """No session any more, and none to come."""

    kind: ClassVar[str] = "person_blocked"
    person: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class PersonUnblocked:
    kind: ClassVar[str] = "person_unblocked"
    person: str
    by: str


@dataclass(frozen=True, slots=True)
class SessionsEnded:
    """Every session of the person but the one whose hash is `but`, should one be named."""

    kind: ClassVar[str] = "sessions_ended"
    person: str
    by: str
    but: str = ""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """With login and password, from here: who did so once is not kept out by what others try elsewhere."""

    kind: ClassVar[str] = "signed_in"
    person: str
    address: str


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """`token` is the SHA-256 of the session token, which is kept nowhere."""

    kind: ClassVar[str] = "session_opened"
    person: str
    token: str


@dataclass(frozen=True, slots=True)
class SessionClosed:
    kind: ClassVar[str] = "session_closed"
    person: str
    token: str


@dataclass(frozen=True, slots=True)
class ReturnCodeMade:
    """`code` is the SHA-256 of what brings a guest back to the purse; the one before is void."""

    kind: ClassVar[str] = "return_code_made"
    person: str
    code: str


@dataclass(frozen=True, slots=True)
class SignInFailed:
    """No account has this login and password; which of the two was wrong is not said here either."""

    kind: ClassVar[str] = "sign_in_failed"
    login: str
    address: str


@dataclass(frozen=True, slots=True)
class PurseFilled:
    """Demo money out of nothing."""

    kind: ClassVar[str] = "purse_filled"
    person: str
    amount: int


@dataclass(frozen=True, slots=True)
class ChipsBought:
    """Money left the purse for a table."""

    kind: ClassVar[str] = "chips_bought"
    person: str
    table: str
    amount: int


@dataclass(frozen=True, slots=True)
class ChipsReturned:
    kind: ClassVar[str] = "chips_returned"
    person: str
    table: str
    amount: int


# -- the house ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HouseStarted:
    """What runs: `program` is a digest of the installed package, `rulebooks` one of each rulebook's file.
    `generation` rises whenever history was lost."""

    kind: ClassVar[str] = "house_started"
    vingt: str
    program: str
    rulebooks: Json
    generation: int


@dataclass(frozen=True, slots=True)
class HouseStopped:
    kind: ClassVar[str] = "house_stopped"
    vingt: str
    program: str
    why: str


@dataclass(frozen=True, slots=True)
class RulesAccepted:
    """Somebody took responsibility for a rulebook that is not what it was at the start before."""

    kind: ClassVar[str] = "rules_accepted"
    rulebook: str
    changed: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Versions `first` to `last` of a stream were acknowledged once and are in the log no more."""

    stream: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class HistoryLost:
    """The log is older than a head that was kept; every shoe in play ends, for its cards may be known."""

    kind: ClassVar[str] = "history_lost"
    generation: int
    missing: tuple[Missing, ...]
    why: str
    by: str


@dataclass(frozen=True, slots=True)
class FaultSeen:
    kind: ClassVar[str] = "fault_seen"
    what: str


@dataclass(frozen=True, slots=True)
class FaultEnded:
    kind: ClassVar[str] = "fault_ended"
    what: str


@dataclass(frozen=True, slots=True)
class WentOutOfService:
    kind: ClassVar[str] = "went_out_of_service"
    table: str
    why: str


@dataclass(frozen=True, slots=True)
class CameBackIntoService:
    kind: ClassVar[str] = "came_back_into_service"
    table: str


HouseEvent = (
    HouseStarted
    | HouseStopped
    | RulesAccepted
    | HistoryLost
    | FaultSeen
    | FaultEnded
    | WentOutOfService
    | CameBackIntoService
)
TableEvent = (
    TableOpened
    | TableClosed
    | SeatTaken
    | SeatLeft
    | PersonEjected
    | BoxShared
    | BoughtIn
    | CashedOut
    | PaceSet
    | ShoeOpened
    | ShoeShuffled
    | SeedGiven
    | CutOffered
    | CutDeclined
    | CutMade
    | CoverCardPlaced
    | ShoeLoaded
    | CardsBurned
    | CoverCardOut
    | ShoeEnded
    | ShoeRevealed
    | RoundStarted
    | Commanded
    | ReadySaid
    | ClockRanOut
)
PeopleEvent = (
    GuestWelcomed
    | AccountMade
    | PasswordChanged
    | PasswordReset
    | RoleGiven
    | RoleTaken
    | PersonBlocked
    | PersonUnblocked
    | SessionOpened
    | SessionClosed
    | SessionsEnded
    | SignedIn
    | ReturnCodeMade
    | SignInFailed
    | PurseFilled
    | ChipsBought
    | ChipsReturned
)
