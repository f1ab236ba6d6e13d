#include "modelling/docs/example_items.h"

#include <algorithm>

#include "model/keys/identify.h"
#include "modelling/core/made_up_items.h"
#include "modelling/core/whole_items.h"

namespace partita::modelling::docs {
namespace {

const Entity* entity_of(const ProvenTable& table, AttributeMap item) {
  const model::EntityInfo* info = model::identify(*table.info, item);
  return info ? table.declared->entity(info->name) : nullptr;
}

bool has_examples(const std::vector<ExampleItem>& items, const Entity& entity) {
  return std::any_of(items.begin(), items.end(), [&](const ExampleItem& one) { return one.entity == &entity; });
}

bool same_value(const AttributeMap& one, const AttributeMap& other, std::string_view attribute) {
  const AttributeValue* value = one.find(attribute);
  const AttributeValue* theirs = other.find(attribute);
  return value && theirs && *value == *theirs;
}

// Readers that infer entities give each item twice: whole to the table, and to its entity.
bool has_item(const std::vector<ExampleItem>& items, const model::TableInfo& table, const AttributeMap& item) {
  return std::any_of(items.begin(), items.end(), [&](const ExampleItem& one) {
    return same_value(one.item, item, table.partition) &&
           (table.sort.empty() || same_value(one.item, item, table.sort));
  });
}

}  // namespace

ExampleItems example_items(const Proof& proof) {
  // Few items of each entity are enough if there are many entities.
  std::size_t entities = 0;
  for (const Table& table : proof.model().tables) entities += table.entities.size();
  const auto made = made_up(proof.model(), {.items = entities > 20 ? 4u : 6u});

  ExampleItems examples;
  for (const ProvenTable& table : proof.tables()) {
    std::vector<ExampleItem>& items = examples.of[table.declared];
    for (const Item& sample : table.declared->samples) {
      AttributeMap item = sample.to_map();
      items.push_back({entity_of(table, item), item});
    }
    for (const Entity& entity : table.declared->entities) {
      const model::EntityInfo* info = proof.entity(table.declared->name, entity.name);
      if (!info) continue;
      const auto add = [&](AttributeMap values) {
        auto item = whole_item(*table.info, *info, std::move(values));
        if (item && !has_item(items, *table.info, *item)) items.push_back({&entity, std::move(*item)});
      };
      for (const Item& sample : entity.samples) add(sample.to_map());
      if (has_examples(items, entity)) continue;
      examples.made_up = true;
      for (const AttributeMap& values : made.at(&entity)) add(values);
    }
  }
  return examples;
}

}  // namespace partita::modelling::docs
