#include "engine/vectors/result_item.h"

#include <cstring>
#include <memory>

#include "base/contains.h"
#include "engine/index/vector_entries.h"
#include "value/encode.h"
#include "value/float32.h"

namespace partita::engine {
namespace {

std::string encoded_vector(std::string_view bytes) {
  AttributeValue::List numbers;
  for (; !bytes.empty(); bytes.remove_prefix(sizeof(float))) {
    float number;
    std::memcpy(&number, bytes.data(), sizeof number);
    numbers.push_back(AttributeValue::number(value::float32_text(number)));
  }
  std::string encoded;
  value::encode_value(AttributeValue(std::move(numbers)), encoded);
  return encoded;
}

// The entry's item with the vector in its place.
std::string with_vector(const catalog::IndexInfo& index, const VectorEntry& entry) {
  value::ItemBuilder builder;
  bool added = false;
  const std::string& name = index.vector->attribute;
  const auto add_vector = [&] {
    if (!added) builder.add_encoded(name, encoded_vector(entry.vector));
    added = true;
  };
  for (const value::AttributeView& attribute : entry.item) {
    if (name < attribute.name) add_vector();
    builder.add(attribute.name, attribute.value);
  }
  add_vector();
  return builder.finish();
}

Item owned(std::string bytes) {
  auto held = std::make_shared<const std::string>(std::move(bytes));
  const std::string_view view = *held;
  return Item(std::move(held), view);
}

}  // namespace

Item result_item(const catalog::IndexInfo& index, std::string_view entry_value,
                 const std::optional<expr::Projection>& projection) {
  const VectorEntry entry = parse_vector_entry(index, entry_value);
  if (!projection) return owned(std::string(entry.item.bytes()));
  const auto names = projection->top_level_names();
  std::string projected;
  if (!base::contains(names, index.vector->attribute)) {
    projection->project(entry.item, projected);
  } else {
    const std::string whole = with_vector(index, entry);
    projection->project(value::ItemView(whole), projected);
  }
  return owned(std::move(projected));
}

}  // namespace partita::engine
