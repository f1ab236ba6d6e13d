#include "movement/tables/item_condition.h"

#include "value/view.h"

namespace partita::movement {
namespace {

constexpr std::size_t kMostAttributes = 100;

}  // namespace

ItemCondition condition_of(const std::optional<Item>& there, const std::optional<Item>& wanted, const Item& key) {
  ItemCondition out;
  out.names.emplace();
  const std::string key_name(value::ItemView(key.bytes()).begin()->name);
  if (!there) {
    out.text = "attribute_not_exists(#k)";
    out.names->emplace("#k", key_name);
    return out;
  }
  out.text = "attribute_exists(#k)";
  out.names->emplace("#k", key_name);
  std::size_t count = 0;
  const value::ItemView now(there->bytes());
  const value::ItemView keys(key.bytes());
  for (const value::AttributeView& attribute : now) {
    if (keys.find(attribute.name) || count == kMostAttributes) continue;
    const std::string number = std::to_string(count++);
    out.text += " AND #a" + number + " = :a" + number;
    out.names->emplace("#a" + number, attribute.name);
    if (!out.values) out.values.emplace();
    out.values->set(":a" + number, attribute.value.to_value());
  }
  // Attributes that only the wanted image has must still be absent.
  if (wanted)
    for (const value::AttributeView& attribute : value::ItemView(wanted->bytes())) {
      if (now.find(attribute.name) || count == kMostAttributes) continue;
      const std::string number = std::to_string(count++);
      out.text += " AND attribute_not_exists(#a" + number + ")";
      out.names->emplace("#a" + number, attribute.name);
    }
  return out;
}

}  // namespace partita::movement
