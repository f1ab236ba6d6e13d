// How entities are guessed
// 1. Key texts are cut at their separators, if the attribute's name says only that it is a key, or if all texts begin
//    with a word. The shapes of both keys are found (key_shapes.h).
// 2. An attribute is the type attribute if items of one shape have the same value in it.
// 3. The items are divided by the type attribute, or by their shapes. With a type attribute the shapes are found again
//    for each type.
// 4. Each entity gets a name: its type, the name of its group, or words of its keys.
// 5. The names of fields that the keys of one entity tell are learned before the entities are made (infer_entity.h), so
//    that equal parts of keys get equal names.
#include "modelling/read/infer/infer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "base/contains.h"
#include "modelling/read/infer/infer_entity.h"
#include "modelling/read/infer/infer_fields.h"
#include "modelling/read/infer/key_parts.h"
#include "modelling/read/infer/key_shapes.h"
#include "modelling/read/tree.h"

namespace partita::modelling {
namespace {

using inference::EntityItems;
using inference::KnownFields;

constexpr std::size_t kMostTags = 40;
constexpr double kTagShare = 0.9;  // of the items of one shape of keys that must have the same tag

constexpr std::array<std::string_view, 19> kWordsOfNoEntity = {
    "meta", "metadata", "info",    "information", "profile", "detail", "details", "config", "settings", "count",
    "root", "main",     "current", "latest",      "summary", "header", "base",    "data",   "record"};

class TableInference {
 public:
  TableInference(Table& table, const std::vector<ObservedItem>& items, const InferOptions& options,
                 std::vector<std::string>& notes)
      : table_(table), options_(options), notes_(notes) {
    std::size_t skipped = 0;
    for (const ObservedItem& item : items) {
      if (has_key(item.attributes))
        items_.push_back(&item);
      else
        ++skipped;
    }
    if (skipped > 0) note(fmt::format("{} items of {} lack the table's key, and are skipped", skipped, table_.name));
  }

  void run() {
    if (items_.empty()) return;
    const std::vector<std::string> no_context(items_.size());
    find_shapes(no_context);
    find_type_attribute();
    divide();
    name_entities();
    KnownFields known;
    for (const EntityItems& one : entities_) inference::learn_key_fields(table_, one, known);
    for (const EntityItems& one : entities_)
      table_.entities.push_back(inference::infer_entity(table_, one, known, options_, notes_));
    if (table_.type_attribute.empty() && entities_.size() > 1)
      note(fmt::format("the items of {} carry no type; the entities are guessed from the shapes of keys", table_.name));
  }

 private:
  void note(const std::string& what) { notes_.push_back(located(options_.place, what)); }

  AttributeType type_of(const std::string& attribute) const {
    const auto type = table_.attribute_types.find(attribute);
    if (type == table_.attribute_types.end() || type->second == ScalarAttributeType::S) return AttributeType::S;
    return type->second == ScalarAttributeType::N ? AttributeType::N : AttributeType::B;
  }
  bool has(const AttributeMap& item, const std::string& attribute) const {
    const AttributeValue* value = item.find(attribute);
    return value && value->is(type_of(attribute));
  }
  bool has_key(const AttributeMap& item) const {
    return has(item, table_.partition_key) && (table_.sort_key.empty() || has(item, table_.sort_key));
  }

  // Whether templates may make the attribute: its name says only that it is a key, or all its texts begin with a word.
  bool is_cut(const std::string& attribute) const {
    if (type_of(attribute) != AttributeType::S) return false;
    if (is_generic_key_name(attribute)) return true;
    bool some = false;
    for (const ObservedItem* item : items_) {
      if (!has(item->attributes, attribute)) continue;
      const KeyText key = cut_key(item->attributes.find(attribute)->s());
      if (key.size() < 2 || key[1].separator != '#' || clean_name(key[0].text) != key[0].text || key[0].text.empty())
        return false;
      some = true;
    }
    return some;
  }

  // The cut texts of an attribute, empty for items that lack it. `contexts` are those of the items.
  std::vector<KeyText> texts_of_key(const std::string& attribute, KeyRole role, const std::string& beside,
                                    const std::vector<std::string>& contexts) const {
    std::vector<ObservedKey> keys;
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const AttributeMap& item = items_[i]->attributes;
      if (!has(item, attribute)) continue;
      const AttributeValue* other = beside.empty() ? nullptr : item.find(beside);
      const bool text = other && (other->is(AttributeType::S) || other->is(AttributeType::N));
      keys.push_back({&item, contexts[i], text ? other->text() : std::string(), cut_key(item.find(attribute)->s())});
      positions.push_back(i);
    }
    find_values(keys, attribute, role);
    std::vector<KeyText> texts(items_.size());
    for (std::size_t i = 0; i < keys.size(); ++i) texts[positions[i]] = std::move(keys[i].text);
    return texts;
  }

