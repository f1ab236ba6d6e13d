// What the codecs of containers and structs share, whatever their types.
#include <fmt/format.h>
#include <partita/model/default_values.h>
#include <partita/model/document_codec.h>

#include <algorithm>

#include "base/check.h"
#include "model/codec/faults.h"

namespace partita::model::detail {
namespace {

bool holds_others(const ErasedCodec& codec) { return codec.encode == &value_codec<other_attributes>::encode; }

bool is_of_field(std::string_view attribute, std::span<const FieldInfo> fields) {
  return std::ranges::find(fields, attribute, &FieldInfo::attribute) != fields.end();
}

bool encode_others(const other_attributes& others, std::span<const FieldInfo> fields, AttributeMap& to, Fault& fault) {
  for (const Attribute& attribute : others.map) {
    if (is_of_field(attribute.name, fields)) {
      fault.text = "stands in other_attributes, but belongs to a member";
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
    if (!codecs[i].encode(addresses[i], value, fault)) {
      add_name(fault, fields[i].attribute);
      return false;
    }
    if (!value.is(AttributeType::None)) to.set(fields[i].attribute, std::move(value));
  }
  return true;
}

bool decode_fields(AttributeMap& from, std::span<const ErasedCodec> codecs, std::span<const FieldInfo> fields,
                   std::span<const std::string_view> keep, std::span<const std::string_view> leave_out,
                   std::span<void* const> addresses, Fault& fault) {
  PARTITA_CHECK(fields.size() == codecs.size() && addresses.size() == codecs.size());
  const auto contains = [](std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (holds_others(codecs[i])) {
      other_attributes& others = *static_cast<other_attributes*>(addresses[i]);
      for (Attribute& attribute : from)
        if (!is_of_field(attribute.name, fields) && !contains(keep, attribute.name) &&
            !contains(leave_out, attribute.name))
          others.map.set(attribute.name, std::move(attribute.value));
      continue;
    }
    AttributeValue none;
    AttributeValue* value = from.find(fields[i].attribute);
    if (value == nullptr) {
      if (fields[i].has_default) continue;
      if (!codecs[i].optional) {
        fault.text = "is missing";
        add_name(fault, fields[i].attribute);
        return false;
      }
      value = &none;
    }
    AttributeValue copy;
    if (contains(keep, fields[i].attribute)) value = &(copy = *value);
    if (!codecs[i].decode(*value, addresses[i], fault)) {
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
    if (Fault unused; codecs[i].encode(addresses[i], value, unused) && !value.is(AttributeType::None))
      to.set(fields[i].attribute, std::move(value));
  }
  return to;
}

bool expect_type(const AttributeValue& from, AttributeType type, std::string_view expected, Fault& fault) {
  return from.is(type) || refuse(fault, expected, from);
}

bool expect_set(const AttributeValue& from, AttributeType set, Fault& fault) {
  const std::string_view name = set == AttributeType::SS ? "SS" : set == AttributeType::NS ? "NS" : "BS";
  return expect_type(from, set, name, fault);
}

void make_set(AttributeType set, AttributeValue::Set elements, AttributeValue& to) {
  if (elements.empty()) return;
  to = set == AttributeType::SS   ? AttributeValue::string_set(std::move(elements))
       : set == AttributeType::NS ? AttributeValue::number_set(std::move(elements))
                                  : AttributeValue::binary_set(std::move(elements));
}

AttributeValue set_element(AttributeType set, std::string text) {
  if (set == AttributeType::SS) return AttributeValue::string(std::move(text));
  if (set == AttributeType::NS) return AttributeValue::number(std::move(text));
  return AttributeValue::binary(std::move(text));
}

int find_tag(AttributeValue& from, std::span<const std::string_view> tags, AttributeValue*& value, Fault& fault) {
  if (from.is(AttributeType::M) && from.m().size() == 1) {
    Attribute& only = *from.m().begin();
    value = &only.value;
    const auto found = std::ranges::find(tags, only.name);
    if (found != tags.end()) return static_cast<int>(found - tags.begin());
  }
  std::string expected, present;
  for (const std::string_view tag : tags) expected += fmt::format("{}`{}`", expected.empty() ? "" : ", ", tag);
  if (!from.is(AttributeType::M)) {
    refuse(fault, fmt::format("M (with one attribute: {})", expected), from);
    return -1;
  }
  for (const Attribute& attribute : from.m())
    present += fmt::format("{}`{}`", present.empty() ? "" : ", ", attribute.name);
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
bool value_codec<other_attributes>::decode(AttributeValue& from, void* to, Fault& fault) {
  if (!detail::expect_type(from, AttributeType::M, "M", fault)) return false;
  static_cast<other_attributes*>(to)->map = std::move(from.m());
  return true;
}

}  // namespace partita::model
