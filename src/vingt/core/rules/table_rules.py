"""`TableRules`: everything in force at one gaming table, and its clauses."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from vingt.core.cite import Cite
from vingt.core.pays import Pay
from vingt.core.rules.identity import BESIDE, identity_of
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.procedure import ConductRules, IrregularityRules, LayoutRules, OpeningRules, ShoeRules
from vingt.core.rules.sections import (
    BonusRules,
    BoxRules,
    CardRules,
    DealerNaturalRules,
    DealerRules,
    DealRules,
    DoubleRules,
    InsuranceRules,
    MainPays,
    NaturalRules,
    PlayRules,
    RescueRules,
    SettlementRules,
    SplitRules,
    SuperBonusRules,
    SurrenderRules,
    TwentyOneRules,
    VariantRules,
    WageringRules,
)
from vingt.core.rules.settles import Settles
from vingt.core.wager_kind import MAIN


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
    conduct: ConductRules | None = field(default=None, metadata=BESIDE)
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
        joined = self._joined.get(paths)
        if joined is None:
            joined = sum((self._cite_of[path] for path in paths), Cite())
            self._joined[paths] = joined
        return joined

    def wager(self, name: str) -> OfferedWager | None:
        return next((wager for wager in self.wagers if wager.id == name), None)

    @property
    def box_count(self) -> int:
        """Boxes on the layout: as many to each betting position as its player has wagers."""
        return self.boxes.on_layout(self.variant.boxes_each)

    @property
    def boxes_per_player(self) -> int:
        return self.boxes.held_at_most(self.variant.boxes_each)

    @property
    def surrender_offered(self) -> bool:
        return self.surrender.offered and not self.variant.bars_surrender

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
        kept = {field.name: getattr(self, field.name) for field in fields(self)}
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
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value
