#include "engine/index/define.h"

#include "base/check.h"

namespace partita::engine {

catalog::KeySchema define_keys(const std::vector<KeySchemaElement>& elements,
                               const std::vector<AttributeDefinition>& definitions) {
  catalog::KeySchema keys;
  for (const KeySchemaElement& element : elements) {
    const AttributeDefinition* found = nullptr;
    for (const AttributeDefinition& definition : definitions)
      if (definition.attribute_name == element.attribute_name) found = &definition;
    PARTITA_CHECK(found);
    auto& part = *element.key_type == KeyType::Hash ? keys.partition : keys.sort;
    part.push_back({*element.attribute_name, found->attribute_type->value()});
  }
  return keys;
}

}  // namespace partita::engine
