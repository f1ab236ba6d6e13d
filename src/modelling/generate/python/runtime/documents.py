"""Values of any type: the members of maps and lists, and fields that may hold any value.

Numbers are exact: a whole one is an int, and every other one is a Decimal. A float is refused,
because its text is rarely the number that a program means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Any, TypeAlias, cast

from .attributes import AttributeValue
from .errors import ModelError
from .number_text import number_text, parse_number, read_number

DocumentValue: TypeAlias = "str | int | Decimal | bool | bytes | None | _Documents"
_Documents: TypeAlias = "DocumentList | DocumentMap | DocumentSet"
DocumentList: TypeAlias = "Sequence[DocumentValue]"
DocumentMap: TypeAlias = "Mapping[str, DocumentValue]"
DocumentSet: TypeAlias = "frozenset[str] | frozenset[int | Decimal] | frozenset[bytes]"

_WHOLE = re.compile("-?[0-9]+").fullmatch
_SHORT_WHOLE = 15  # digits of a number that is certainly canonical and whole


def exact_text(value: object, name: str) -> str:
    """Returns the text of an int or a Decimal as the database has it.

    Raises ModelError for a value of another type and for a number that cannot be stored.
    """
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        advice = ': write Decimal("0.1") and not 0.1' if isinstance(value, float) else ""
        raise ModelError(f"{name} must be an int or a Decimal, and not {spelled(value)}{advice}")
    try:
        return number_text(parse_number(str(value)))
    except (ModelError, ValueError) as error:
        raise ModelError(f"{name}: {error}") from error


def spelled(value: object) -> str:
    """Returns a value for a message, cut if it is long."""
    text = repr(value)
    return text if len(text) <= 80 else text[:80] + "..."


def well_formed(text: str, name: str) -> str:
    """Returns the text. Raises ModelError for a surrogate, which has no form in UTF-8."""
    if not text.isascii() and any("\ud800" <= one <= "\udfff" for one in text):
        raise ModelError(f"{name}: a half of a surrogate pair cannot be stored")
    return text


def encode_document(value: object, name: str) -> AttributeValue:
    """Returns the attribute value. Raises ModelError if the value has no form in DynamoDB."""
    if value is None:
        return {"NULL": True}
    if isinstance(value, str):
        return {"S": well_formed(value, name)}
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, (int, Decimal, float)):
        return {"N": exact_text(value, name)}
    if isinstance(value, (bytes, bytearray)):
        return {"B": bytes(value)}
    if isinstance(value, Mapping):
        return encode_map(cast("Mapping[object, object]", value), name)
    if isinstance(value, (list, tuple)):
        elements = cast("Sequence[object]", value)
        return {"L": [encode_document(one, f"{name}[{at}]") for at, one in enumerate(elements)]}
    if isinstance(value, (set, frozenset)):
        return encode_set(cast("AbstractSet[object]", value), name)
    raise ModelError(f"{name}: a {type(value).__name__} cannot be stored")


def encode_map(value: Mapping[Any, object], name: str) -> AttributeValue:
    """Returns a map. Raises ModelError as encode_document(), and for a name that is not a text."""
    members: dict[str, AttributeValue] = {}
    for member, one in value.items():
        if not isinstance(member, str):
            raise ModelError(f"{name}: the name {spelled(member)} of a member is not a text")
        members[member] = encode_document(one, f"{name}.{member}")
    return {"M": members}


def encode_set(value: AbstractSet[object], name: str) -> AttributeValue:
    """Raises ModelError if the set is empty, or has elements of several types."""
    if not value:
        raise ModelError(f"{name}: an empty set cannot be stored")
    texts = [one for one in value if isinstance(one, str)]
    if len(texts) == len(value):
        return {"SS": [well_formed(text, name) for text in texts]}
    data = [bytes(one) for one in value if isinstance(one, (bytes, bytearray))]
    if len(data) == len(value):
        return {"BS": data}
    if texts or data:
        raise ModelError(f"{name}: the elements of a set must have one type")
    return {"NS": [exact_text(one, name) for one in value]}


def decode_number(text: str) -> int | Decimal:
    """Returns the number. Raises ValueError if the text is not one."""
    if len(text) <= _SHORT_WHOLE and _WHOLE(text):
        return int(text)
    exact = read_number(text)
    if exact is None:
        raise ValueError(f"{text} is not a number")
    plain = number_text(exact)
    return Decimal(plain) if "." in plain else int(plain)


def decode_document(value: AttributeValue) -> DocumentValue:
    """Returns the value of the language. Raises ValueError for a number that is not one."""
    if "S" in value:
        return value["S"]
    if "N" in value:
        return decode_number(value["N"])
    if "BOOL" in value:
        return value["BOOL"]
    if "M" in value:
        return {name: decode_document(one) for name, one in value["M"].items()}
    if "L" in value:
        return [decode_document(one) for one in value["L"]]
    if "B" in value:
        return value["B"]
    if "SS" in value:
        return frozenset(value["SS"])
    if "NS" in value:
        return frozenset(decode_number(one) for one in value["NS"])
    return frozenset(value["BS"]) if "BS" in value else None
