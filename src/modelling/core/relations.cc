#include "modelling/core/relations.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/contains.h"
#include "base/text.h"
#include "modelling/core/template_parts.h"

namespace partita::modelling {
namespace {

using FieldPairs = std::vector<std::pair<std::string, std::string>>;

// "order_id" and "OrderId" are both "orderid".
std::string bare(std::string_view name) {
  std::string out;
  for (const char c : name)
    if (c != '_' && c != '-') out += base::lower(c);
  return out;
}

// Names that fields of unrelated entities share.
bool says_little(const std::string& name) {
  static const std::vector<std::string> kNames = {
      "id",    "name",    "type",   "kind", "key", "code",  "value",     "status",    "version",   "date",      "time",
      "title", "created", "number", "pk",   "sk",  "state", "timestamp", "createdat", "updatedat", "createdon", "day"};
  return base::contains(kNames, bare(name));
}

struct RelatedEntity {
  const Table* table = nullptr;
  const Entity* entity = nullptr;
  std::vector<std::string> key = {};  // the fields of the primary key
};

// Pairs the fields of two lists of templates that begin alike. Returns false if they do not agree to the end.
bool walk_together(const std::vector<std::string>& parent, const std::vector<std::string>& child, FieldPairs& pairs) {
  for (std::size_t i = 0; i < parent.size(); ++i) {
    if (i == child.size()) return false;
    const auto a = template_parts(parent[i]), b = template_parts(child[i]);
    bool after_literal = false;
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (k == b.size() || a[k].is_field() != b[k].is_field() || a[k].formats != b[k].formats) return false;
      if (!a[k].is_field()) {
        if (a[k].literal != b[k].literal) return false;
        after_literal = true;
      } else if (after_literal || a[k].field == b[k].field) {
        pairs.emplace_back(a[k].field, b[k].field);
      } else {
        return false;
      }
    }
    if (a.size() != b.size()) return false;
  }
  return parent.size() == child.size();
}

class FieldsOfPair {
 public:
  FieldsOfPair(const RelatedEntity& parent, const RelatedEntity& child) : parent_(parent), child_(child) {}

  // One list for each field that references the parent, or one list from the keys and names.
  std::vector<FieldPairs> find() const {
    std::vector<FieldPairs> lists;
    for (const Field& field : child_.entity->fields)
      if (field.references == parent_.entity->name && !parent_.key.empty()) {
        FieldPairs pairs = by_template();
        put(pairs, base::contains(parent_.key, field.name) ? field.name : parent_.key.back(), field.name);
        add_by_name(pairs);
        lists.push_back(std::move(pairs));
      }
    if (!lists.empty()) return lists;
    FieldPairs pairs = by_template();
    add_by_name(pairs);
    if (pairs.size() == parent_.key.size()) lists.push_back(std::move(pairs));
    return lists;
  }

 private:
  static void put(FieldPairs& pairs, const std::string& parent, const std::string& child) {
    std::erase_if(pairs, [&](const auto& pair) { return pair.first == parent || pair.second == child; });
    pairs.emplace_back(parent, child);
  }

  FieldPairs by_template() const {
    FieldPairs pairs;
    if (parent_.table != child_.table) return pairs;
    if (!walk_together(parent_.entity->primary.partition, child_.entity->primary.partition, pairs)) return {};
    walk_together(parent_.entity->primary.sort, child_.entity->primary.sort, pairs);
    FieldPairs each;
    for (const auto& [parent, child] : pairs)
      if (base::contains(parent_.key, parent)) put(each, parent, child);
    return each;
  }

