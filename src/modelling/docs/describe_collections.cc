#include "modelling/docs/describe_collections.h"

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "modelling/core/template_parts.h"
#include "modelling/core/whole_items.h"
#include "modelling/docs/value_text.h"
#include "value/number.h"

namespace partita::modelling::docs {
namespace {

constexpr std::size_t kFewPartitions = 4, kMostPartitions = 14, kMostRows = 10;

// The order of the service: numbers by value, texts and bytes by their bytes. An absent value comes first.
int compare(const AttributeValue* a, const AttributeValue* b) {
  if (!a || !b) return (a ? 1 : 0) - (b ? 1 : 0);
  if (a->is(AttributeType::N) && b->is(AttributeType::N)) {
    const auto x = value::Number::parse(a->n()), y = value::Number::parse(b->n());
    if (x && y) return *x < *y ? -1 : *y < *x ? 1 : 0;
  }
  const bool are_bytes = (a->is(AttributeType::S) || a->is(AttributeType::B)) && a->type() == b->type();
  const std::string x = are_bytes ? a->text() : value_text(*a), y = are_bytes ? b->text() : value_text(*b);
  return x < y ? -1 : y < x ? 1 : 0;
}

int compare(const AttributeMap& a, const AttributeMap& b, const std::vector<std::string>& attributes) {
  for (const std::string& name : attributes)
    if (const int order = compare(a.find(name), b.find(name)); order != 0) return order;
  return 0;
}

struct Collection {
  std::vector<const ExampleItem*> items;
};

class CollectionsOfItems {
 public:
  CollectionsOfItems(const ProvenTable& table, const model::IndexInfo* index, const ExampleItems& examples,
                     const EntityColours& colours)
      : table_(table),
        index_(index),
        made_up_(examples.made_up),
        colours_(colours),
        partition_(partition_attributes(*table.info, index)),
        sort_(sort_attributes(*table.info, index)) {
    for (const ExampleItem& item : examples.of.at(table.declared))
      if (!index || is_in_index(item.item, *index)) items_.push_back(&item);
  }

  CollectionsPicture describe() {
    divide();
    choose();
    picture_.partition_names = partition_;
    picture_.sort_names = sort_;
    for (const Entity& entity : table_.declared->entities) add_entity(&entity);
    add_entity(nullptr);
    for (const Collection& collection : chosen_) describe(collection);
    picture_.more_partitions = made_up_ ? 0 : collections_.size() - chosen_.size();
    return std::move(picture_);
  }

 private:
  void divide() {
    std::vector<std::string> order = partition_;
    order.insert(order.end(), sort_.begin(), sort_.end());
    for (const std::string_view name : {table_.info->partition, table_.info->sort})
      if (!name.empty()) order.emplace_back(name);
    std::stable_sort(items_.begin(), items_.end(),
                     [&](const ExampleItem* a, const ExampleItem* b) { return compare(a->item, b->item, order) < 0; });
    for (const ExampleItem* item : items_) {
      if (collections_.empty() || compare(collections_.back().items.front()->item, item->item, partition_) != 0)
        collections_.emplace_back();
      collections_.back().items.push_back(item);
    }
  }

  // Takes the collections that show the most entities that are not shown yet, then the largest ones.
  void choose() {
    std::set<const Entity*> shown;
    std::set<std::size_t> taken;
    while (taken.size() < std::min(collections_.size(), kMostPartitions)) {
      std::size_t best = 0, most_new = 0, most = 0;
      bool found = false;
      for (std::size_t i = 0; i < collections_.size(); ++i) {
        if (taken.contains(i)) continue;
        std::set<const Entity*> fresh;
        for (const ExampleItem* item : collections_[i].items)
          if (!shown.contains(item->entity)) fresh.insert(item->entity);
        const std::size_t size = collections_[i].items.size();
        if (found && std::pair(fresh.size(), size) <= std::pair(most_new, most)) continue;
        best = i, most_new = fresh.size(), most = size, found = true;
      }
      if (most_new == 0 && taken.size() >= kFewPartitions) break;
      taken.insert(best);
      for (const ExampleItem* item : collections_[best].items) shown.insert(item->entity);
    }
    for (const std::size_t i : taken) chosen_.push_back(collections_[i]);
  }

  void add_entity(const Entity* entity) {
    const bool is_shown = std::any_of(chosen_.begin(), chosen_.end(), [&](const Collection& one) {
      return std::any_of(one.items.begin(), one.items.end(), [&](const ExampleItem* i) { return i->entity == entity; });
    });
    if (!is_shown) return;
    positions_[entity] = picture_.entities.size();
    picture_.entities.push_back(entity ? PictureEntity{entity->name, colours_.of.at(entity)}
                                       : PictureEntity{"no entity", 0});
  }

