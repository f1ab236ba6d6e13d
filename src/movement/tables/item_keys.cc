#include "movement/tables/item_keys.h"

#include <algorithm>
#include <memory>

#include "value/encode.h"
#include "value/view.h"

namespace partita::movement {

KeyNames::KeyNames(const transfer::TableFacts& table) {
  for (const transfer::TableFacts::KeyAttribute& attribute : table.key) names_.push_back(attribute.name);
  std::ranges::sort(names_);
}

std::string KeyNames::key_of(const Item& item) const {
  const value::ItemView view(item.bytes());
  value::ItemBuilder key;
  for (const std::string& name : names_)
    if (const auto value = view.find(name)) key.add(name, *value);
  return key.finish();
}

Item item_of(std::string_view encoded) {
  const auto owner = std::make_shared<const std::string>(encoded);
  return {owner, *owner};
}

}  // namespace partita::movement
