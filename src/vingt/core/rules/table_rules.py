"""`TableRules`: everything in force at one gaming table. The classes below are also the schema of a rulebook:
a document must give each of these fields, cited, and may give no other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from vingt.core.cards import DECK, Card, Rank, Suit
from vingt.core.cite import Cite
from vingt.core.money import Cents
from vingt.core.pays import Pay
from vingt.core.rules.carrier import BY_PEOPLE, BY_PROGRESSIVE
from vingt.core.rules.identity import BESIDE, identity_of
from vingt.core.rules.offered import OfferedWager
from vingt.core.rules.procedure import IrregularityRules, LayoutRules, OpeningRules, ShoeRules
from vingt.core.rules.settles import Settles
from vingt.core.wager_kind import MAIN

When = Literal["at_once", "at_settlement"]
Direction = Literal["clockwise", "counterclockwise"]
ChipOrMoney = Literal["chip_unit", "table_minimum"] | Cents


@dataclass(frozen=True, slots=True)
class CardRules:
    decks: int
    removed_ranks: tuple[Rank, ...]
    number_cards_count: Literal["face_value"]
    court_cards_count: int
    ace_counts: tuple[int, ...]
    cover_cards_min: int = field(metadata=BY_PEOPLE)
    deck_life_hours: int | None = field(metadata=BY_PEOPLE)

    @property
    def shoe(self) -> tuple[Card, ...]:
        """Every card of a full shoe, deck by deck."""
        return tuple(card for card in DECK if card.rank not in self.removed_ranks) * self.decks


@dataclass(frozen=True, slots=True)
class BoxRules:
    seats: int
    per_player: int
    adjacent_only: bool
    bettors_max: int
    decided_by: Literal["only_bettor", "seated_then_largest", "first_bettor"]
    co_bettor_doubles: Literal["none", "optional"]
    co_bettor_splits: Literal["none", "cover_or_name_one", "cover_or_first_hand"]
    co_bettor_surrenders: Literal["none", "caller_for_all", "each"]
    co_bettor_super_bonus: Literal["none", "own_wager", "caller_only"]
    co_bettor_doubled_bonus: Literal["withheld", "own_wager"] = "withheld"


@dataclass(frozen=True, slots=True)
class WageringRules:
    locks_at: Literal["first_card", "no_more_bets"]
    main_wager_required: Literal[True]
    minimum: Cents
    maximum: Cents
    chip_unit: Cents
    chips: tuple[Cents, ...]
    late_wager: Literal["refused"]
    withdrawn_wager: Literal["refused", "still_plays"]
    coupons_accepted: bool
    coupons_count_for_super_bonus: bool
    mid_shoe_entry: Literal["open", "barred_after_missed_round"]
    payout_limit: Cents | None
    payout_limit_is: Literal["cap", "display"]


@dataclass(frozen=True, slots=True)
class DealRules:
    direction: Direction
    first_card: Literal["face_up", "face_down"]
    dealer_first_card: Literal["face_up", "face_down"]
    second_card: Literal["face_up", "face_down"]
    drawn_cards: Literal["face_up", "face_down"]


@dataclass(frozen=True, slots=True)
class DealerRules:
    second_card: Literal["after_players", "hole_unchecked", "hole_reader"]
    checked_up_cards: tuple[Rank, ...]
    stands_on_hard: int
    soft17: Literal["H17", "S17"]
    draws_when_idle: bool

    @property
    def hits_soft_17(self) -> bool:
        return self.soft17 == "H17"

    @property
    def takes_hole_card(self) -> bool:
        return self.second_card != "after_players"

    def looks_under(self, up: Rank) -> bool:
        """Whether the hole card is read for a natural before the players act."""
        return self.second_card == "hole_reader" and up in self.checked_up_cards


@dataclass(frozen=True, slots=True)
class PlayRules:
    direction: Direction
    no_draw_from: int


@dataclass(frozen=True, slots=True)
class NaturalRules:
    """Ace and ten-value card as the first two cards: "Blackjack" or "Pontoon"."""

    name: str = field(metadata=BESIDE)
    on_split_hand: bool
    paid_against_plain_up_card: When
    paid_against_checked_up_card: When


@dataclass(frozen=True, slots=True)
class TwentyOneRules:
    """A player's 21 that is no natural."""

    paid: When