  std::vector<PictureCell> cells(const AttributeMap& item, const std::vector<std::string>& names) const {
    std::vector<PictureCell> out;
    for (const std::string& name : names) {
      const AttributeValue* value = item.find(name);
      out.push_back({name, value ? value_text(*value) : std::string()});
    }
    return out;
  }

  // The rows that are shown: the first one of each entity, and as many others as there is room for.
  std::vector<const ExampleItem*> shown_rows(const Collection& collection) const {
    if (collection.items.size() <= kMostRows) return collection.items;
    std::set<const Entity*> seen;
    std::set<const ExampleItem*> kept;
    for (const ExampleItem* item : collection.items)
      if (seen.insert(item->entity).second && kept.size() < kMostRows) kept.insert(item);
    for (const ExampleItem* item : collection.items)
      if (kept.size() < kMostRows) kept.insert(item);
    std::vector<const ExampleItem*> rows;
    for (const ExampleItem* item : collection.items)
      if (kept.contains(item)) rows.push_back(item);
    return rows;
  }

  void describe(const Collection& collection) {
    PicturePartition partition{.key = cells(collection.items.front()->item, partition_)};
    if (partition_.empty()) partition.key = {{"", "all items"}};
    const auto rows = shown_rows(collection);
    for (const ExampleItem* item : rows) partition.rows.push_back(row(*item));
    partition.more_rows = collection.items.size() - rows.size();
    picture_.partitions.push_back(std::move(partition));
  }

  PictureRow row(const ExampleItem& example) const {
    const AttributeMap entry = index_ ? index_entry(example.item, *table_.info, *index_) : example.item;
    PictureRow row{.entity = positions_.at(example.entity), .sort = cells(entry, sort_)};
    std::set<std::string> done(partition_.begin(), partition_.end());
    done.insert(sort_.begin(), sort_.end());
    if (example.entity) done.emplace(table_.info->type_attribute);
    const auto add = [&](const std::string& name) {
      const AttributeValue* value = entry.find(name);
      if (value && done.insert(name).second) row.attributes.push_back({name, value_text(*value)});
    };
    // First the fields that this key does not show, then the table's key, which every index has, then the other fields
    // and the keys of other indexes.
    const std::vector<std::string> shown = fields_of_key(example.entity);
    if (example.entity)
      for (const Field& field : example.entity->fields)
        if (!base::contains(shown, field.name)) add(field.attribute);
    for (const std::string_view name : {table_.info->partition, table_.info->sort}) add(std::string(name));
    if (example.entity)
      for (const Field& field : example.entity->fields) add(field.attribute);
    for (const auto& [name, value] : entry) add(name);
    for (const auto& [name, value] : entry)
      row.whole += (row.whole.empty() ? "" : "\n") + name + " = " + value_text(value);
    return row;
  }

  // The fields whose values the key attributes of this picture have.
  std::vector<std::string> fields_of_key(const Entity* entity) const {
    if (!entity) return {};
    if (!index_) return primary_fields(*entity);
    std::vector<std::string> fields;
    for (const EntityKey& key : entity->indexes)
      if (key.index == index_->name)
        for (const auto& templates : {key.partition, key.sort})
          for (const std::string& text : templates)
            for (const TemplatePart& part : template_parts(text)) fields.push_back(part.field);
    return fields;
  }

  const ProvenTable& table_;
  const model::IndexInfo* index_;
  bool made_up_;  // The number of further made-up items has no meaning.
  const EntityColours& colours_;
  std::vector<std::string> partition_, sort_;
  std::vector<const ExampleItem*> items_;
  std::vector<Collection> collections_, chosen_;
  std::map<const Entity*, std::size_t> positions_;
  CollectionsPicture picture_;
};

std::vector<std::string> names_of(std::span<const std::string_view> names) { return {names.begin(), names.end()}; }

}  // namespace

EntityColours colours_of(const Model& model) {
  EntityColours colours;
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities) {
      const int next = static_cast<int>(colours.of.size());
      colours.of[&entity] = next;
    }
  return colours;
}

std::vector<std::string> partition_attributes(const model::TableInfo& table, const model::IndexInfo* index) {
  if (index) return names_of(index->partition);
  return {std::string(table.partition)};
}

std::vector<std::string> sort_attributes(const model::TableInfo& table, const model::IndexInfo* index) {
  if (index) return names_of(index->sort);
  if (table.sort.empty()) return {};
  return {std::string(table.sort)};
}

CollectionsPicture describe_collections(const ProvenTable& table, const model::IndexInfo* index,
                                        const ExampleItems& examples, const EntityColours& colours) {
  return CollectionsOfItems(table, index, examples, colours).describe();
}

}  // namespace partita::modelling::docs
