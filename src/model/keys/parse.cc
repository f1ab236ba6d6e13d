#include "model/keys/parse.h"

#include "model/keys/escape.h"
#include "model/keys/key_text.h"
#include "model/keys/shards.h"
#include "model/keys/text_forms.h"
#include "model/keys/whole_number.h"

namespace partita::model {
namespace {

std::optional<AttributeValue> read_number(FieldKind kind, std::optional<WholeNumber> number) {
  if (!number || !fits(kind, *number)) return std::nullopt;
  return AttributeValue::number(to_text(*number));
}

std::optional<WholeNumber> unsigned_number(std::optional<std::uint64_t> magnitude) {
  if (!magnitude) return std::nullopt;
  return WholeNumber{false, *magnitude};
}

std::optional<AttributeValue> read_enumerator(const FieldInfo& field, std::string_view text) {
  for (const EnumeratorInfo& e : field.enumerators)
    if (e.key == text) return AttributeValue(e.attribute);
  AttributeValue unknown(text);
  if (is_unknown_enumerator(field, unknown) && !has_own_key_texts(field)) return unknown;
  return std::nullopt;
}

// The value whose plain text is `text`.
std::optional<AttributeValue> read_plain(const FieldInfo& field, std::string_view text) {
  switch (field.kind) {
    case FieldKind::Bool:
      if (text != "true" && text != "false") return std::nullopt;
      return AttributeValue(text == "true");
    case FieldKind::Enum:
      return read_enumerator(field, text);
    case FieldKind::Bytes: {
      auto bytes = read_hex(text);
      if (!bytes) return std::nullopt;
      return AttributeValue::binary(std::move(*bytes));
    }
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds: {
      const auto number = whole_number(text);
      if (!number || to_text(*number) != text) return std::nullopt;
      return read_number(field.kind, number);
    }
    case FieldKind::String:
    case FieldKind::Time:
    case FieldKind::Date:
    case FieldKind::Uuid:
    case FieldKind::Ulid:
      if (!has_form(field.kind, text)) return std::nullopt;
      return AttributeValue(text);
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Document:
      break;
  }
  return std::nullopt;
}

std::optional<AttributeValue> read_escaped(const KeyPart& part, const FieldInfo& field, std::string_view text) {
  if (part.escape == Escape::Raw) return text.starts_with(part.must_begin) ? read_plain(field, text) : std::nullopt;
  if (part.escape == Escape::Reject && needs_escape(text)) return std::nullopt;
  const auto plain = unescape(text);
  return plain && plain->starts_with(part.must_begin) ? read_plain(field, *plain) : std::nullopt;
}

// Requires: part.lossless().
std::optional<AttributeValue> read_value(const KeyPart& part, const FieldInfo& field, std::string_view text) {
  switch (part.format) {
    case KeyFormat::Padded:
      return read_number(field.kind, unsigned_number(read_padded(text, part.width)));
    case KeyFormat::SignedPadded:
      return read_number(field.kind, read_signed_padded(text, part.width));
    default:
      return text.empty() ? std::nullopt : read_escaped(part, field, text);
  }
}

// True if a part that keeps only a piece of the value can have written `text`.
bool is_lossy_text(const KeyPart& part, const FieldInfo& field, std::string_view text) {
  if (part.format != KeyFormat::Shard)
    return text.size() == cut_size(field.kind, part.format) && begins_form(field.kind, text);
  const auto shard = whole_number(text);
  return shard && to_text(*shard) == text && !shard->negative &&
         shard->magnitude < static_cast<std::uint64_t>(part.shard_reach());
}

// True if the part wrote `text` under the earlier count of shards.
bool is_earlier_shard(const KeyPart& part, const FieldInfo& field, const AttributeValue& value, std::string_view text) {
  if (part.was_shards == 0) return false;
  const auto shard = shard_of_value(field, value, part.was_shards);
  return shard && std::to_string(*shard) == text;
}

}  // namespace

const AttributeValue* KnownValues::find(std::string_view attribute) {
  for (const auto& [name, value] : decoded_)
    if (name == attribute) return &value;
  if (const StoredValue* stored = stored_.find(attribute))
    return &decoded_.emplace_back(attribute, stored->to_value()).second;
  return added_.find(attribute);
}

bool KeyReader::match_raw(std::span<const KeyPart> parts, std::string_view key) {
  const std::size_t mark = segments_.size();
  for (std::size_t size = parts.size() == 1 ? key.size() : 1; size <= key.size(); ++size) {
    segments_.push_back({&parts.front(), key.substr(0, size)});
    if (match(parts.subspan(1), key.substr(size))) return true;
    segments_.resize(mark);
  }
  return false;
}

bool KeyReader::match(std::span<const KeyPart> parts, std::string_view key) {
  if (parts.empty()) return key.empty();
  const KeyPart& part = parts.front();
  if (!part.is_field())
    return key.starts_with(part.literal) && match(parts.subspan(1), key.substr(part.literal.size()));
  if (part.format == KeyFormat::Plain && part.escape == Escape::Raw) return match_raw(parts, key);
  const std::string_view text = key.substr(0, key.find(kDelimiter));
  segments_.push_back({&part, text});
  return match(parts.subspan(1), key.substr(text.size()));
}

const AttributeValue* KeyReader::find_in_item(FieldPosition field) const {
  const FieldInfo& info = fields_[field.number()];
  return info.stored ? item_.find(info.attribute) : item_.find_added(info.attribute);
}

const AttributeValue* KeyReader::find(FieldPosition field) const {
  if (const AttributeValue* known = find_in_item(field)) return known;
  for (const auto& [known, value] : read_)
    if (known == field) return &value;
  return nullptr;
}

bool KeyReader::take_natural(const KeyAttribute& attribute, const AttributeValue& key) {
  const KeyPart& part = attribute.value.parts.front();
  if (attribute.type != ScalarAttributeType::N &&
      (!key.text().starts_with(part.must_begin) || (part.escape == Escape::Reject && needs_escape(key.text()))))
    return false;
  if (const AttributeValue* known = find(part.field)) return *known == key;
  read_.emplace_back(part.field, key);
  return true;
}

bool KeyReader::take(const KeyAttribute& attribute, const AttributeValue& key) {
  constexpr AttributeType kTypes[] = {AttributeType::S, AttributeType::N, AttributeType::B};
  if (!key.is(kTypes[static_cast<int>(attribute.type)])) return false;
  return attribute.natural ? take_natural(attribute, key) : match(attribute.value.parts, key.text());
}

bool KeyReader::take_from_item(std::span<const KeyAttribute> attributes) {
  for (const KeyAttribute& attribute : attributes) {
    const AttributeValue* key = item_.find(attribute.attribute);
    if (!key || !take(attribute, *key)) return false;
  }
  return true;
}

bool KeyReader::agree() {
  for (const auto& [part, text] : segments_) {
    if (!part->lossless() || find(part->field)) continue;
    auto value = read_value(*part, fields_[part->field.number()], text);
    if (!value) return false;
    read_.emplace_back(part->field, std::move(*value));
  }
  std::string expected;
  for (const auto& [part, text] : segments_) {
    const FieldInfo& field = fields_[part->field.number()];
    const AttributeValue* value = find(part->field);
    if (!value) {
      if (!is_lossy_text(*part, field, text)) return false;
      continue;
    }
    expected.clear();
    if (!append_key_text(expected, *part, field, *value)) return false;
    if (expected != text && !is_earlier_shard(*part, field, *value, text)) return false;
  }
  return true;
}

void KeyReader::add() {
  for (auto& [field, value] : read_)
    if (!find_in_item(field)) item_.add(fields_[field.number()].attribute, std::move(value));
}

bool parse(const KeyAttribute& attribute, std::span<const FieldInfo> fields, const AttributeValue& key,
           AttributeMap& values) {
  const StoredAttributes stored(Item(), values);
  AttributeMap added;
  KnownValues known(stored, added);
  KeyReader reader(fields, known);
  if (!reader.take(attribute, key) || !reader.agree()) return false;
  reader.add();
  for (Attribute& field : added) values.set(field.name, std::move(field.value));
  return true;
}

}  // namespace partita::model
