#include "engine/index/vector_rules.h"

#include "base/try.h"
#include "value/float32.h"
#include "value/types.h"

namespace partita::engine {
namespace {

// The punctuation of these texts is the service's (conformance suite, error-messages/vectorWrites).
unexpected<Error> refuse(const std::string& what, const catalog::IndexInfo& index) {
  return invalid("One or more parameter values were invalid. " + what + " IndexName: " + index.name);
}

// A number of at most 38 characters without an exponent is below the greatest float.
bool is_in_range(const std::string& number) {
  constexpr std::size_t kSurelySmall = 38;
  if (number.size() <= kSurelySmall && number.find_first_of("eE") == std::string::npos) return true;
  return value::to_float32(number).has_value();
}

bool is_changed(const AttributeMap* old, const std::string& name, const AttributeValue& value) {
  const AttributeValue* before = old ? old->find(name) : nullptr;
  return !before || !(*before == value);
}

Result<void> check_vector(const catalog::IndexInfo& index, const AttributeValue& value) {
  const std::string& name = index.vector->attribute;
  if (!value.is(AttributeType::L))
    return refuse("Invalid type for parameter " + name + ", Expected: 32-bit floating point number list", index);
  const AttributeValue::List& elements = value.l();
  if (elements.size() != index.vector->dimensions)
    return refuse("Invalid size for parameter " + name + ", Expected: " + std::to_string(index.vector->dimensions) +
                      ", Actual: " + std::to_string(elements.size()),
                  index);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto parameter = [&] { return name + "[" + std::to_string(i) + "]"; };
    if (!elements[i].is(AttributeType::N))
      return refuse("Invalid type for parameter " + parameter() + ", Expected: 32-bit floating point number, Actual: " +
                        std::string(value::type_name(elements[i].type())) + ".",
                    index);
    if (!is_in_range(elements[i].n()))
      return refuse("Invalid value for parameter " + parameter() + ", Value: " + elements[i].n() +
                        " is outside valid range [-3.4028235E38, 3.4028235E38].",
                    index);
  }
  return {};
}

Result<void> check_schema_value(const catalog::IndexInfo& index, const catalog::VectorDefinition::Element& element,
                                const AttributeValue& value, bool updates) {
  const std::string& name = element.attribute.name;
  if (!value::has_type(value, element.attribute.type))
    return refuse("Attribute '" + name + "' type mismatch. Expected: " + std::string(to_text(element.attribute.type)) +
                      ", Actual: " + std::string(value::type_name(value.type())) + ".",
                  index);
  if (element.type != SearchSchemaElementType::Hash || value.is(AttributeType::N) || !value.text().empty()) return {};
  const std::string what = "The AttributeValue for a key attribute cannot contain an empty " +
                           std::string(value.is(AttributeType::B) ? "binary" : "string") + " value.";
  return invalid(updates ? "One or more parameter values are not valid. The update expression attempted to update a "
                           "secondary index key to a value that is not supported. " +
                               what
                         : "One or more parameter values are not valid. A value specified for a secondary index key is "
                           "not supported. " +
                               what + " IndexName: " + index.name + ", IndexKey: " + name);
}

}  // namespace

Result<void> check_vectors(const catalog::TableInfo& table, const AttributeMap& item, const AttributeMap* old) {
  for (const catalog::IndexInfo& index : table.indexes) {
    if (!index.vector || !index.maintained()) continue;
    const AttributeValue* vector = item.find(index.vector->attribute);
    if (vector && is_changed(old, index.vector->attribute, *vector)) PARTITA_TRY(check_vector(index, *vector));
    for (const catalog::VectorDefinition::Element& element : index.vector->schema) {
      const AttributeValue* value = item.find(element.attribute.name);
      if (!value || table.keys.find(element.attribute.name) || !is_changed(old, element.attribute.name, *value))
        continue;
      PARTITA_TRY(check_schema_value(index, element, *value, old != nullptr));
    }
  }
  return {};
}

}  // namespace partita::engine
