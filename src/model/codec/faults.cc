#include "model/codec/faults.h"

#include <partita/model/codec.h>

#include <fmt/format.h>

namespace partita::model {
namespace {

constexpr std::size_t kShownBytes = 60;

std::string_view type_name(AttributeType type) {
  switch (type) {
    case AttributeType::S: return "S";
    case AttributeType::N: return "N";
    case AttributeType::B: return "B";
    case AttributeType::Bool: return "BOOL";
    case AttributeType::Null: return "NULL";
    case AttributeType::L: return "L";
    case AttributeType::M: return "M";
    case AttributeType::SS: return "SS";
    case AttributeType::NS: return "NS";
    case AttributeType::BS: return "BS";
    case AttributeType::None:
    case AttributeType::Several: break;
  }
  return "without a type";
}

// The steps without the point in front.
std::string_view written(std::string_view path) { return path.starts_with('.') ? path.substr(1) : path; }

Error invalid_error(std::string message) { return invalid(std::move(message)).value(); }

}  // namespace

std::string shown(const AttributeValue& value) {
  const auto shortened = [](std::string_view text) {
    return text.size() <= kShownBytes ? std::string(text) : std::string(text.substr(0, kShownBytes)) + "...";
  };
  switch (value.type()) {
    case AttributeType::S: return '"' + shortened(value.s()) + '"';
    case AttributeType::N: return shortened(value.n());
    case AttributeType::B: {
      std::string hex;
      for (const char c : value.b()) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
      return shortened(hex);
    }
    default: return std::string(type_name(value.type()));
  }
}

bool refuse(Fault& fault, std::string_view expected, const AttributeValue& actual) {
  const std::string_view expected_type = expected.substr(0, expected.find(' '));
  const bool right_type = expected_type == type_name(actual.type());
  fault.text = fmt::format("must be {}, but is {}", expected, right_type ? shown(actual) : type_name(actual.type()));
  return false;
}

namespace detail {

void add_index(Fault& fault, std::size_t index) { fault.path.insert(0, fmt::format("[{}]", index)); }
void add_name(Fault& fault, std::string_view name) { fault.path.insert(0, fmt::format(".{}", name)); }
void add_set(Fault& fault) { fault.text.insert(0, "has an element that "); }

Error fault_of_value(const Fault& fault) {
  if (fault.path.empty()) return invalid_error("the value " + fault.text);
  return invalid_error(fmt::format("the value's `{}` {}", written(fault.path), fault.text));
}

Error fault_of_field(const Fault& fault) {
  return invalid_error(fmt::format("attribute `{}` {}", written(fault.path), fault.text));
}

Error fault_of_item(const Fault& fault, const AttributeMap& item, const ItemContext& context) {
  std::string where(context.entity);
  if (!context.key.empty()) {
    std::string key;
    for (const std::string_view name : context.key) {
      const AttributeValue* value = item.find(name);
      key += fmt::format("{}{}: {}", key.empty() ? "" : ", ", name, value ? shown(*value) : "none");
    }
    where += fmt::format("{}{{{}}}", where.empty() ? "" : " ", key);
  }
  Error error = fault_of_field(fault);
  if (!where.empty()) error.message = fmt::format("{}: {}", where, error.message);
  return error;
}

}  // namespace detail
}  // namespace partita::model
