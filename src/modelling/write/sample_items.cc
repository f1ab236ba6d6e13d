#include "modelling/write/sample_items.h"

#include <fmt/format.h>

#include <set>

#include "modelling/core/whole_items.h"

namespace partita::modelling {
namespace {

class SampleCollector {
 public:
  SampleCollector(const ProvenTable& table, Losses& losses)
      : table_(table), declared_(*table.declared), losses_(losses) {
    samples_.of_entities.resize(declared_.entities.size());
  }

  SampleItems collect() {
    for (std::size_t i = 0; i < declared_.entities.size(); ++i) compose(i);
    for (const Item& item : declared_.samples) place(item.to_map());
    return std::move(samples_);
  }

 private:
  void compose(std::size_t entity) {
    const Entity& declared = declared_.entities[entity];
    if (table_.positions[entity] == model::kNone) {
      if (!declared.samples.empty())
        losses_.push_back(
            fmt::format("entity {}: its key cannot be read, so its sample items are left out", declared.name));
      return;
    }
    const model::EntityInfo& info = table_.info->at(table_.positions[entity]);
    for (const Item& sample : declared.samples) {
      auto item = whole_item(*table_.info, info, sample.to_map());
      if (item)
        add(samples_.of_entities[entity], std::move(*item));
      else
        losses_.push_back(fmt::format("entity {}: a sample item is left out: {}", declared.name, item.error().message));
    }
  }

  void place(AttributeMap item) {
    const AttributeValue* tag = declared_.type_attribute.empty() ? nullptr : item.find(declared_.type_attribute);
    for (std::size_t i = 0; tag && tag->is(AttributeType::S) && i < declared_.entities.size(); ++i)
      if (declared_.entities[i].name == tag->s()) return add(samples_.of_entities[i], std::move(item));
    add(samples_.others, std::move(item));
  }

  void add(std::vector<AttributeMap>& list, AttributeMap item) {
    AttributeMap key;
    for (const std::string& name : {declared_.partition_key, declared_.sort_key})
      if (const AttributeValue* value = item.find(name)) key.set(name, *value);
    if (keys_.insert(std::string(Item(key).bytes())).second) list.push_back(std::move(item));
  }

  const ProvenTable& table_;
  const Table& declared_;
  Losses& losses_;
  SampleItems samples_;
  std::set<std::string> keys_;
};

}  // namespace

SampleItems sample_items(const ProvenTable& table, Losses& losses) { return SampleCollector(table, losses).collect(); }

}  // namespace partita::modelling
