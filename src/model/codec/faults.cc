#include "model/codec/faults.h"

#include <fmt/format.h>

#include "model/codec/decode_attributes.h"
#include "model/codec/guarded.h"
#include "value/types.h"

namespace partita::model {
namespace {

constexpr std::size_t kShownBytes = 60;

std::string_view type_name(AttributeType type) {
  const std::string_view name = value::type_name(type);
  return name.empty() ? "without a type" : name;
}

// The path without the point at its beginning.
std::string_view written(std::string_view path) { return path.starts_with('.') ? path.substr(1) : path; }

std::string text_of_field(const Fault& fault) {
  if (fault.path.empty()) return "the struct " + fault.text;
  return fmt::format("attribute `{}` {}", written(fault.path), fault.text);
}

// A text such as "ORDER {PK: CUST#1, SK: ORDER#7}: ".
std::string text_of_item(const StoredAttributes& item, const ItemContext& context) {
  std::string where(context.entity);
  if (!context.key.empty()) {
    std::string key;
    for (const std::string_view name : context.key) {
      const StoredValue* value = item.find(name);
      key += fmt::format("{}{}: {}", key.empty() ? "" : ", ", name, value ? shown(*value) : "none");
    }
    where += fmt::format("{}{{{}}}", where.empty() ? "" : " ", key);
  }
  return where.empty() ? where : where + ": ";
}

}  // namespace

std::string shown(const StoredValue& value) {
  const auto shortened = [](std::string_view text) {
    return text.size() <= kShownBytes ? std::string(text) : fmt::format("{}...", text.substr(0, kShownBytes));
  };
  switch (value.type()) {
    case AttributeType::S:
      return '"' + shortened(value.text()) + '"';
    case AttributeType::N:
      return shortened(value.number());
    case AttributeType::B: {
      std::string hex;
      for (const char c : value.text()) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
      return shortened(hex);
    }
    default:
      return std::string(type_name(value.type()));
  }
}

bool refuse_value(Fault& fault, std::string_view expected, const StoredValue& actual) {
  const std::string_view expected_type = expected.substr(0, expected.find(' '));
  const bool right_type = expected_type == type_name(actual.type());
  fault.text = fmt::format("must be {}, but is {}", expected, right_type ? shown(actual) : type_name(actual.type()));
  return false;
}

Error fault_of_item(const StoredAttributes& item, const ItemContext& context, const Fault& fault) {
  return invalid(text_of_item(item, context) + text_of_field(fault)).error();
}

namespace detail {

void add_index(Fault& fault, std::size_t index) { fault.path.insert(0, fmt::format("[{}]", index)); }
void add_name(Fault& fault, std::string_view name) { fault.path.insert(0, fmt::format(".{}", name)); }
void add_set(Fault& fault) { fault.text.insert(0, "has an element that "); }

Error fault_of_value(const Fault& fault) {
  const std::string where = fault.path.empty() ? "the value" : fmt::format("the value's `{}`", written(fault.path));
  return invalid(where + " " + fault.text).error();
}

Result<AttributeValue> encode_value(const void* value, const ErasedCodec& codec) {
  AttributeValue encoded;
  if (Fault fault; !encode_guarded(codec, value, encoded, fault)) return unexpected(fault_of_value(fault));
  return encoded;
}

Result<void> decode_value(const AttributeValue& from, const ErasedCodec& codec, void* to) {
  if (Fault fault; !decode_guarded(codec, StoredValue(from), to, fault)) return unexpected(fault_of_value(fault));
  return {};
}

Result<void> encode_struct(std::span<const void* const> addresses, std::span<const ErasedCodec> codecs,
                           std::span<const FieldInfo> fields, AttributeMap& to) {
  if (Fault fault; !encode_fields(addresses, codecs, fields, to, fault)) return invalid(text_of_field(fault));
  return {};
}

Result<void> decode_struct(const Item& item, const AttributeMap& more, std::span<const ErasedCodec> codecs,
                           std::span<const FieldInfo> fields, const ItemContext& context,
                           std::span<void* const> addresses) {
  const StoredAttributes attributes(item, more);
  if (Fault fault; !decode_attributes(attributes, codecs, fields, context, addresses, fault))
    return unexpected(fault_of_item(attributes, context, fault));
  return {};
}

}  // namespace detail
}  // namespace partita::model
