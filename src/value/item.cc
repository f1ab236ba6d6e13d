// The public Item, which is an ItemView that owns its bytes.
#include <partita/item.h>

#include "value/encode.h"
#include "value/view.h"

namespace partita {

Item::Item(const AttributeMap& attributes) {
  auto encoded = std::make_shared<const std::string>(value::encode_item(attributes));
  bytes_ = *encoded;
  owner_ = std::move(encoded);
}

std::size_t Item::size() const { return value::ItemView(bytes_).size(); }

bool Item::contains(std::string_view name) const { return value::ItemView(bytes_).find(name).has_value(); }

std::optional<AttributeValue> Item::get(std::string_view name) const {
  const auto found = value::ItemView(bytes_).find(name);
  if (!found) return std::nullopt;
  return found->to_value();
}

AttributeMap Item::to_map() const { return value::ItemView(bytes_).to_map(); }

}  // namespace partita
