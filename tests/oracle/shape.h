// The oracle's table and its indexes, as plain lists of attribute names.
#pragma once

#include <partita/database.h>

#include <string>
#include <vector>

namespace partita::test {

inline constexpr const char* kTable = "Oracle";

struct Shape {
  std::string name;  // empty: the table itself
  std::vector<std::string> partition_key;
  std::vector<std::string> sort_key;
  bool local = false;
  ProjectionType projection = ProjectionType::All;
  std::vector<std::string> included;

  std::vector<std::string> keys() const;
};

const Shape& table_shape();
// Among the indexes are a local one with KEYS_ONLY, one with equal sort keys, one without a sort key, and one of 2 + 2
// attributes.
const std::vector<Shape>& index_shapes();
// The type of a key attribute.
ScalarAttributeType key_type(const std::string& attribute);

CreateTableRequest create_table(bool with_indexes);
// Requires: `shape` is a global index.
UpdateTableRequest delete_index(const Shape& shape);
UpdateTableRequest create_index(const Shape& shape);

}  // namespace partita::test
