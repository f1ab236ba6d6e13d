#include "ops/rules/vector_index_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "ops/rules/table_constraints.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

void constrain_name(Constraints& constraints, const OptionalString& name, const RequestPlace& place) {
  if (constraints.not_null(name, place)) constraints.length(*name, place, 1, limits::kKeyAttributeNameBytes);
}

void constrain_search_schema(Constraints& constraints, const OptionalList<SearchSchemaElement>& schema,
                             const RequestPlace& place) {
  if (!schema) return;
  constraints.count(schema->size(), place, 1, Constraints::kNoMaximum, [] { return std::string("[]"); });
  for (std::size_t i = 0; i < schema->size(); ++i) {
    const SearchSchemaElement& element = (*schema)[i];
    const RequestPlace at = RequestPlace::element(place, i);
    constrain_name(constraints, element.attribute_name, RequestPlace(at, "attributeName"));
    const RequestPlace type(at, "searchSchemaElementType");
    if (constraints.not_null(element.search_schema_element_type, type))
      constraints.one_of(element.search_schema_element_type, type);
  }
}

bool is_defined(const Definitions& definitions, const std::string& name) {
  return std::ranges::any_of(definitions, [&](const AttributeDefinition& d) { return *d.attribute_name == name; });
}

Result<void> check_element_count(const std::vector<SearchSchemaElement>& schema, SearchSchemaElementType type,
                                 std::size_t most) {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(
      schema, [&](const SearchSchemaElement& element) { return *element.search_schema_element_type == type; }));
  if (count <= most) return {};
  return invalid(
      fmt::format("One or more parameter values were invalid: Value '{}' at 'SearchSchema' failed to satisfy "
                  "constraint: Member must have {} count less than or equal to {}",
                  count, to_text(type), most));
}

Result<void> check_search_schema(const std::vector<SearchSchemaElement>& schema, const Definitions& definitions) {
  PARTITA_TRY(check_element_count(schema, SearchSchemaElementType::Hash, limits::kHashElements));
  PARTITA_TRY(check_element_count(schema, SearchSchemaElementType::InlineFilter, limits::kInlineFilters));
  for (const SearchSchemaElement& element : schema) {
    if (!is_defined(definitions, *element.attribute_name))
      return invalid(
          "One or more parameter values were invalid: One element in SearchSchema is not defined in attribute "
          "definitions");
    if (std::ranges::count(schema, element.attribute_name, &SearchSchemaElement::attribute_name) > 1)
      return invalid(fmt::format("One or more parameter values were invalid: Duplicate attribute in SearchSchema: {}",
                                 *element.attribute_name));
  }
  return {};
}

}  // namespace

void constrain_vector_index(Constraints& constraints, const VectorIndex& index, const RequestPlace& place) {
  constrain_index_name(constraints, index.index_name, RequestPlace(place, "indexName"));
  const RequestPlace attribute(place, "vectorAttribute");
  if (constraints.not_null(index.vector_attribute, attribute))
    constrain_name(constraints, index.vector_attribute->attribute_name, RequestPlace(attribute, "attributeName"));
  constrain_search_schema(constraints, index.search_schema, RequestPlace(place, "searchSchema"));
  constrain_projection(constraints, index.projection, RequestPlace(place, "projection"));
  if (constraints.not_null(index.dimensions, RequestPlace(place, "dimensions")))
    constraints.at_least(index.dimensions, RequestPlace(place, "dimensions"), 1);
  if (constraints.not_null(index.distance_function, RequestPlace(place, "distanceFunction")))
    constraints.one_of(index.distance_function, RequestPlace(place, "distanceFunction"));
}

Result<void> check_vector_index(const VectorIndex& index, const Definitions& definitions) {
  if (index.search_schema) PARTITA_TRY(check_search_schema(*index.search_schema, definitions));
  if (*index.dimensions > limits::kDimensions)
    return invalid(
        fmt::format("One or more parameter values were invalid: Number of dimensions must be between 1 and "
                    "{} inclusive.",
                    limits::kDimensions));
  if (const std::string& attribute = *index.vector_attribute->attribute_name; is_defined(definitions, attribute))
    return invalid(fmt::format(
        "One or more parameter values were invalid: Conflicting attribute definition for '{}'. An attribute "
        "cannot be defined in AttributeDefinitions when used as a VectorAttribute.",
        attribute));
  return check_projection(*index.projection);
}

unexpected<Error> conflicting_dimensions(std::string_view attribute) {
  return invalid(
      fmt::format("One or more parameter values were invalid: Conflicting attribute definition for '{}'. All "
                  "VectorIndexes on the same vector attribute must use the same dimensions.",
                  attribute));
}

unexpected<Error> vector_index_needs_on_demand() {
  return invalid(
      "One or more parameter values were invalid: Vector indexes are only supported for PAY_PER_REQUEST tables");
}

}  // namespace partita::ops
