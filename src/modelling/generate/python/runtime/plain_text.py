"""The text of a field's value that stands in a key without a format, before it is escaped."""

from __future__ import annotations

from .attributes import AttributeValue, type_of, utf8
from .description import FieldDescription, FieldKind
from .errors import ModelError
from .text_forms import has_form
from .whole_number import fits, whole_number

_DESCRIPTIONS: dict[FieldKind, str] = {
    "string": "a string",
    "bytes": "binary",
    "integer": "a whole number",
    "unsigned": "a whole number of at least zero",
    "double": "a floating-point number",
    "decimal": "a decimal number",
    "bool": "a boolean",
    "enum": "an enumerator",
    "time": "a time",
    "date": "a date",
    "uuid": "a UUID",
    "ulid": "a ULID",
    "seconds": "a time in seconds",
    "document": "a document",
}
# Examples of the kinds whose texts have only one form.
_EXAMPLES: dict[FieldKind, str] = {
    "time": ", such as 2026-01-05T09:00:00.000Z",
    "date": ", such as 2026-01-05",
    "uuid": ", such as 0f8fad5b-d9cb-469f-a165-70867728950e",
    "ulid": ", such as 01ARZ3NDEKTSV4RRFFQ69G5FAV",
}


def kind_in_words(kind: FieldKind) -> str:
    """Returns the kind in words for messages, such as "a string" or "a time"."""
    return _DESCRIPTIONS[kind]


def refused_in_key(field: FieldDescription, why: str) -> ModelError:
    """Returns the error of a value that cannot be in a key."""
    return ModelError(f"The field {field.name} cannot be in a key: {why}")


def wrong_type(field: FieldDescription) -> ModelError:
    """Returns the error of a value that has another type or form than its field."""
    example = _EXAMPLES.get(field.kind, "")
    return refused_in_key(field, f"its value must be {_DESCRIPTIONS[field.kind]}{example}")


def number_of(field: FieldDescription, value: AttributeValue) -> int:
    """Returns the number of a field of a whole kind.

    Raises ModelError if the value is not one that the field can hold.
    """
    number = whole_number(value["N"]) if "N" in value else None
    if number is None or not fits(field.kind, number):
        raise wrong_type(field)
    return number


def _text_of_enumerator(field: FieldDescription, value: AttributeValue) -> str:
    if "S" not in value:
        raise wrong_type(field)
    for enumerator in field.enumerators:
        if enumerator.attribute == value["S"]:
            return enumerator.key
    raise refused_in_key(field, f'no enumerator has the text "{value["S"]}"')


def plain_text(field: FieldDescription, value: AttributeValue) -> str:
    """Returns the text that a part without a format writes, before it is escaped.

    Raises ModelError, which names the field, if the value has another type or form than the field
    or names no enumerator, or if the field's kind has no such text.
    """
    kind = field.kind
    if kind in ("string", "time", "date", "uuid", "ulid"):
        if "S" not in value or not has_form(kind, value["S"]):
            raise wrong_type(field)
        return value["S"]
    if kind == "enum":
        return _text_of_enumerator(field, value)
    if kind == "bool":
        if "BOOL" not in value:
            raise wrong_type(field)
        return "true" if value["BOOL"] else "false"
    if kind == "bytes":
        if "B" not in value:
            raise wrong_type(field)
        return value["B"].hex()
    if kind in ("integer", "unsigned", "seconds"):
        return str(number_of(field, value))
    raise refused_in_key(
        field, f"{_DESCRIPTIONS[kind]} has no text that sorts in the order of its values"
    )


def key_bytes(value: AttributeValue) -> bytes:
    """Returns the bytes of a key attribute's value, which is a string, a number or binary.

    Raises TypeError for other values, which keys never have.
    """
    if "B" in value:
        return bytes(value["B"])
    text = value.get("S", value.get("N"))
    if text is None:
        raise TypeError(f"a key of type {type_of(value)}")
    return utf8(text)
