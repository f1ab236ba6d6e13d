"""The key attributes of one index during one update."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from .attributes import AttributeMap
from .calls import WriteRequest
from .compose import KeyRole, compose, meets, roles_of
from .description import EntityKey, FieldDescription, KeyAttribute, ScalarType
from .errors import ModelError
from .field_states import FieldStates
from .key_fields import field_parts
from .shards import check_shard, shard_of_item, typed_text


@dataclass(slots=True)
class _Own:
    """An attribute that is composed."""

    key: KeyAttribute
    role: KeyRole
    fields: list[int]
    is_permanent: bool = False


class IndexUpdate:
    """One of the entity's indexes.

    The methods read the states, which must have the changes applied.
    """

    def __init__(self, request: WriteRequest, key: EntityKey, states: FieldStates) -> None:
        self._key = key
        self._states = states
        self._entity = request.entity
        self._index = request.table.indexes[key.index or 0]
        self._is_upsert = request.kind == "upsert"
        self._own: list[_Own] = []
        self._shard: int | None = None  # the field that shows the shard
        self._shard_of: int | None = None
        self._shard_type: ScalarType = "N"
        fields: set[int] = set()
        for role, attribute in roles_of(key):
            fields.update(self._add(attribute, role))
        shards = self._index.shards
        if shards is not None:
            self._shard_of = self._find(lambda field: field.name == shards.of)
            self._shard = self._find(
                lambda field: not field.key_only and field.attribute == shards.attribute
            )
            if self._shard_of is not None:
                fields.add(self._shard_of)
        # Of all attributes; for the shard the field that gives it.
        self._fields = sorted(fields)

    def _add(self, attribute: KeyAttribute, role: KeyRole) -> list[int]:
        """Adds a key attribute and returns its fields."""
        shards = self._index.shards
        if shards is not None and attribute.attribute == shards.attribute:
            self._shard_type = attribute.type
            return []
        fields = sorted(part.field for part in field_parts(attribute))
        # The attributes of the primary key, which inverted indexes use, never change.
        primary = [one.attribute for one in self._entity.primary.all()]
        if not attribute.natural and attribute.attribute not in primary:
            self._own.append(_Own(attribute, role, fields))
        return fields

    # ---- the parts that the update concerns

    def concerns_all(self) -> bool:
        """Returns true if the update concerns all attributes of the index.

        It does so if it changes a field that decides whether the index holds the item.
        """
        return (
            self._is_upsert
            or (self._key.when is not None and self._states.changed(self._key.when.field))
            or any(
                self._info(field).optional and self._states.changed(field) for field in self._fields
            )
        )

    def writes_any(self) -> bool:
        """Returns false for an index that needs no writes, whether it has the item or not.

        A permanent attribute is written because of the index that makes it permanent, and a
        natural one by the change itself.
        """
        return self._index.shards is not None or any(not own.is_permanent for own in self._own)

    def concerned(self) -> bool:
        """Returns true if the update concerns any attribute of the index."""
        return self.concerns_all() or self._any_of_own_changes()

    def shares_attribute(self, other: IndexUpdate) -> bool:
        """Returns true if both indexes have the same attribute and this one may remove it."""
        return any(not own.is_permanent and other._has_own(own.key.attribute) for own in self._own)

    def mark_permanent(self, other: IndexUpdate) -> None:
        """Marks the attributes that another index has too, if it holds every item."""
        if other._may_lack_item() or not self._may_lack_item():
            return
        for own in self._own:
            own.is_permanent = own.is_permanent or other._has_own(own.key.attribute)

    def presence(self) -> Literal["in", "out", "untouched"]:
        """Returns the item's place after the update: in the index or out of it.

        "untouched" means that no value in the index's attributes changes, whether they exist or
        not. Raises ModelError if a field that decides it is not known.
        """
        states, when = self._states, self._key.when
        if when is not None:
            state = states.after(when.field)
            if not state.known:
                raise self._unknown(when.field)
            if state.value is None or not meets(when, state.value):
                return "out"
        # A field that is known to be absent decides it, so the other fields need not be known.
        for field in self._fields:
            if not states.changed(field):
                continue
            if states.after(field).known and states.after(field).value is None:
                return "out"
        for field in self._fields:
            if not self._info(field).optional:
                continue
            state = states.after(field)
            if not state.known:
                is_upsert = self._is_upsert and not states.changed(field)
                if is_upsert and not self._any_of_own_changes():
                    return "untouched"
                raise self._unknown(field)
            if state.value is None:
                return "out"
        return "in"

    # ---- the attributes

    def compose_into(
        self, every: bool, to_set: AttributeMap, to_set_if_absent: AttributeMap
    ) -> None:
        """Adds the attributes that an item in the index must get.

        They are all of them, or those whose own fields change. Raises ModelError if a field is not
        known or cannot be in a key.
        """
        for own in self._own:
            if own.is_permanent or not (every or self._any_changed(own.fields)):
                continue
            for field in own.fields:
                if not self._states.after(field).known:
                    raise self._unknown(field)
            values = self._states.values_after()
            value = compose(own.key, own.role, self._entity, values)
            if value is not None:
                to_set[own.key.attribute] = value
        self._compose_shard(every, to_set_if_absent if self._is_upsert else to_set)

    def removed(self) -> list[str]:
        """Returns the attributes that an item outside of the index must not have.

        Raises ModelError if the update gives it a shard.
        """
        names = [own.key.attribute for own in self._own if not own.is_permanent]
        shards, shard = self._index.shards, self._shard
        if shards is None:
            return names
        if shard is not None and self._states.changed(shard):
            state = self._states.after(shard)
            if state.known and state.value is None:
                return names
            raise ModelError(
                f"{self._entity.name}: the update gives a shard to an item that is not in index "
                f"{self._index.name}: do not set {self._info(shard).name}"
            )
        may_go = shard is None or self._info(shard).optional
        return [*names, shards.attribute] if may_go else names

    def _compose_shard(self, every: bool, values: AttributeMap) -> None:
        """Adds the shard that follows from its field.

        A shard that the caller gave or the item has is kept, unless the field that it follows from
        changes. An upsert does not know whether that field changes.
        """
        states, shard, shard_of = self._states, self._shard, self._shard_of
        shards = self._index.shards
        if shard is not None and states.changed(shard):
            self._check_changed_shard(shard)
            return
        if shards is None or shard_of is None or not (every or states.changed(shard_of)):
            return
        keeps = shard is not None and not states.changed(shard_of)
        if keeps and shard is not None and states.after(shard).value is not None:
            return
        if not states.after(shard_of).known:
            raise self._unknown(shard_of)
        number = shard_of_item(shards, self._entity, states.values_after())
        if number is not None:
            values[shards.attribute] = typed_text(self._shard_type, str(number))

    def _check_changed_shard(self, shard: int) -> None:
        """Checks a shard that the change itself writes."""
        state = self._states.after(shard)
        if not state.known:
            raise self._unknown(shard)
        if state.value is None:
            raise ModelError(
                f"{self._entity.name}: the update removes the shard {self._info(shard).name} from "
                f"an item that is in index {self._index.name}"
            )
        if self._index.shards is not None:
            check_shard(self._index.shards, self._shard_type, state.value)

    # ---- facts

    def _find(self, matches: Callable[[FieldDescription], bool]) -> int | None:
        return next((i for i, field in enumerate(self._entity.fields) if matches(field)), None)

    def _info(self, field: int) -> FieldDescription:
        return self._entity.fields[field]

    def _has_own(self, attribute: str) -> bool:
        return any(own.key.attribute == attribute for own in self._own)

    def _may_lack_item(self) -> bool:
        has_optional = any(self._info(field).optional for field in self._fields)
        return self._key.when is not None or has_optional

    def _any_changed(self, fields: Iterable[int]) -> bool:
        return any(self._states.changed(field) for field in fields)

    def _any_of_own_changes(self) -> bool:
        of_shard = [field for field in (self._shard_of, self._shard) if field is not None]
        return self._any_changed(of_shard) or any(
            not own.is_permanent and self._any_changed(own.fields) for own in self._own
        )

    def _unknown(self, field: int) -> ModelError:
        name = self._info(field).name
        if self._states.changed(field):
            why = "gets a value that is not known"
        else:
            why = "is neither in the primary key nor changed"
        return ModelError(
            f"{self._entity.name}: the update changes the key of index {self._index.name}, and "
            f"the field {name}, which is a part of that key, {why}: give its stored value, as in "
            f'given={{"{name}": ...}}, or say read_first=True'
        )
