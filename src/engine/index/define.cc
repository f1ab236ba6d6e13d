#include "engine/index/define.h"

#include "base/check.h"

namespace partita::engine {
namespace {

catalog::KeyAttribute define_attribute(const std::string& name, const std::vector<AttributeDefinition>& definitions) {
  const AttributeDefinition* found = nullptr;
  for (const AttributeDefinition& definition : definitions)
    if (definition.attribute_name == name) found = &definition;
  PARTITA_CHECK(found);
  return {name, found->attribute_type->value()};
}

}  // namespace

catalog::KeySchema define_keys(const std::vector<KeySchemaElement>& elements,
                               const std::vector<AttributeDefinition>& definitions) {
  catalog::KeySchema keys;
  for (const KeySchemaElement& element : elements) {
    auto& part = *element.key_type == KeyType::Hash ? keys.partition : keys.sort;
    part.push_back(define_attribute(*element.attribute_name, definitions));
  }
  return keys;
}

catalog::IndexInfo define_vector_index(const VectorIndex& given, const std::vector<AttributeDefinition>& definitions) {
  catalog::IndexInfo index;
  index.name = *given.index_name;
  index.global = true;
  index.projection = given.projection->projection_type->value();
  if (given.projection->non_key_attributes) index.non_key_attributes = *given.projection->non_key_attributes;
  catalog::VectorDefinition& vector = index.vector.emplace();
  vector.attribute = *given.vector_attribute->attribute_name;
  vector.dimensions = static_cast<std::uint32_t>(*given.dimensions);
  vector.distance = given.distance_function->value();
  if (given.search_schema)
    for (const SearchSchemaElement& element : *given.search_schema)
      vector.schema.push_back(
          {define_attribute(*element.attribute_name, definitions), element.search_schema_element_type->value()});
  return index;
}

void raise_warm_units(const WarmThroughput& given, BillingMode mode, const catalog::Throughput& provisioned,
                      catalog::WarmUnits& warm) {
  catalog::Throughput units = catalog::warm_units(warm, mode, provisioned);
  if (given.read_units_per_second) units.read_units = *given.read_units_per_second;
  if (given.write_units_per_second) units.write_units = *given.write_units_per_second;
  warm = units;
}

}  // namespace partita::engine