  void find_shapes(const std::vector<std::string>& contexts) {
    const bool cut_partition = is_cut(table_.partition_key);
    partition_.assign(items_.size(), {});
    sort_.assign(items_.size(), {});
    if (cut_partition) partition_ = texts_of_key(table_.partition_key, KeyRole::Partition, table_.sort_key, contexts);
    std::vector<std::string> with_partition = contexts;
    for (std::size_t i = 0; i < items_.size(); ++i) with_partition[i] += "\n" + shape_of(partition_[i]);
    if (!table_.sort_key.empty() && is_cut(table_.sort_key))
      sort_ = texts_of_key(table_.sort_key, KeyRole::Sort, table_.partition_key, with_partition);
  }
  std::string shape(std::size_t item) const { return shape_of(partition_[item]) + '\n' + shape_of(sort_[item]); }

  // ---- the type attribute

  void find_type_attribute() {
    std::set<std::string> keys = {table_.partition_key, table_.sort_key};
    for (const Index& index : table_.indexes) {
      keys.insert(index.partition.begin(), index.partition.end());
      keys.insert(index.sort.begin(), index.sort.end());
    }
    std::vector<std::string> candidates;
    for (const Attribute& attribute : items_.front()->attributes)
      if (attribute.value.is(AttributeType::S) && !keys.contains(attribute.name)) candidates.push_back(attribute.name);
    std::ranges::stable_sort(candidates, {}, [](const std::string& name) { return !is_usual_type_name(name); });
    for (const std::string& candidate : candidates)
      if (is_type_attribute(candidate)) {
        table_.type_attribute = candidate;
        return;
      }
  }

