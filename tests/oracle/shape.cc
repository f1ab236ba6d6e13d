#include "shape.h"

#include <set>

namespace partita::test {

std::vector<std::string> Shape::keys() const {
  std::vector<std::string> all = partition_key;
  all.insert(all.end(), sort_key.begin(), sort_key.end());
  return all;
}

const Shape& table_shape() {
  static const Shape shape{.name = "", .partition_key = {"pk"}, .sort_key = {"sk"}, .included = {}};
  return shape;
}

const std::vector<Shape>& index_shapes() {
  static const std::vector<Shape> shapes = {
      {.name = "by_kind", .partition_key = {"kind"}, .sort_key = {"rank"}, .included = {}},
      {.name = "by_tag",
       .partition_key = {"tag"},
       .sort_key = {},
       .projection = ProjectionType::KeysOnly,
       .included = {}},
      {.name = "by_four",
       .partition_key = {"a", "b"},
       .sort_key = {"c", "d"},
       .projection = ProjectionType::Include,
       .included = {"note", "count"}},
      {.name = "by_rank",
       .partition_key = {"pk"},
       .sort_key = {"rank"},
       .local = true,
       .projection = ProjectionType::KeysOnly,
       .included = {}},
  };
  return shapes;
}

ScalarAttributeType key_type(const std::string& attribute) {
  if (attribute == "sk" || attribute == "rank" || attribute == "b") return ScalarAttributeType::N;
  return attribute == "d" ? ScalarAttributeType::B : ScalarAttributeType::S;
}

namespace {

std::vector<KeySchemaElement> key_schema(const Shape& shape) {
  std::vector<KeySchemaElement> schema;
  for (const auto& name : shape.partition_key) schema.push_back({name, KeyType::Hash});
  for (const auto& name : shape.sort_key) schema.push_back({name, KeyType::Range});
  return schema;
}

Projection projection_of(const Shape& shape) {
  Projection projection;
  projection.projection_type = shape.projection;
  if (!shape.included.empty()) projection.non_key_attributes = shape.included;
  return projection;
}

}  // namespace

CreateTableRequest create_table(bool with_indexes) {
  CreateTableRequest request;
  request.table_name = kTable;
  request.billing_mode = BillingMode::PayPerRequest;
  request.key_schema = key_schema(table_shape());
  request.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewAndOldImages};
  std::set<std::string> attributes = {"pk", "sk"};
  if (with_indexes) {
    request.global_secondary_indexes.emplace();
    request.local_secondary_indexes.emplace();
    for (const Shape& shape : index_shapes()) {
      for (const auto& name : shape.keys()) attributes.insert(name);
      if (shape.local)
        request.local_secondary_indexes->push_back({shape.name, key_schema(shape), projection_of(shape)});
      else
        request.global_secondary_indexes->push_back(
            {.index_name = shape.name, .key_schema = key_schema(shape), .projection = projection_of(shape)});
    }
  }
  request.attribute_definitions.emplace();
  for (const auto& name : attributes) request.attribute_definitions->push_back({name, key_type(name)});
  return request;
}

UpdateTableRequest delete_index(const Shape& shape) {
  UpdateTableRequest request;
  request.table_name = kTable;
  request.global_secondary_index_updates.emplace().push_back({.delete_ = DeleteGlobalSecondaryIndexAction{shape.name}});
  return request;
}

UpdateTableRequest create_index(const Shape& shape) {
  UpdateTableRequest request;
  request.table_name = kTable;
  request.attribute_definitions = create_table(true).attribute_definitions;
  CreateGlobalSecondaryIndexAction create;
  create.index_name = shape.name;
  create.key_schema = key_schema(shape);
  create.projection = projection_of(shape);
  request.global_secondary_index_updates.emplace().push_back({.create = create});
  return request;
}

}  // namespace partita::test