@dataclass(frozen=True, slots=True)
class DealerNaturalRules:
    """What a dealer natural that comes after the players' decisions takes from doubled and split hands."""

    collects: Literal["original_plus_busted", "original_only", "original_or_busted", "each_hand", "all"]


@dataclass(frozen=True, slots=True)
class DoubleRules:
    cards_min: int
    cards_max: int | None
    after_split: bool
    up_to: Literal["original_wager", "existing_wager"]
    for_less: Literal["allowed", "barred", "first_only"]
    minimum: ChipOrMoney
    times_max: int
    cards_dealt: Literal[1]
    card_face: Literal["face_up", "face_down"]
    first_two_aces_count_one: bool
    pays: Pay


@dataclass(frozen=True, slots=True)
class RescueRules:
    total_max: int
    until: Literal["next_hand", "dealer_card"]
    returns: Literal["last_raise", "first_only", "all_raises"]


@dataclass(frozen=True, slots=True)
class SplitRules:
    pairs_by: Literal["value", "rank"]
    wager: Literal["equal_to_original"]
    hands_max: int
    aces_hands_max: int
    aces_draw: bool
    aces_double: bool
    first_hand: Literal["dealers_left"]


@dataclass(frozen=True, slots=True)
class SurrenderRules:
    offered: bool
    up_cards: tuple[Rank, ...]
    forfeits: Fraction
    window: Literal["own_turn", "before_any_draw"]
    after_split: bool
    settles_against_plain_up_card: Literal["at_once", "at_reveal"]
    settles_against_checked_up_card: Literal["at_once", "at_reveal"]
    dealer_natural_takes: Literal["whole_wager", "forfeit_only"]


@dataclass(frozen=True, slots=True)
class InsuranceRules:
    up_cards: tuple[Rank, ...]
    limit: Fraction
    rounds_to_chip: Literal["up", "down"]
    minimum: ChipOrMoney
    lost_when: Literal["at_check", "at_disclosure"]
    even_money: bool


@dataclass(frozen=True, slots=True)
class MainPays:
    win: Pay
    natural: Pay
    even_money: Pay | None


@dataclass(frozen=True, slots=True)
class BonusLine:
    """One way a winning 21 pays better: by its number of cards, or by its ranks and suits."""

    outcome: str
    pays: Pay
    cite: Cite
    cards: int | None = None
    ranks: tuple[Rank, ...] = ()
    suits: Literal["any", "one", "mixed"] | Suit = "any"


@dataclass(frozen=True, slots=True)
class BonusRules:
    lines: tuple[BonusLine, ...]
    longest_line_covers_more_cards: bool
    survives_split: bool
    survives_double: bool
    highest_line_only: Literal[True]


@dataclass(frozen=True, slots=True)
class SuperBonusTier:
    outcome: str
    wager_min: Cents
    wager_below: Cents | None
    pays: Pay
    cite: Cite


@dataclass(frozen=True, slots=True)
class EnvyPay:
    """What every other player gets; `holding` asks for that rank among the receiver's first two cards."""

    outcome: str
    pays: Pay
    cite: Cite
    holding: Rank | None = None
    not_holding: Rank | None = None


@dataclass(frozen=True, slots=True)
class SuperBonusRules:
    ranks: tuple[Rank, ...]
    suits: Literal["one"]
    dealer_up_card: Rank
    tiers: tuple[SuperBonusTier, ...]
    envy: tuple[EnvyPay, ...]
    survives_split: bool
    survives_double: bool
    added_to_bonus: Literal[True]
    envy_unit: Literal["player", "box", "wager"]
    envy_repeats: Literal["each_hand", "once_per_round"]
    envy_below_lowest_tier: bool
    envy_pays_winning_double: bool


@dataclass(frozen=True, slots=True)
class SettlementRules:
    procedure: Literal["one_pass", "losers_then_winners"]
    direction: Direction
    rounding: Literal["to_player", "to_house"]
    payout_unit: Cents
    void_round_settled_wagers: Literal["stand", "unwind"]
    meter_winners: Literal["sequential", "equal_share"] | None = field(metadata=BY_PROGRESSIVE)


@dataclass(frozen=True, slots=True)
class VariantRules:
    """How the game is dealt."""

    game: Literal["standard", "switch", "hand_dealt", "electronic"]
    shoe: Literal["single", "double"]
    options: tuple[tuple[str, str], ...] = field(metadata=BY_PEOPLE)


