#include "engine/index/entries.h"

#include "engine/index/vector_entries.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "value/encode.h"
#include "value/size.h"

namespace partita::engine {
namespace {

bool fits(value::ValueView value, ScalarAttributeType type) {
  switch (value.type()) {
    case AttributeType::S:
      return type == ScalarAttributeType::S && !value.text().empty();
    case AttributeType::B:
      return type == ScalarAttributeType::B && !value.text().empty();
    case AttributeType::N:
      return type == ScalarAttributeType::N;
    default:
      return false;
  }
}

bool append_parts(const std::vector<catalog::KeyAttribute>& attributes, const value::ItemView& item, std::string& out) {
  for (const catalog::KeyAttribute& attribute : attributes) {
    const auto value = item.find(attribute.name);
    if (!value || !fits(*value, attribute.type)) return false;
    keys::encode_part(*value, out);
  }
  return true;
}

std::string projected(const catalog::IndexInfo& index, const value::ItemView& item) {
  value::ItemBuilder builder;
  auto wanted = index.projected.begin();
  for (const value::AttributeView& attribute : item) {
    while (wanted != index.projected.end() && *wanted < attribute.name) ++wanted;
    if (wanted == index.projected.end()) break;
    if (*wanted == attribute.name) builder.add(attribute.name, attribute.value);
  }
  return builder.finish();
}

}  // namespace

std::optional<IndexEntry> entry_of(const catalog::TableInfo& table, const catalog::IndexInfo& index,
                                   const value::ItemView& item, std::string_view base_key) {
  IndexEntry entry;
  const std::size_t opened = keys::open_partition(table.id, index.id, entry.key);
  if (!append_parts(index.keys.partition, item, entry.key)) return std::nullopt;
  keys::close_partition(opened, entry.key);
  if (!append_parts(index.keys.sort, item, entry.key)) return std::nullopt;
  entry.key.append(base_key.substr(keys::kPrefixBytes));
  if (index.vector) {
    auto value = vector_entry_value(index, item);
    if (!value) return std::nullopt;
    entry.value = *std::move(value);
    entry.size_bytes = vector_entry_size_bytes(index, parse_vector_entry(index, entry.value).item);
    return entry;
  }
  entry.value = index.projection == ProjectionType::All ? std::string(item.bytes()) : projected(index, item);
  entry.size_bytes = value::item_size_bytes(value::ItemView(entry.value));
  return entry;
}

}  // namespace partita::engine
