"""The state of a plan in the making, with the parts that several kinds of writes share."""

from __future__ import annotations

from .attributes import AttributeMap, AttributeValue, by_name
from .calls import WriteRequest
from .compose import compose, roles_of
from .default_values import compares_defaults, default_of, with_defaults
from .description import EntityDescription
from .errors import ModelError
from .field_states import FieldStates, StoredItem
from .key_fields import holds_field, index_attributes
from .number_text import read_number, to_int64
from .session import ComputedFunctions
from .unique_plan import Existence, unique_actions
from .write_action import ActionKind, ActionPart, WriteAction
from .write_expression import WriteExpression
from .write_rules import LAST_VERSION

# The attribute beside a version. It holds the id of the last versioned write, so that a repetition
# of this write is recognised.
WRITE_ID_ATTRIBUTE = "_write_id"


def number_value(number: int) -> AttributeValue:
    """Returns a whole number as an attribute value."""
    return {"N": str(number)}


def version_attribute(entity: EntityDescription) -> str:
    """Returns the name of the attribute that stores the version.

    Requires: the entity has one.
    """
    if entity.version is None:
        raise TypeError(f"{entity.name} has no version")
    return entity.fields[entity.version].attribute


class Planning:
    """One write that is being planned."""

    def __init__(
        self,
        request: WriteRequest,
        stored: StoredItem | None,
        write_id: str,
        functions: ComputedFunctions,
        key: AttributeMap,
    ) -> None:
        """`key` is the primary key of the request's item."""
        self.request = request
        self.stored = stored
        self.write_id = write_id
        self.functions = functions
        self.key = key
        self.table = request.table
        self.entity = request.entity
        self.states = FieldStates(request, stored)
        self.actions: list[WriteAction] = []
        self.repeatable = True
        self.row: AttributeMap | None = None
        # The attributes of the read item that the plan used. A missing value marks an absent attribute.
        self.read: dict[str, AttributeValue | None] = {}
        self._sentinels: list[WriteAction] = []

    @property
    def is_versioned(self) -> bool:
        """Whether the entity has a version."""
        return self.entity.version is not None

    def attribute(self, field: int) -> str:
        """Returns the attribute of a field."""
        return self.entity.fields[field].attribute

    def stored_value(self, attribute: str) -> AttributeValue | None:
        """Returns the value of the item that was read, or None if it has none."""
        stored = None if self.stored is None else self.stored.attributes
        return None if stored is None else stored.get(attribute)

    # ---- conditions

    def add_conditions(self, expression: WriteExpression) -> None:
        """Adds the request's conditions and the version check.

        A condition that a default meets also accepts an item without the attribute, so it needs
        the additional condition that the item exists.
        """
        request, entity = self.request, self.entity
        if request.kind not in ("update", "move") and self._asks_for_defaults():
            expression.exists(self.table.partition)
        if request.expected_version is not None:
            name = version_attribute(entity)
            expected = number_value(request.expected_version)
            expression.equals(name, expected, default_of(entity, name))
        for name, value in by_name(request.given).items():
            if value is None and self._is_optional(name) and not self._sets_if_absent(name):
                expression.is_empty(name)
            else:
                expression.equals(name, value, default_of(entity, name))
        if request.condition is not None:
            expression.holds(with_defaults(entity, request.condition))

    def add_read_conditions(self, expression: WriteExpression) -> None:
        """Makes the write depend on the fields of the read item that were used.

        It must be called after the last use.
        """
        for field in self.states.consulted():
            if not self.entity.fields[field].key_only:
                self.depend_on(self.attribute(field))
                continue
            for part in index_attributes(self.entity):
                if holds_field(part, field):
                    self.depend_on(part.attribute)
        if self.stored is not None and self.request.returns_old:
            for info in self.entity.fields:
                if not info.key_only:
                    self.depend_on(info.attribute)
        for name, value in by_name(self.read).items():
            expression.equals(name, value)

    def depend_on(self, name: str) -> None:
        """Makes the write depend on an attribute of the read item."""
        self.read[name] = self.stored_value(name)

    def _is_optional(self, name: str) -> bool:
        return any(field.attribute == name and field.optional for field in self.entity.fields)

    def _sets_if_absent(self, name: str) -> bool:
        """Returns true if a change sets the whole field if it is absent.

        if_not_exists() keeps a NULL, so such a change must know whether the attribute is absent or
        NULL.
        """
        return any(
            change.kind == "setIfAbsent"
            and not change.path
            and self.attribute(change.field) == name
            for change in self.request.changes
        )

    def _asks_for_defaults(self) -> bool:
        request, entity = self.request, self.entity
        names = list(request.given)
        if request.expected_version is not None:
            names.append(version_attribute(entity))
        if any(default_of(entity, name) is not None for name in names):
            return True
        return request.condition is not None and compares_defaults(entity, request.condition)

    # ---- actions

    def plan_sentinels(self, existence: Existence, new_key: AttributeMap) -> None:
        """Plans the actions on sentinels."""
        self._sentinels = unique_actions(self.request, existence, self.states, self.key, new_key)

    def add_sentinels(self) -> None:
        """Adds the actions on sentinels that were planned."""
        self.actions += self._sentinels

    def add_action(
        self,
        kind: ActionKind,
        part: ActionPart,
        key: AttributeMap,
        expression: WriteExpression,
        item: AttributeMap | None = None,
    ) -> None:
        """Adds an action on the request's item."""
        self.actions.append(
            WriteAction(
                kind,
                part,
                self.table,
                key,
                expression.expressions(),
                item=item or {},
                returns_old=self.request.returns_old,
            )
        )

    # ---- values

    def version_after_read(self) -> int:
        """Returns the version after the stored one.

        The write then depends on the stored version.
        """
        if self.entity.version is None:
            return 1
        before = self.states.before(self.entity.version).value
        if before is None or "N" not in before:
            return 1
        stored = to_int64(read_number(before["N"]))
        if stored is None:
            raise self._no_version_after(before["N"])
        return self.version_after(stored)

    def version_after(self, version: int) -> int:
        """Returns the version after `version`. Raises ModelError after the last one."""
        if version >= LAST_VERSION:
            raise self._no_version_after(str(version))
        return version + 1

    def check_natural_keys(self, values: AttributeMap) -> None:
        """Checks fields that are key attributes of an index themselves.

        The database applies its rules for keys to them even if the model leaves the item out of
        that index.
        """
        for key in self.entity.indexes:
            for role, part in roles_of(key):
                if not part.natural or part.attribute not in values:
                    continue
                try:
                    compose(part, role, self.entity, values)
                except ModelError as error:
                    raise ModelError(f"{self.entity.name}: {error}") from error

    def _no_version_after(self, version: str) -> ModelError:
        position = self.entity.version
        name = "" if position is None else self.entity.fields[position].name
        return ModelError(
            f"{self.entity.name}: no version follows {version}, because the member {name} counts "
            f"only to {LAST_VERSION}: give it a type of 64 bits, or remove the item and create it "
            "again"
        )
