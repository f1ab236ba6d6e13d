#include "model/keys/key_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/text.h"
#include "base/try.h"
#include "model/keys/escape.h"
#include "model/keys/shards.h"
#include "model/keys/text_forms.h"
#include "model/keys/whole_number.h"

namespace partita::model {
namespace {

unexpected<Error> refuse(const FieldInfo& field, std::string_view why) {
  return invalid(fmt::format("The field {} cannot be in a key: {}", field.name, why));
}

// An example of the only form that the key text of this kind has, or an empty text.
std::string_view example_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::Time:
      return ", such as 2026-01-05T09:00:00.000Z";
    case FieldKind::Date:
      return ", such as 2026-01-05";
    case FieldKind::Uuid:
      return ", such as 0f8fad5b-d9cb-469f-a165-70867728950e";
    case FieldKind::Ulid:
      return ", such as 01ARZ3NDEKTSV4RRFFQ69G5FAV";
    default:
      return {};
  }
}

unexpected<Error> wrong_type(const FieldInfo& field) {
  return refuse(field, fmt::format("its value must be {}{}", describe(field.kind), example_of(field.kind)));
}

Result<WholeNumber> number_of(const FieldInfo& field, const AttributeValue& value) {
  if (!value.is(AttributeType::N)) return wrong_type(field);
  const auto number = whole_number(value.n());
  if (!number || !fits(field.kind, *number)) return wrong_type(field);
  return *number;
}

Result<std::string_view> key_text_of_enumerator(const FieldInfo& field, const AttributeValue& value) {
  if (!value.is(AttributeType::S)) return wrong_type(field);
  for (const EnumeratorInfo& e : field.enumerators)
    if (e.attribute == value.s()) return e.key;
  if (is_unknown_enumerator(field, value)) return std::string_view(value.s());
  return refuse(field, fmt::format("no enumerator has the text \"{}\"", value.s()));
}

Result<void> append_plain(std::string& out, const KeyPart& part, const FieldInfo& field, const AttributeValue& value) {
  std::string buffer;
  PARTITA_TRY_VALUE(text, plain_text(field, value, buffer));
  if (text.empty()) return refuse(field, "it is empty");
  if (!text.starts_with(part.must_begin))
    return refuse(field, fmt::format("it must begin with \"{}\"", part.must_begin));
  switch (part.escape) {
    case Escape::Escape:
      append_escaped(out, text);
      return {};
    case Escape::Reject:
      if (needs_escape(text)) return refuse(field, "it holds a byte that would have to be escaped");
      break;
    case Escape::Raw:
      break;
  }
  out += text;
  return {};
}

Result<void> append_number(std::string& out, const KeyPart& part, const FieldInfo& field, const AttributeValue& value) {
  if (field.kind != FieldKind::Integer && field.kind != FieldKind::Unsigned && field.kind != FieldKind::Seconds)
    return refuse(field, "only a whole number can be padded");
  PARTITA_TRY_VALUE(number, number_of(field, value));
  const bool with_sign = part.format == KeyFormat::SignedPadded;
  if (number.negative && !with_sign)
    return refuse(field, fmt::format("{} is negative; {{{}:s{:03}d}} keeps the order of negative numbers too",
                                     to_text(number), field.name, part.width));
  const bool fitted =
      with_sign ? append_signed_padded(out, number, part.width) : append_padded(out, number.magnitude, part.width);
  if (!fitted) return refuse(field, fmt::format("{} has more than {} digits", to_text(number), part.width));
  return {};
}

Result<void> append_cut(std::string& out, const KeyPart& part, const FieldInfo& field, const AttributeValue& value) {
  const std::size_t size = cut_size(field.kind, part.format);
  if (size == 0) return refuse(field, "it is not a time with such a part");
  if (!value.is(AttributeType::S) || !has_form(field.kind, value.s())) return wrong_type(field);
  out.append(value.s(), 0, size);
  return {};
}

}  // namespace

Result<std::string_view> plain_text(const FieldInfo& field, const AttributeValue& value, std::string& buffer) {
  switch (field.kind) {
    case FieldKind::String:
    case FieldKind::Time:
    case FieldKind::Date:
    case FieldKind::Uuid:
    case FieldKind::Ulid:
      if (!value.is(AttributeType::S) || !has_form(field.kind, value.s())) return wrong_type(field);
      return std::string_view(value.s());
    case FieldKind::Enum:
      return key_text_of_enumerator(field, value);
    case FieldKind::Bool:
      if (!value.is(AttributeType::Bool)) return wrong_type(field);
      return std::string_view(value.boolean() ? "true" : "false");
    case FieldKind::Bytes:
      if (!value.is(AttributeType::B)) return wrong_type(field);
      base::append_hex(buffer, value.b());
      return std::string_view(buffer);
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds: {
      PARTITA_TRY_VALUE(number, number_of(field, value));
      buffer = to_text(number);
      return std::string_view(buffer);
    }
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Document:
      break;
  }
  return refuse(field, fmt::format("{} has no text that sorts in the order of its values", describe(field.kind)));
}

bool is_unknown_enumerator(const FieldInfo& field, const AttributeValue& value) {
  return std::ranges::any_of(field.enumerators, &EnumeratorInfo::is_fallback) && value.is(AttributeType::S) &&
         !base::contains(field.enumerators, value.s(), &EnumeratorInfo::attribute);
}

bool has_own_key_texts(const FieldInfo& field) {
  return std::ranges::any_of(field.enumerators, [](const EnumeratorInfo& e) { return e.key != e.attribute; });
}

Result<void> append_key_text(std::string& out, const KeyPart& part, const FieldInfo& field,
                             const AttributeValue& value) {
  switch (part.format) {
    case KeyFormat::Plain:
      return append_plain(out, part, field, value);
    case KeyFormat::Padded:
    case KeyFormat::SignedPadded:
      return append_number(out, part, field, value);
    case KeyFormat::Year:
    case KeyFormat::Month:
    case KeyFormat::Day:
    case KeyFormat::Hour:
      return append_cut(out, part, field, value);
    case KeyFormat::Shard:
      break;
  }
  PARTITA_TRY_VALUE(shard, shard_of_value(field, value, part.shards));
  out += std::to_string(shard);
  return {};
}

Result<std::string> key_text(const KeyPart& part, const FieldInfo& field, const AttributeValue& value) {
  std::string text;
  PARTITA_TRY(append_key_text(text, part, field, value));
  return text;
}

}  // namespace partita::model
