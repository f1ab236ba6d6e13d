"""Writes of an item that has a unique value without owning its sentinel.

Another item owns it. Such duplicates exist if a field was made unique in a table that had them. The
write must leave that sentinel as it is.

A write is planned as if the item owned the sentinel. If the sentinel turns out to be another
item's, the write is sent again with a check in place of the action: the sentinel still is another
item's. So no sentinel stays behind if the item gets it in the meantime.
"""

from __future__ import annotations

from collections.abc import Sequence

from .attributes import AttributeMap, by_name
from .calls import Predicate
from .unique import owner_attribute, owner_of_sentinel
from .write_action import WriteAction
from .write_expression import WriteExpression


def _ends_ownership(action: WriteAction) -> bool:
    return action.part in ("release", "repoint")


def _check_foreign(action: WriteAction, owner: AttributeMap) -> WriteAction:
    others = tuple(
        Predicate("notEqual", (owner_attribute(name),), (value,))
        for name, value in by_name(owner).items()
    )
    expression = WriteExpression()
    expression.exists(action.table.partition)
    expression.holds(Predicate("or", children=others))
    return WriteAction(
        "check",
        action.part,
        action.table,
        action.key,
        expression.expressions(),
        unique=action.unique,
    )


class ForeignSentinels:
    """The sentinels of other items that one write has met."""

    def __init__(self) -> None:
        self._keys: list[AttributeMap] = []

    def learn(self, action: WriteAction, found: AttributeMap | None) -> bool:
        """Learns from an action of a plan that was refused because of the sentinel `found`.

        Returns true if the write may succeed once spared() has changed its plan.
        """
        if not _ends_ownership(action):
            return False
        # A known sentinel that fails its check is the item's own by now, or is gone.
        if action.key in self._keys:
            self._keys.remove(action.key)
            return True
        if not found or owner_of_sentinel(action.table, found) is None:
            return False
        self._keys.append(action.key)
        return True

    def spared(self, plan: Sequence[WriteAction]) -> Sequence[WriteAction]:
        """Returns the plan without actions that end the ownership of these sentinels.

        They would release them or give them another owner. `plan` has all actions of the write of
        one item.
        """
        if not plan or not self._keys:
            return plan
        # The key that the item has before the write.
        owner = next((action for action in plan if action.part == "oldItem"), plan[0])
        return [
            _check_foreign(action, owner.key)
            if _ends_ownership(action) and action.key in self._keys
            else action
            for action in plan
        ]
