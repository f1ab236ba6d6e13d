"""The update and the condition of one write action, with the placeholders that they share."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from .attributes import AttributeMap, AttributeValue, by_name, elements_of, utf8
from .calls import Change, Predicate
from .errors import ModelError
from .number_text import (
    ZERO,
    compare_numbers,
    exact_of,
    minus,
    number_text,
    parse_number,
    read_number,
)
from .placeholders import Placeholders
from .predicate import render
from .same_value import same_value
from .spell import spell_name, spell_path
from .write_action import ActionExpressions

_EXPRESSION_BYTES = 4096
_EXPRESSION_OPERATORS = 300

# The operators as the service counts them: words, comparators and calls. The AND of a BETWEEN
# counts for both.
_OPERATORS = re.compile(r"\b(?:AND|OR|NOT|IN)\b|[<>=]+|\b[a-z_]+\(", re.ASCII)

_Keyword: TypeAlias = Literal["SET", "REMOVE", "ADD", "DELETE"]


class WriteExpression:
    """Attribute names are taken literally, also if they contain a '.'. Paths are those of calls."""

    def __init__(self) -> None:
        self._placeholders = Placeholders()
        self._conditions: list[str] = []
        self._ranges: list[str] = []  # further conditions, after the others
        self._clauses: dict[_Keyword, list[str]] = {
            "SET": [],
            "REMOVE": [],
            "ADD": [],
            "DELETE": [],
        }

    # ---- the condition, which is all of these joined by AND

    def exists(self, attribute: str) -> None:
        """Adds the condition that the attribute exists."""
        self._conditions.append(f"attribute_exists({self._placeholders.name(attribute)})")

    def not_exists(self, attribute: str) -> None:
        """Adds the condition that the attribute does not exist."""
        self._conditions.append(f"attribute_not_exists({self._placeholders.name(attribute)})")

    def is_empty(self, attribute: str) -> None:
        """The attribute is absent, or NULL, which other programs write for an empty value."""
        self._conditions.append(f"({self._emptiness(attribute)})")

    def equals(
        self,
        attribute: str,
        value: AttributeValue | None,
        absent: AttributeValue | None = None,
    ) -> None:
        """The attribute has the value, or is absent if `value` is None.

        An absent or NULL attribute also counts as the value `absent`.
        """
        if absent is None or not same_value(absent, value):
            self._conditions.append(self._equality(attribute, value))
            return
        # The placeholder of the value comes before that of the type.
        equality = self._equality(attribute, value)
        self._conditions.append(f"({self._emptiness(attribute)} OR {equality})")

    def not_exists_or_equals(self, missing: str, also: AttributeMap) -> None:
        """Either `missing` does not exist, or the attributes of `also` have their values there."""
        equal = [self._equality(name, value) for name, value in by_name(also).items()]
        name = self._placeholders.name(missing)
        self._conditions.append(f"(attribute_not_exists({name}) OR ({' AND '.join(equal)}))")

    def holds(self, predicate: Predicate) -> None:
        """Adds a predicate. Raises ModelError as render() does."""
        text = render(predicate, self._placeholders)
        # The text joins the others by AND without parentheses, because render() has put OR in them
        # and the service refuses two pairs.
        if text is not None:
            self._conditions.append(text)

    def has_condition(self) -> bool:
        """Returns true if a condition was added, besides the range conditions of increments."""
        return len(self._conditions) > 0

    def condition_fits(self) -> bool:
        """Returns true if the condition is within the service's limits."""
        text = self._condition()
        operators = len(_OPERATORS.findall(text))
        return len(utf8(text)) <= _EXPRESSION_BYTES and operators <= _EXPRESSION_OPERATORS

    # ---- the update

    def set(self, attribute: str, value: AttributeValue) -> None:
        """Sets the attribute."""
        name = self._placeholders.name(attribute)
        self._clauses["SET"].append(f"{name} = {self._placeholders.value(value)}")

    def set_if_absent(self, attribute: str, value: AttributeValue) -> None:
        """Sets the attribute only if it is absent."""
        name = self._placeholders.name(attribute)
        start = self._placeholders.value(value)
        self._clauses["SET"].append(f"{name} = if_not_exists({name}, {start})")

    def remove(self, attribute: str) -> None:
        """Removes the attribute."""
        self._clauses["REMOVE"].append(self._placeholders.name(attribute))

    def increment(
        self, attribute: str, by: int, absent: AttributeValue | None, most: int | None
    ) -> None:
        """Adds to a number. An absent one starts from `absent`, or from zero without it.

        With `most`, the write fails if the stored number exceeds it.
        """
        name = self._placeholders.name(attribute)
        start = self._placeholders.value({"N": "0"} if absent is None else absent)
        amount = self._placeholders.value({"N": str(by)})
        self._clauses["SET"].append(f"{name} = if_not_exists({name}, {start}) + {amount}")
        if most is not None:
            end = self._placeholders.value({"N": str(most)})
            self._ranges.append(f"(attribute_not_exists({name}) OR {name} <= {end})")

    def apply(self, change: Change, attribute: str, absent: AttributeValue | None) -> None:
        """Adds the request's change to the update.

        `attribute` is the attribute of the changed field. `absent` is the value from which the
        change starts if the stored value is absent, and None means zero or an empty list. An
        increment with a range adds the condition that the sum is in the range, and a removal from
        a set in a list or map the condition that the set has more elements than are removed.
        Raises ModelError for a path that does not lead into the attribute or for an invalid
        number.
        """
        name = self._target(change, attribute)
        if change.kind == "remove" or change.value is None:
            self._clauses["REMOVE"].append(name)
            return
        value = self._placeholders.value(change.value)
        if change.kind == "set":
            self._clauses["SET"].append(f"{name} = {value}")
        elif change.kind == "setIfAbsent":
            self._clauses["SET"].append(f"{name} = if_not_exists({name}, {value})")
        elif change.kind == "increment":
            self._add(change, name, value, {"N": "0"} if absent is None else absent)
        elif change.kind == "addToSet":
            self._clauses["ADD"].append(f"{name} {value}")
        elif change.kind == "removeFromSet":
            self._clauses["DELETE"].append(f"{name} {value}")
            # The database would remove the element of the list or map together with the last
            # element of its set.
            count = str(len(elements_of(change.value) or ()))
            if change.of_element:
                self._ranges.append(f"size({name}) > {self._placeholders.value({'N': count})}")
        else:
            start = self._placeholders.value({"L": []} if absent is None else absent)
            stored = f"if_not_exists({name}, {start})"
            lists = f"{stored}, {value}" if change.kind == "append" else f"{value}, {stored}"
            self._clauses["SET"].append(f"{name} = list_append({lists})")

    def expressions(self) -> ActionExpressions:
        """Returns the texts and the placeholders for an action."""
        clauses = [
            f"{keyword} {', '.join(parts)}" for keyword, parts in self._clauses.items() if parts
        ]
        placeholders = self._placeholders.parameters()
        return ActionExpressions(" ".join(clauses), self._condition(), placeholders)

    def _condition(self) -> str:
        return " AND ".join(self._conditions + self._ranges)

    def _emptiness(self, attribute: str) -> str:
        name = self._placeholders.name(attribute)
        null = self._placeholders.value({"S": "NULL"})
        return f"attribute_not_exists({name}) OR attribute_type({name}, {null})"

    def _equality(self, attribute: str, value: AttributeValue | None) -> str:
        name = self._placeholders.name(attribute)
        if value is None:
            return f"attribute_not_exists({name})"
        return f"{name} = {self._placeholders.value(value)}"

    def _target(self, change: Change, attribute: str) -> str:
        path = change.path
        if not path:
            return self._placeholders.name(attribute)
        if len(path) < 2 or path[0] != attribute:
            raise ModelError(
                f"The path {spell_path(path)} does not lead into the attribute "
                f"{spell_name(attribute)}"
            )
        return self._placeholders.path(path)

    def _add(self, change: Change, name: str, value: str, start: AttributeValue) -> None:
        first = self._placeholders.value(start)
        self._clauses["SET"].append(f"{name} = if_not_exists({name}, {first}) + {value}")
        if change.range is not None:
            self._stays_in_range(change, change.range, name, start)

    def _stays_in_range(
        self, change: Change, ends: tuple[int, int], name: str, start: AttributeValue
    ) -> None:
        """Adds the condition that the sum is in the range.

        It is the sum of the stored value, or of `start`, and the change's value.
        """
        by = parse_number((change.value or {}).get("N", ""))
        if by.digits == 0:
            return
        falls = by.digits < 0
        # The last value from which the change stays in the range.
        furthest = minus(exact_of(ends[0] if falls else ends[1]), by)
        end = self._placeholders.value({"N": number_text(furthest)})
        in_range = f"{name} {'>=' if falls else '<='} {end}"
        first = read_number(start["N"]) if "N" in start else ZERO
        distance = None if first is None else compare_numbers(first, furthest)
        if distance is not None and (distance >= 0 if falls else distance <= 0):
            in_range = f"(attribute_not_exists({name}) OR {in_range})"
        self._ranges.append(in_range)
