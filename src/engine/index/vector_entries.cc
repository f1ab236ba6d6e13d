#include "engine/index/vector_entries.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "value/encode.h"
#include "value/float32.h"
#include "value/size.h"
#include "value/types.h"

namespace partita::engine {
namespace {

static_assert(std::endian::native == std::endian::little, "entries of vector indexes are little-endian");

// Appends the floats of `value` to `out`. Returns false if it is not a list of that many 32-bit numbers.
bool append_vector(value::ValueView value, std::size_t dimensions, std::string& out) {
  if (value.type() != AttributeType::L) return false;
  const value::ListView list = value.list();
  if (list.size() != dimensions) return false;
  std::size_t at = out.size();
  out.resize(at + sizeof(float) * dimensions);
  for (const value::ValueView element : list) {
    if (element.type() != AttributeType::N) return false;
    const auto number = value::float32_of_encoded(element.number());
    if (!number) return false;
    std::memcpy(out.data() + at, &*number, sizeof(float));
    at += sizeof(float);
  }
  return true;
}

bool filters_fit(const catalog::VectorDefinition& vector, const value::ItemView& item) {
  return std::ranges::all_of(vector.schema, [&](const catalog::VectorDefinition::Element& element) {
    const auto value = item.find(element.attribute.name);
    return !value || to_text(element.attribute.type) == value::type_name(value->type());
  });
}

std::string projected_without_vector(const catalog::IndexInfo& index, const value::ItemView& item) {
  value::ItemBuilder builder;
  for (const value::AttributeView& attribute : item)
    if (attribute.name != index.vector->attribute && index.holds(attribute.name))
      builder.add(attribute.name, attribute.value);
  return builder.finish();
}

bool is_vector(value::ValueView value, std::size_t dimensions) {
  if (value.type() != AttributeType::L || value.list().size() != dimensions) return false;
  for (const value::ValueView element : value.list())
    if (element.type() != AttributeType::N) return false;
  return true;
}

}  // namespace

std::optional<std::string> vector_entry_value(const catalog::IndexInfo& index, const value::ItemView& item) {
  const auto vector = item.find(index.vector->attribute);
  std::string value;
  if (!vector || !filters_fit(*index.vector, item) || !append_vector(*vector, index.vector->dimensions, value))
    return std::nullopt;
  return value.append(projected_without_vector(index, item));
}

VectorEntry parse_vector_entry(const catalog::IndexInfo& index, std::string_view value) {
  const std::size_t bytes = vector_bytes(*index.vector);
  return {value.substr(0, bytes), value::ItemView(value.substr(bytes))};
}

std::size_t vector_entry_size_bytes(const catalog::IndexInfo& index, const value::ItemView& projected) {
  return value::item_size_bytes(projected) + index.vector->attribute.size() + vector_bytes(*index.vector);
}

std::size_t charged_size_bytes(const catalog::TableInfo& table, const value::ItemView& item) {
  std::size_t bytes = value::item_size_bytes(item);
  for (auto index = table.indexes.begin(); index != table.indexes.end(); ++index) {
    if (!index->vector || !index->maintained()) continue;
    // All indexes on one attribute have the same dimensions, and the attribute counts once.
    const auto reads_it = [&](const catalog::IndexInfo& earlier) {
      return earlier.vector && earlier.maintained() && earlier.vector->attribute == index->vector->attribute;
    };
    if (std::any_of(table.indexes.begin(), index, reads_it)) continue;
    const auto vector = item.find(index->vector->attribute);
    if (vector && is_vector(*vector, index->vector->dimensions))
      bytes += vector_bytes(*index->vector) - value::value_size_bytes(*vector);
  }
  return bytes;
}

}  // namespace partita::engine