  void add_by_name(FieldPairs& pairs) const {
    for (const std::string& key : parent_.key) {
      const bool known = std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == key; });
      if (known) continue;
      const Field* own = parent_.entity->field(key);
      const Field* other = said_by_name(key);
      const bool taken = other && std::any_of(pairs.begin(), pairs.end(),
                                              [&](const auto& pair) { return pair.second == other->name; });
      if (own && other && !taken && own->kind == other->kind) pairs.emplace_back(key, other->name);
    }
  }

  const Field* said_by_name(const std::string& key) const {
    if (!says_little(key))
      if (const Field* same = child_.entity->field(key)) return same->references.empty() ? same : nullptr;
    if (key != parent_.key.back()) return nullptr;
    const std::string name = bare(parent_.entity->name);
    for (const Field& field : child_.entity->fields)
      if (field.references.empty() && (bare(field.name) == name || bare(field.name) == name + "id")) return &field;
    return nullptr;
  }

  const RelatedEntity& parent_;
  const RelatedEntity& child_;
};

Relation relation_of(const RelatedEntity& parent, const RelatedEntity& child, FieldPairs pairs) {
  Relation relation{.parent = parent.entity, .child = child.entity, .fields = std::move(pairs)};
  const bool in_key = std::all_of(relation.fields.begin(), relation.fields.end(),
                                  [&](const auto& pair) { return base::contains(child.key, pair.second); });
  const bool whole = relation.fields.size() == parent.key.size();
  if (in_key && whole)
    relation.kind = parent.key.size() == child.key.size() ? Relation::Kind::Twin : Relation::Kind::Belongs;
  relation.optional = std::any_of(relation.fields.begin(), relation.fields.end(), [&](const auto& pair) {
    const Field* field = child.entity->field(pair.second);
    return field && field->optional;
  });
  return relation;
}

// True if the child's fields of `far` come to it through `middle`, whose own fields `near` has.
bool follows(const Relation& far, const Relation& near, const Relation& middle) {
  return std::all_of(far.fields.begin(), far.fields.end(), [&](const auto& pair) {
    const auto link =
        std::find_if(near.fields.begin(), near.fields.end(), [&](const auto& one) { return one.first == pair.first; });
    if (link == near.fields.end()) return false;
    const auto down = std::find_if(middle.fields.begin(), middle.fields.end(),
                                   [&](const auto& one) { return one.first == link->second; });
    return down == middle.fields.end() ? link->second == pair.second : down->second == pair.second;
  });
}

}  // namespace

std::vector<Relation> relations(const Model& model) {
  std::vector<RelatedEntity> entities;
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities) entities.push_back({&table, &entity, primary_fields(entity)});
  std::vector<Relation> all;
  for (std::size_t c = 0; c < entities.size(); ++c) {
    const std::size_t first = all.size();
    for (std::size_t p = 0; p < entities.size(); ++p) {
      if (p == c || entities[p].key.empty()) continue;
      for (FieldPairs& pairs : FieldsOfPair(entities[p], entities[c]).find()) {
        Relation relation = relation_of(entities[p], entities[c], std::move(pairs));
        // Of two twins the one that is declared first is the parent.
        if (relation.kind == Relation::Kind::Twin && p > c) continue;
        all.push_back(std::move(relation));
      }
    }
    std::stable_sort(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                     [](const Relation& a, const Relation& b) { return a.fields.size() > b.fields.size(); });
  }
  return all;
}

std::vector<Relation> direct_relations(const std::vector<Relation>& given) {
  std::vector<Relation> all = given, direct;
  // A relation to both of two twins is shown at the first one.
  std::erase_if(all, [&](const Relation& one) {
    return std::any_of(given.begin(), given.end(), [&](const Relation& twins) {
      return twins.kind == Relation::Kind::Twin && twins.child == one.parent &&
             std::any_of(given.begin(), given.end(), [&](const Relation& other) {
               return other.parent == twins.parent && other.child == one.child && follows(other, twins, one);
             });
    });
  });
  for (const Relation& far : all) {
    const bool indirect = std::any_of(all.begin(), all.end(), [&](const Relation& middle) {
      if (middle.child != far.child || middle.parent == far.parent || middle.kind == Relation::Kind::Refers)
        return false;
      return std::any_of(all.begin(), all.end(), [&](const Relation& near) {
        return near.parent == far.parent && near.child == middle.parent && follows(far, near, middle);
      });
    });
    if (!indirect) direct.push_back(far);
  }
  return direct;
}

}  // namespace partita::modelling
