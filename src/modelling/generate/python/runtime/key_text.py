"""The text of one field's value in a key."""

from __future__ import annotations

from .attributes import AttributeValue
from .description import FieldDescription, KeyField
from .escape import escape_text, needs_escape
from .plain_text import number_of, plain_text, refused_in_key, wrong_type
from .shards import shard_of_value
from .text_forms import cut_size, has_form
from .whole_number import padded, signed_padded


def _text_of_plain(part: KeyField, field: FieldDescription, value: AttributeValue) -> str:
    text = plain_text(field, value)
    if not text:
        raise refused_in_key(field, "it is empty")
    if not text.startswith(part.must_begin):
        raise refused_in_key(field, f'it must begin with "{part.must_begin}"')
    if part.escape == "raw":
        return text
    if part.escape != "reject":
        return escape_text(text)
    if needs_escape(text):
        raise refused_in_key(field, "it holds a byte that would have to be escaped")
    return text


def _text_of_number(part: KeyField, field: FieldDescription, value: AttributeValue) -> str:
    if field.kind not in ("integer", "unsigned", "seconds"):
        raise refused_in_key(field, "only a whole number can be padded")
    number = number_of(field, value)
    with_sign = part.format == "signed"
    if number < 0 and not with_sign:
        better = f"{{{field.name}:s{part.width:03}d}}"
        raise refused_in_key(
            field, f"{number} is negative; {better} keeps the order of negative numbers too"
        )
    text = signed_padded(number, part.width) if with_sign else padded(number, part.width)
    if text is None:
        raise refused_in_key(field, f"{number} has more than {part.width} digits")
    return text


def _text_of_cut(part: KeyField, field: FieldDescription, value: AttributeValue) -> str:
    size = cut_size(field.kind, part.format)
    if size == 0:
        raise refused_in_key(field, "it is not a time with such a part")
    if "S" not in value or not has_form(field.kind, value["S"]):
        raise wrong_type(field)
    return value["S"][:size]


def key_text(part: KeyField, field: FieldDescription, value: AttributeValue) -> str:
    """Returns the escaped text of `value` as `part` writes it.

    Raises ModelError, which names the field, if the value has another type or form than the field,
    is empty, names no enumerator, does not begin with `must_begin`, holds a byte that the part
    rejects, is negative in a part without a sign, or has more digits than the width; or if the
    field's kind has no text for such a part.
    """
    if part.format is None:
        return _text_of_plain(part, field, value)
    if part.format in ("padded", "signed"):
        return _text_of_number(part, field, value)
    if part.format == "shard":
        return str(shard_of_value(field, value, part.shards or 1))
    return _text_of_cut(part, field, value)
