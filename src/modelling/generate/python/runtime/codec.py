"""The values of fields in the language, and as attributes.

A codec is made once for each field, so that the work of an item is a call for each of its values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Any, TypeAlias, cast

from .attributes import AttributeValue, type_of
from .description import FieldDescription
from .documents import (
    decode_document,
    decode_number,
    encode_document,
    encode_map,
    encode_set,
    exact_text,
    spelled,
    well_formed,
)
from .errors import ModelError
from .float_text import double_text, float_text
from .times import ULID, UUID, is_date, read_time, stored_time

# Returns the attribute value of a value that is not None. An absent attribute is None.
Encoder: TypeAlias = "Callable[[object], AttributeValue | None]"
# Returns the value. Raises ValueError, with the stored value's fault, or KeyError for a wrong type.
Decoder: TypeAlias = Callable[[Any], Any]

_SIGNED = (-(2**63), 2**63 - 1)
_UNSIGNED = (0, 2**64 - 1)
_SET_TYPES = {"string_set": "SS", "number_set": "NS", "binary_set": "BS"}


def refused(field: FieldDescription, value: object, wanted: str) -> ModelError:
    """Returns the error of a value that does not suit its field."""
    return ModelError(f"{field.name} must be {wanted}, and not {spelled(value)}")


def _whole_encoder(field: FieldDescription, least: int, most: int) -> Encoder:
    def encode(value: object) -> AttributeValue:
        if type(value) is not int and (isinstance(value, bool) or not isinstance(value, int)):
            raise refused(field, value, "an int")
        if not least <= value <= most:
            raise refused(field, value, f"from {least} to {most}")
        return {"N": str(int(value))}

    return encode


def _text_encoder(
    field: FieldDescription, has_form: Callable[[str], object] | None, wanted: str
) -> Encoder:
    def encode(value: object) -> AttributeValue:
        if not isinstance(value, str) or (has_form is not None and not has_form(value)):
            raise refused(field, value, wanted)
        return {"S": well_formed(value, field.name)}

    return encode


def _time_encoder(field: FieldDescription) -> Encoder:
    return lambda value: {"S": stored_time(value, field.name)}


def _bytes_encoder(field: FieldDescription) -> Encoder:
    def encode(value: object) -> AttributeValue:
        if not isinstance(value, (bytes, bytearray)):
            raise refused(field, value, "bytes")
        return {"B": bytes(value)}

    return encode


def _double_encoder(field: FieldDescription) -> Encoder:
    def encode(value: object) -> AttributeValue:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise refused(field, value, "a float")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise refused(field, value, "a finite float")
        return {"N": double_text(number)}

    return encode


def _decimal_encoder(field: FieldDescription) -> Encoder:
    def encode(value: object) -> AttributeValue:
        if not isinstance(value, Decimal):
            raise refused(field, value, 'a Decimal, such as Decimal("12.50")')
        return {"N": exact_text(value, field.name)}

    return encode


def _bool_encoder(field: FieldDescription) -> Encoder:
    def encode(value: object) -> AttributeValue:
        if not isinstance(value, bool):
            raise refused(field, value, "True or False")
        return {"BOOL": value}

    return encode


def _enum_encoder(field: FieldDescription) -> Encoder:
    stored: dict[object, str] = {one.name: one.attribute for one in field.enumerators}
    wanted = f"one of {', '.join(one.name for one in field.enumerators)}"

    def encode(value: object) -> AttributeValue:
        if not isinstance(value, str) or value not in stored:
            raise refused(field, value, wanted)
        return {"S": stored[value]}

    return encode


def encode_elements(field: FieldDescription, value: object) -> AttributeValue | None:
    """Returns the value of a set of the field's type. An empty set is an absent attribute."""
    if not isinstance(value, (set, frozenset)):
        raise refused(field, value, "a frozenset")
    elements = cast("AbstractSet[object]", value)
    if not elements:
        return None
    encoded = encode_set(elements, field.name)
    if type_of(encoded) != _SET_TYPES[field.document or ""]:
        raise refused(field, elements, f"a {(field.document or '').replace('_', ' ')}")
    return encoded


