#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/table_difference.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace partita {
namespace {

// The properties of a local or global index that are compared, in a request or a description.
struct IndexShape {
  std::string kind;  // "local" or "global"
  std::string keys;
  std::string projection;
};
using IndexShapes = std::map<std::string, IndexShape>;

std::vector<std::string> names_of(const OptionalList<KeySchemaElement>& schema, KeyType type) {
  std::vector<std::string> names;
  if (!schema) return names;
  for (const KeySchemaElement& element : *schema)
    if (element.key_type && *element.key_type == type) names.push_back(element.attribute_name.value_or(""));
  return names;
}

// The text is, for example, "partition key pk, sort key sk".
std::string text_of(const OptionalList<KeySchemaElement>& schema) {
  const auto partition = names_of(schema, KeyType::Hash);
  const auto sort = names_of(schema, KeyType::Range);
  std::string text = fmt::format("partition key {}", fmt::join(partition, " + "));
  return text + (sort.empty() ? ", no sort key" : fmt::format(", sort key {}", fmt::join(sort, " + ")));
}

// The text is, for example, "INCLUDE (a, b)". The attributes are sorted by name.
std::string text_of(const std::optional<Projection>& projection) {
  if (!projection || !projection->projection_type) return "none";
  std::string text(projection->projection_type->text());
  if (!projection->non_key_attributes || projection->non_key_attributes->empty()) return text;
  std::vector<std::string> attributes = *projection->non_key_attributes;
  std::ranges::sort(attributes);
  return fmt::format("{} ({})", text, fmt::join(attributes, ", "));
}

template <class Index>
bool is_going(const Index& index) {
  if constexpr (requires { index.index_status; })
    return index.index_status && *index.index_status == IndexStatus::Deleting;
  return false;
}

template <class Index>
void add_shapes(const OptionalList<Index>& indexes, std::string_view kind, IndexShapes& shapes) {
  if (!indexes) return;
  for (const Index& index : *indexes)
    if (!is_going(index))
      shapes[index.index_name.value_or("")] = {std::string(kind), text_of(index.key_schema), text_of(index.projection)};
}

template <class Table>
IndexShapes shapes_of(const Table& table) {
  IndexShapes shapes;
  add_shapes(table.local_secondary_indexes, "local", shapes);
  add_shapes(table.global_secondary_indexes, "global", shapes);
  return shapes;
}

std::map<std::string, std::string> types_of(const OptionalList<AttributeDefinition>& definitions) {
  std::map<std::string, std::string> types;
  if (!definitions) return types;
  for (const AttributeDefinition& definition : *definitions)
    types[definition.attribute_name.value_or("")] =
        definition.attribute_type ? std::string(definition.attribute_type->text()) : "none";
  return types;
}

// The view type of an enabled stream, or "no stream".
std::string text_of(const std::optional<StreamSpecification>& stream) {
  if (!stream || !stream->stream_enabled.value_or(false) || !stream->stream_view_type) return "no stream";
  return std::string(stream->stream_view_type->text());
}

class Differences {
 public:
  void compare(std::string_view what, std::string_view wanted, std::string_view there) {
    if (wanted != there) add(fmt::format("{}: the definition has {}, the table has {}", what, wanted, there));
  }
  void add(std::string line) { lines_.push_back(std::move(line)); }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  std::vector<std::string> lines_;
};

void compare_indexes(const IndexShapes& wanted, const IndexShapes& there, Differences& differences) {
  for (const auto& [name, shape] : wanted) {
    const auto found = there.find(name);
    if (found == there.end()) {
      differences.add(fmt::format("index {}: the definition has it, the table does not", name));
      continue;
    }
    differences.compare(fmt::format("kind of index {}", name), shape.kind, found->second.kind);
    differences.compare(fmt::format("keys of index {}", name), shape.keys, found->second.keys);
    differences.compare(fmt::format("projection of index {}", name), shape.projection, found->second.projection);
  }
  for (const auto& [name, shape] : there)
    if (!wanted.contains(name))
      differences.add(fmt::format("index {}: the table has it, the definition does not", name));
}

}  // namespace

std::vector<std::string> differences(const CreateTableRequest& wanted, const TableDescription& table) {
  Differences found;
  found.compare("keys", text_of(wanted.key_schema), text_of(table.key_schema));
  const auto types_there = types_of(table.attribute_definitions);
  for (const auto& [name, type] : types_of(wanted.attribute_definitions))
    if (const auto there = types_there.find(name); there != types_there.end())
      found.compare(fmt::format("type of attribute {}", name), type, there->second);
  compare_indexes(shapes_of(wanted), shapes_of(table), found);
  // A stream that the definition does not ask for changes nothing for the programs that use the table.
  if (wanted.stream_specification)
    found.compare("stream", text_of(wanted.stream_specification), text_of(table.stream_specification));
  return found.take();
}

}  // namespace partita
