#include "partiql/values.h"

#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "value/limits.h"
#include "value/number.h"

namespace partita::partiql {
namespace {

Result<void> check(const AttributeValue& value, std::size_t level) {
  if (level > limits::kNestingLevels) return invalid(std::string(nesting_fault()));
  const auto check_number = [](const std::string& text) -> Result<void> {
    if (std::string fault = number_fault(text); !fault.empty()) return invalid(std::move(fault));
    return {};
  };
  switch (value.type()) {
    case AttributeType::N:
      return check_number(value.n());
    case AttributeType::NS:
      for (const std::string& element : value.set()) PARTITA_TRY(check_number(element));
      return ops::check_value(value, ops::Layer::Older);
    case AttributeType::L:
      for (const AttributeValue& element : value.l()) PARTITA_TRY(check(element, level + 1));
      return {};
    case AttributeType::M:
      for (const Attribute& attribute : value.m()) {
        if (attribute.name.empty()) return invalid(std::string(limits::kEmptyNameFault));
        if (attribute.name.size() > limits::kAttributeNameBytes) return invalid(std::string(limits::kLongNameFault));
        PARTITA_TRY(check(attribute.value, level + 1));
      }
      return {};
    default:
      return ops::check_value(value, ops::Layer::Older);
  }
}

}  // namespace

std::string number_fault(std::string_view text) {
  if (auto number = value::Number::parse(text, value::NumberReader::Older); !number)
    return std::move(number.error().message);
  return {};
}

Result<void> check_parameter(const AttributeValue& value) { return check(value, 1); }

std::string_view nesting_fault() {
  return "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported "
         "limit";
}

expected<AttributeValue, std::string> set_of_bag(const std::vector<AttributeValue>& elements) {
  if (elements.empty()) return unexpected(std::string("Empty bags are not supported"));
  const AttributeType type = elements.front().type();
  AttributeValue::Set texts;
  for (const AttributeValue& element : elements) {
    const bool is_scalar = type == AttributeType::S || type == AttributeType::N || type == AttributeType::B;
    if (!is_scalar || !element.is(type))
      return unexpected(std::string("Only bags of strings, of numbers or of binary values are supported"));
    texts.push_back(element.text());
  }
  AttributeValue set = type == AttributeType::S   ? AttributeValue::string_set(std::move(texts))
                       : type == AttributeType::N ? AttributeValue::number_set(std::move(texts))
                                                  : AttributeValue::binary_set(std::move(texts));
  if (auto checked = ops::check_value(set, ops::Layer::Older); !checked)
    return unexpected(std::move(checked.error().message));
  return set;
}

}  // namespace partita::partiql