  bool is_type_attribute(const std::string& attribute) const {
    std::map<std::string, std::map<std::string, std::size_t>> values_of_shape;
    std::map<std::string, std::set<std::string>> shapes_of_value;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const AttributeValue* value = items_[i]->attributes.find(attribute);
      if (!value || !value->is(AttributeType::S) || clean_name(value->s()).empty()) return false;
      ++values_of_shape[shape(i)][value->s()];
      shapes_of_value[value->s()].insert(shape(i));
    }
    const std::size_t values = shapes_of_value.size();
    if (values > kMostTags) return false;
    std::size_t agreeing = 0;
    for (const auto& [key, counts] : values_of_shape)
      agreeing += std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; })->second;
    const bool agrees = static_cast<double>(agreeing) >= kTagShare * static_cast<double>(items_.size());
    if (is_usual_type_name(attribute)) return agrees && (values > 1 || (attribute != "type" && attribute != "model"));
    const bool one_to_one = agreeing == items_.size() && values_of_shape.size() == values;
    return one_to_one && values > 1 && items_.size() >= 2 * values &&
           std::ranges::all_of(shapes_of_value, [](const auto& value) { return value.second.size() == 1; });
  }

  // ---- entities

  void divide() {
    std::vector<std::string> contexts;
    for (std::size_t i = 0; i < items_.size(); ++i)
      contexts.push_back(table_.type_attribute.empty() ? shape(i)
                                                       : items_[i]->attributes.find(table_.type_attribute)->s());
    if (!table_.type_attribute.empty()) find_shapes(contexts);
    std::map<std::string, std::vector<KeyText>> index_texts;
    for (const Index& index : table_.indexes) {
      if (index.vector) continue;
      for (const std::string& one : index.partition) add_index_texts(one, KeyRole::Partition, contexts, index_texts);
      for (const std::string& one : index.sort) add_index_texts(one, KeyRole::Sort, contexts, index_texts);
    }
    std::map<std::string, std::size_t> positions;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const auto [at, added] = positions.emplace(contexts[i], entities_.size());
      if (added) {
        entities_.emplace_back();
        first_items_.push_back(i);
      }
      EntityItems& entity = entities_[at->second];
      entity.items.push_back(items_[i]);
      if (is_cut(table_.partition_key)) entity.keys[table_.partition_key].push_back(partition_[i]);
      if (!table_.sort_key.empty() && is_cut(table_.sort_key)) entity.keys[table_.sort_key].push_back(sort_[i]);
      for (const auto& [attribute, texts] : index_texts) entity.keys[attribute].push_back(texts[i]);
    }
    for (EntityItems& entity : entities_)
      std::erase_if(entity.keys, [](const auto& key) {
        return std::ranges::all_of(key.second, [](const KeyText& text) { return text.empty(); });
      });
  }

  void add_index_texts(const std::string& attribute, KeyRole role, const std::vector<std::string>& contexts,
                       std::map<std::string, std::vector<KeyText>>& out) const {
    if (attribute == table_.partition_key || attribute == table_.sort_key || out.contains(attribute)) return;
    if (is_cut(attribute)) out[attribute] = texts_of_key(attribute, role, table_.partition_key, contexts);
  }

  enum class Words { All, OfEntity };

  // Words::OfEntity leaves kWordsOfNoEntity out.
  static std::vector<std::string> words_of(const KeyText& key, Words which, std::size_t shortest) {
    std::vector<std::string> words;
    for (const KeySegment& segment : key) {
      const std::string word = segment.is_value ? std::string() : clean_name(segment.text);
      std::string lower = word;
      for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      if (word.size() < shortest || word.empty()) continue;
      if (which == Words::All || !base::contains(kWordsOfNoEntity, lower)) words.push_back(word);
    }
    return words;
  }

  // Names for the entity whose first item this is, the best one first.
  std::vector<std::string> names_for(std::size_t item) const {
    std::vector<std::string> names;
    const auto add = [&](std::vector<std::string> words, const std::vector<std::string>& more = {}) {
      words.insert(words.end(), more.begin(), more.end());
      words.erase(std::unique(words.begin(), words.end()), words.end());
      if (!words.empty()) names.push_back(fmt::format("{}", fmt::join(words, "_")));
    };
    add(words_of(sort_[item], Words::OfEntity, 2));
    add(words_of(partition_[item], Words::OfEntity, 2));
    add(words_of(partition_[item], Words::All, 2), words_of(sort_[item], Words::All, 2));
    add(words_of(partition_[item], Words::All, 1), words_of(sort_[item], Words::All, 1));
    names.push_back(clean_name(table_.name));
    return names;
  }

  // True if the sort key names no kind of items, so that the items represent their partition: "PROFILE", "metadata".
  bool is_head(std::size_t entity) const {
    const std::size_t item = first_items_[entity];
    return words_of(sort_[item], Words::OfEntity, 1).empty() &&
           std::ranges::none_of(sort_[item], [](const KeySegment& segment) { return segment.is_value; });
  }

  // The group that has all items of the entity, if no other entity with items of the group is a head.
  std::string own_group(std::size_t entity) const {
    const std::string& group = entities_[entity].items.front()->group;
    bool alone = true;
    for (std::size_t other = 0; other < entities_.size(); ++other)
      for (const ObservedItem* item : entities_[other].items) {
        if (other == entity && item->group != group) return {};
        if (other == entity || item->group != group) continue;
        alone = false;
        if (is_head(other)) return {};
      }
    return alone || is_head(entity) ? clean_name(group) : std::string();
  }

  void name_entities() {
    std::set<std::string> taken;
    std::vector<std::size_t> order(entities_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return !is_head(i); });
    for (const std::size_t i : order) {
      std::vector<std::string> names;
      if (!table_.type_attribute.empty())
        names = {entities_[i].items.front()->attributes.find(table_.type_attribute)->s()};
      else if (const std::string group = own_group(i); !group.empty())
        names = {group};
      else
        names = names_for(first_items_[i]);
      std::string name;
      for (const std::string& one : names)
        if (name.empty() && !one.empty() && !taken.contains(one)) name = one;
      const std::string base = names.back().empty() ? "item" : names.back();
      for (int number = 1; name.empty(); ++number) {
        const std::string numbered = number == 1 ? base : fmt::format("{}_{}", base, number);
        if (!taken.contains(numbered)) name = numbered;
      }
      taken.insert(name);
      entities_[i].name = name;
    }
  }

  Table& table_;
  const InferOptions& options_;
  std::vector<std::string>& notes_;
  std::vector<const ObservedItem*> items_;
  std::vector<KeyText> partition_;  // of each item; empty if the attribute is not cut
  std::vector<KeyText> sort_;
  std::vector<EntityItems> entities_;
  std::vector<std::size_t> first_items_;  // of each entity
};

}  // namespace

void infer_entities(Table& table, const std::vector<ObservedItem>& items, const InferOptions& options,
                    std::vector<std::string>& notes) {
  TableInference(table, items, options, notes).run();
}

}  // namespace partita::modelling
