// The code that the codecs of all containers and structs share.
#include <fmt/format.h>
#include <partita/model/detail/default_values.h>
#include <partita/model/detail/document_codec.h>

#include <algorithm>

#include "base/check.h"
#include "base/contains.h"
#include "model/codec/decode_attributes.h"
#include "model/codec/faults.h"
#include "model/codec/guarded.h"

namespace partita::model::detail {
namespace {

bool holds_others(const ErasedCodec& codec) { return codec.encode == &value_codec<other_attributes>::encode; }

bool is_of_field(std::string_view attribute, std::span<const FieldInfo> fields) {
  return base::contains(fields, attribute, &FieldInfo::attribute);
}

void decode_others(const StoredAttributes& from, std::span<const FieldInfo> fields, const ItemContext& context,
                   other_attributes& to) {
  for (const StoredAttribute& attribute : from)
    if (!is_of_field(attribute.name, fields) && !base::contains(context.key, attribute.name) &&
        !base::contains(context.leave_out, attribute.name))
      to.map.set(attribute.name, attribute.value.to_value());
}

bool encode_others(const other_attributes& others, std::span<const FieldInfo> fields, AttributeMap& to, Fault& fault) {
  for (const Attribute& attribute : others.map) {
    if (is_of_field(attribute.name, fields)) {
      fault.text = "is in other_attributes, but belongs to a member";
      add_name(fault, attribute.name);
      return false;
    }
    to.set(attribute.name, attribute.value);
  }
  return true;
}

}  // namespace

bool encode_fields(std::span<const void* const> addresses, std::span<const ErasedCodec> codecs,
                   std::span<const FieldInfo> fields, AttributeMap& to, Fault& fault) {
  PARTITA_CHECK(fields.size() == codecs.size() && addresses.size() == codecs.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (holds_others(codecs[i])) {
      if (!encode_others(*static_cast<const other_attributes*>(addresses[i]), fields, to, fault)) return false;
      continue;
    }
    AttributeValue value;
    if (!encode_guarded(codecs[i], addresses[i], value, fault)) {
      add_name(fault, fields[i].attribute);
      return false;
    }
    if (fields[i].has_default && value.is(AttributeType::Null)) {
      fault.text = "is stored as NULL, which would be read back as the member's default";
      add_name(fault, fields[i].attribute);
      return false;
    }
    if (!value.is(AttributeType::None)) to.set(fields[i].attribute, std::move(value));
  }
  return true;
}

bool decode_attributes(const StoredAttributes& from, std::span<const ErasedCodec> codecs,
                       std::span<const FieldInfo> fields, const ItemContext& context, std::span<void* const> addresses,
                       Fault& fault) {
  PARTITA_CHECK(fields.size() == codecs.size() && addresses.size() == codecs.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (holds_others(codecs[i])) {
      decode_others(from, fields, context, *static_cast<other_attributes*>(addresses[i]));
      continue;
    }
    const StoredValue none;
    const StoredValue* value = from.find(fields[i].attribute);
    const bool is_null = value && value->is(AttributeType::Null);
    if (fields[i].has_default && (!value || is_null)) continue;
    if (!value) {
      if (!codecs[i].optional) {
        fault.text = "is missing";
        add_name(fault, fields[i].attribute);
        return false;
      }
      value = &none;
    }
    if (!decode_guarded(codecs[i], *value, addresses[i], fault)) {
      add_name(fault, fields[i].attribute);
      return false;
    }
  }
  return true;
}

AttributeMap encode_defaults(std::span<const void* const> addresses, std::span<const ErasedCodec> codecs,
                             std::span<const FieldInfo> fields) {
  AttributeMap to;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].has_default) continue;
    AttributeValue value;
    if (Fault unused; encode_guarded(codecs[i], addresses[i], value, unused) && !value.is(AttributeType::None))
      to.set(fields[i].attribute, std::move(value));
  }
  return to;
}

AttributeMap values_of_fields(const AttributeMap& values, std::span<const FieldInfo> fields) {
  AttributeMap out;
  for (const Attribute& one : values)
    if (is_of_field(one.name, fields)) out.set(one.name, one.value);
  return out;
}

bool decode_fields(const StoredValue& from, std::span<const ErasedCodec> codecs, std::span<const FieldInfo> fields,
                   std::span<void* const> addresses, Fault& fault) {
  return expect_type(from, AttributeType::M, "M", fault) &&
         decode_attributes(StoredAttributes(from), codecs, fields, {}, addresses, fault);
}

bool expect_type(const StoredValue& from, AttributeType type, std::string_view expected, Fault& fault) {
  return from.is(type) || refuse_value(fault, expected, from);
}

bool expect_length(std::size_t there, std::size_t expected, Fault& fault) {
  if (there == expected) return true;
  fault.text = fmt::format("must have {} elements, but has {}", expected, there);
  return false;
}

bool expect_set(const StoredValue& from, AttributeType set, Fault& fault) {
  const std::string_view name = set == AttributeType::SS ? "SS" : set == AttributeType::NS ? "NS" : "BS";
  return expect_type(from, set, name, fault);
}

void make_set(AttributeType set, AttributeValue::Set elements, AttributeValue& to) {
  if (elements.empty()) return;
  to = set == AttributeType::SS   ? AttributeValue::string_set(std::move(elements))
       : set == AttributeType::NS ? AttributeValue::number_set(std::move(elements))
                                  : AttributeValue::binary_set(std::move(elements));
}

int find_tag(const StoredValue& from, std::span<const std::string_view> tags, StoredValue& value, Fault& fault) {
  if (from.is(AttributeType::M)) {
    StoredElements attributes(from);
    if (attributes.left() == 1 && attributes.next()) {
      value = attributes.value();
      const auto found = std::ranges::find(tags, attributes.name());
      if (found != tags.end()) return static_cast<int>(found - tags.begin());
    }
  }
  std::string expected, present;
  for (const std::string_view tag : tags) expected += fmt::format("{}`{}`", expected.empty() ? "" : ", ", tag);
  if (!from.is(AttributeType::M)) {
    refuse_value(fault, fmt::format("M (with one attribute: {})", expected), from);
    return -1;
  }
  for (StoredElements all(from); all.next();) present += fmt::format("{}`{}`", present.empty() ? "" : ", ", all.name());
  fault.text =
      fmt::format("must be M (with one attribute: {}), but has {}", expected, present.empty() ? "none" : present);
  return -1;
}

}  // namespace partita::model::detail

namespace partita::model {

bool value_codec<other_attributes>::encode(const void* from, AttributeValue& to, Fault&) {
  to = AttributeValue::map(static_cast<const other_attributes*>(from)->map);
  return true;
}
bool value_codec<other_attributes>::decode(const StoredValue& from, void* to, Fault& fault) {
  if (!detail::expect_type(from, AttributeType::M, "M", fault)) return false;
  static_cast<other_attributes*>(to)->map = std::move(from.to_value().m());
  return true;
}

}  // namespace partita::model