def _vector(field: FieldDescription, value: object) -> AttributeValue:
    if not isinstance(value, (list, tuple)):
        raise refused(field, value, "a sequence of numbers")
    numbers = cast("Sequence[object]", value)
    for one in numbers:
        if isinstance(one, bool) or not isinstance(one, (int, float)):
            raise refused(field, one, "made of numbers")
    return {"L": [{"N": float_text(cast(float, one))} for one in numbers]}


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _document_encoder(field: FieldDescription) -> Encoder:
    def encode(value: object) -> AttributeValue | None:
        if field.document == "map":
            if not isinstance(value, Mapping):
                raise refused(field, value, "a mapping")
            return encode_map(cast("Mapping[object, object]", value), field.name)
        if field.document == "list" and not _is_list(value):
            raise refused(field, value, "a list or a tuple")
        if field.document == "vector":
            return _vector(field, value)
        if field.document in _SET_TYPES:
            return encode_elements(field, value)
        return encode_document(value, field.name)

    return encode


def encoder_of(field: FieldDescription) -> Encoder:
    """Returns the function that encodes values of the field. It raises ModelError."""
    kind = field.kind
    if kind == "string":
        return _text_encoder(field, None, "a str")
    if kind == "date":
        return _text_encoder(field, is_date, "a date such as 2026-01-05")
    if kind == "uuid":
        return _text_encoder(field, UUID.fullmatch, "a UUID in small letters")
    if kind == "ulid":
        return _text_encoder(field, ULID.fullmatch, "a ULID")
    if kind in ("integer", "seconds"):
        return _whole_encoder(field, *_SIGNED)
    if kind == "unsigned":
        return _whole_encoder(field, *_UNSIGNED)
    makers: dict[str, Callable[[FieldDescription], Encoder]] = {
        "time": _time_encoder,
        "bytes": _bytes_encoder,
        "double": _double_encoder,
        "decimal": _decimal_encoder,
        "bool": _bool_encoder,
        "enum": _enum_encoder,
        "document": _document_encoder,
    }
    return makers[kind](field)


def _read_whole(value: Any) -> int:
    number = decode_number(value["N"])
    if isinstance(number, int):
        return number
    raise ValueError(f"{number} is not whole")


def _checked_text(has_form: Callable[[str], object]) -> Decoder:
    def decode(value: Any) -> str:
        text: str = value["S"]
        if not has_form(text):
            raise ValueError(f"{spelled(text)} has another form")
        return text

    return decode


def _read_time(value: Any) -> object:
    found = read_time(value["S"])
    if found is None:
        raise ValueError(f"{spelled(value['S'])} has another form")
    return found


def _read_list(value: Any) -> object:
    return [decode_document(one) for one in value["L"]]


def _read_map(value: Any) -> object:
    return {name: decode_document(one) for name, one in value["M"].items()}


_DECODERS: dict[str, Decoder] = {
    "string": lambda value: value["S"],
    "date": _checked_text(is_date),
    "uuid": _checked_text(UUID.fullmatch),
    "ulid": _checked_text(ULID.fullmatch),
    "time": _read_time,
    "integer": _read_whole,
    "unsigned": _read_whole,
    "seconds": _read_whole,
    "double": lambda value: float(value["N"]),
    "decimal": lambda value: Decimal(decode_number(value["N"])),
    "bool": lambda value: value["BOOL"],
    "bytes": lambda value: value["B"],
    "map": _read_map,
    "list": _read_list,
    "vector": lambda value: [float(one["N"]) for one in value["L"]],
    "string_set": lambda value: frozenset(value["SS"]),
    "number_set": lambda value: frozenset(decode_number(one) for one in value["NS"]),
    "binary_set": lambda value: frozenset(value["BS"]),
    "any": decode_document,
}


def decoder_of(field: FieldDescription) -> Decoder:
    """Returns the function that decodes the field's attribute."""
    if field.kind == "enum":
        names = {one.attribute: one.name for one in field.enumerators}

        def decode(value: Any) -> str:
            found = names.get(value["S"])
            if found is None:
                raise ValueError(f"{spelled(value['S'])} is not one of its enumerators")
            return found

        return decode
    return _DECODERS[field.document or "any" if field.kind == "document" else field.kind]


_FIRST_VALUES: dict[str, object] = {
    "string": "",
    "bytes": b"",
    "integer": 0,
    "unsigned": 0,
    "seconds": 0,
    "double": 0.0,
    "decimal": Decimal(0),
    "bool": False,
}


def absent_value(field: FieldDescription) -> object:
    """Returns the value of a field whose attribute is absent. None if it has none."""
    if field.kind == "document" and field.document in _SET_TYPES:
        return frozenset[str]()
    if not field.has_default:
        return None
    if field.kind == "enum":
        return field.enumerators[0].name
    if field.kind == "document":
        return {} if field.document == "map" else [] if field.document != "any" else None
    return _FIRST_VALUES.get(field.kind)
