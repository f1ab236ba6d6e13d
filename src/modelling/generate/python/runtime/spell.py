"""Texts of values for people, in messages and explanations."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .attributes import AttributeValue, by_name
from .calls import Path

_LIKE_A_PATH = re.compile(r"[.\[\]` ]")


def spell(value: AttributeValue | None) -> str:
    """Returns a text such as "text" (in quotes), 5, true, <3 bytes>, [1, 2] and {a: 1}."""
    if value is None:
        return "nothing"
    if "S" in value:
        return f'"{value["S"]}"'
    if "N" in value:
        return value["N"]
    if "B" in value:
        return f"<{len(value['B'])} bytes>"
    if "BOOL" in value:
        return "true" if value["BOOL"] else "false"
    if "NULL" in value:
        return "null"
    if "M" in value:
        return spell_map(value["M"])
    if "L" in value:
        return f"[{', '.join(spell(element) for element in value['L'])}]"
    if "SS" in value:
        quoted = '", "'.join(value["SS"])
        return f'{{"{quoted}"}}'
    if "NS" in value:
        return f"{{{', '.join(value['NS'])}}}"
    return f"<{len(value['BS'])} binaries>" if "BS" in value else "nothing"


def spell_map(attributes: Mapping[str, AttributeValue]) -> str:
    """Returns a text such as {PK: "CUST#1", SK: "ORDER#7"}."""
    entries = by_name(attributes).items()
    return f"{{{', '.join(f'{name}: {spell(value)}' for name, value in entries)}}}"


def spell_name(name: str) -> str:
    """Returns an attribute's name, in backquotes if a reader could take it for a path."""
    return f"`{name}`" if _LIKE_A_PATH.search(name) else name


def spell_path(path: Path) -> str:
    """Returns a text such as address.lines[3].`a.b`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += ("." if text else "") + spell_name(step)
    return text
