"""The errors of this package. Errors of the service that no model explains are those of boto3."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .attributes import AttributeMap

# Why the service did not carry a write out:
#   ItemExists        create() found an item with this key
#   ItemMissing       the item that must exist does not
#   ConditionFailed   the condition of the call does not hold
#   VersionConflict   the item has another version than the call expects
#   UniqueValueTaken  another item has the value of a unique field
#   ChangedMeanwhile  the item changed between the read and each attempt to write it
RefusalReason: TypeAlias = Literal[
    "ItemExists",
    "ItemMissing",
    "ConditionFailed",
    "VersionConflict",
    "UniqueValueTaken",
    "ChangedMeanwhile",
]


class ModelError(Exception):
    """A call that is wrong whatever the table holds, such as a value that no key can hold.

    It is raised before a request is sent.
    """


class WriteRefusedError(Exception):
    """A write that the service did not carry out, because of the items that it found."""

    def __init__(
        self,
        reason: RefusalReason,
        message: str,
        *,
        item: AttributeMap | None = None,
        position: int | None = None,
        fields: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.reason: RefusalReason = reason
        self.item = item  # as it is stored, if the service returned it
        self.position = position  # in a transaction, counted from 0
        self.fields = fields  # of UniqueValueTaken


class OutcomeUnknownError(Exception):
    """The answer of a write was lost, and whether it was carried out is not known.

    Read the item before you try again.
    """


class UnreadableRowError(Exception):
    """A row that was read and that the model cannot use.

    It belongs to no entity, lacks a required field, or has a value that the field's kind does
    not have.
    """

    def __init__(self, message: str, key: AttributeMap, entity: str | None) -> None:
        super().__init__(message)
        self.key = key
        self.entity = entity