@dataclass(frozen=True)
class TableRules:
    rulebook: str
    cites_as: str = field(metadata=BESIDE)
    title: str = field(metadata=BESIDE)
    main_wager: str = field(metadata=BESIDE)
    currency: str
    cards: CardRules
    boxes: BoxRules
    wagering: WageringRules
    deal: DealRules
    dealer: DealerRules
    play: PlayRules
    natural: NaturalRules
    twenty_one: TwentyOneRules
    settles: Settles
    dealer_natural: DealerNaturalRules
    double: DoubleRules
    rescue: RescueRules | None
    split: SplitRules
    surrender: SurrenderRules
    insurance: InsuranceRules
    pays: MainPays
    bonus: BonusRules | None
    super_bonus: SuperBonusRules | None
    settlement: SettlementRules
    shoe: ShoeRules
    opening: OpeningRules = field(metadata=BESIDE)
    irregularity: IrregularityRules
    layout: LayoutRules = field(metadata=BESIDE)
    variant: VariantRules
    wagers: tuple[OfferedWager, ...]
    cites: tuple[tuple[str, Cite], ...] = field(metadata=BESIDE)
    edition: int = field(default=0, metadata=BESIDE)  # of the rulebook; 0 where that is in no library

    @property
    def address(self) -> str:
        """The edition of the rulebook that they were resolved by."""
        return f"{self.rulebook}@{self.edition}" if self.edition else self.rulebook

    @cached_property
    def _cite_of(self) -> Mapping[str, Cite]:
        rows = {path: row.cite for path, row in self.settles.by_path.items()}
        return MappingProxyType(rows | dict(self.cites))

    @cached_property
    def _joined(self) -> dict[tuple[str, ...], Cite]:
        return {}

    def cite(self, *paths: str) -> Cite:
        """The clauses and readings behind one or more fields, named as "double.cards_min", or behind what
        settles a hand, named as "settles.21.natural"."""
        found = self._joined.get(paths)
        if found is None:
            found = sum((self._cite_of[path] for path in paths), Cite())
            self._joined[paths] = found
        return found

    def wager(self, name: str) -> OfferedWager | None:
        return next((wager for wager in self.wagers if wager.id == name), None)

    @property
    def asked_wager(self) -> OfferedWager | None:
        """The wager that the round asks for: insurance."""
        return next((wager for wager in self.wagers if wager.placed == "when_asked"), None)

    @property
    def side_wagers(self) -> tuple[OfferedWager, ...]:
        """Those that are laid before the deal."""
        return tuple(wager for wager in self.wagers if wager.placed == "before_deal")

    def wager_name(self, wager: str) -> str:
        """What people call money that commands and events name."""
        offered = self.wager(wager)
        if offered is not None:
            return offered.name
        return self.main_wager if wager == MAIN else wager.replace("-", " ")

    @cached_property
    def identity(self) -> str:
        """The same for all rules that play alike under one rulebook, whatever they are called and cite."""
        return self._played

    @cached_property
    def _played(self) -> str:
        return identity_of(self)

    def plays_like(self, other: TableRules) -> bool:
        """Whether rounds under both are the same, though one has an identity of an older form."""
        return self._played == other._played

    def known_as(self, identity: str) -> TableRules:
        """These rules under the identity that an older form gave them; a copy that is changed has its own."""
        kept = replace(self)
        vars(kept)["identity"] = identity
        return kept

    @cached_property
    def _content(self) -> int:
        """Of everything, title and cites included: rules are looked up by at each step of a round."""
        text = json.dumps(plain(self), separators=(",", ":"))
        return int.from_bytes(hashlib.sha256(text.encode()).digest())

    def __hash__(self) -> int:
        return hash(self._content)

    def __eq__(self, other: object) -> bool:
        """The same to the letter. Rules that only play alike have one `identity`."""
        return self is other or (isinstance(other, TableRules) and self._content == other._content)

    def __getstate__(self) -> dict[str, object]:
        """Only what is in force travels, and under which name; what was looked up on the way is made anew."""
        kept = {each.name: getattr(self, each.name) for each in fields(self)}
        return kept | {"identity": self.identity}


def plain(value: object) -> object:
    """Rules as JSON values: dataclasses as objects, payments and fractions as printed, money as cents."""
    if isinstance(value, Pay):
        return str(value)
    if isinstance(value, Cite):
        return value.as_json()
    if isinstance(value, Fraction):
        return str(value)
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value
