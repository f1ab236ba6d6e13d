// How example items are made
// 1. The entities are sorted by the number of fields of their primary keys, so that parents come before their children.
// 2. Each entity gets primary keys: the fields of its parents' items, and own values so that no two items have one key.
// 3. The other fields are filled: values for which reads ask, values of the parent, and made-up values of their kind.
// 4. Copies get the values of the items that their holders refer to.
#include "modelling/core/made_up_items.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/contains.h"
#include "base/text.h"
#include "modelling/core/copies.h"
#include "modelling/core/relations.h"
#include "modelling/core/template_parts.h"

namespace partita::modelling {
namespace {

constexpr std::size_t kChildrenOfParent = 2;

// Field values under the names of fields.
using Values = std::map<std::string, AttributeValue>;

std::string identity_text(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::N:
    case AttributeType::B:
      return value.text();
    case AttributeType::Bool:
      return value.boolean() ? "true" : "false";
    default:
      return {};  // of no key that a proof accepts
  }
}

// True if the child's field can have the values of the parent's field. Keys of equal form may have fields of other
// kinds.
bool takes_values_of(const Field& child, const Field& parent) {
  if (child.kind != parent.kind) return false;
  return std::equal(child.enumerators.begin(), child.enumerators.end(), parent.enumerators.begin(),
                    parent.enumerators.end(),
                    [](const Enumerator& a, const Enumerator& b) { return a.attribute == b.attribute; });
}

bool gives_values(const Relation& relation) {
  return std::all_of(relation.fields.begin(), relation.fields.end(), [&](const auto& pair) {
    const Field* theirs = relation.parent->field(pair.first);
    const Field* ours = relation.child->field(pair.second);
    return !theirs || !ours || takes_values_of(*ours, *theirs);
  });
}

struct MadeUpEntity {
  const Table* table = nullptr;
  const Entity* entity = nullptr;
  std::vector<std::string> key = {};
  std::vector<const Relation*> parents = {};  // all but Refers, then Refers
  std::vector<Values> items = {};
  std::size_t of_each_parent = 1;
  // For each item, its item of the first parent, or the item's own number.
  std::vector<std::size_t> parent_items = {};

  const Relation* first_parent() const {
    return parents.empty() || parents.front()->kind == Relation::Kind::Refers ? nullptr : parents.front();
  }
};

class MadeUp {
 public:
  MadeUp(const Model& model, const MadeUpOptions& options) : model_(model), options_(options), all_(relations(model)) {
    for (const Table& table : model.tables)
      for (const Entity& entity : table.entities) {
        MadeUpEntity items{.table = &table, .entity = &entity, .key = primary_fields(entity)};
        for (const bool refers : {false, true})
          for (const Relation& relation : all_)
            if (relation.child == &entity && (relation.kind == Relation::Kind::Refers) == refers &&
                gives_values(relation))
              items.parents.push_back(&relation);
        entities_.push_back(std::move(items));
      }
  }

  std::map<const Entity*, std::vector<AttributeMap>> make() {
    // A parent's primary key has fewer fields than its child's, or the parent is declared before its twin.
    std::vector<MadeUpEntity*> order;
    for (MadeUpEntity& one : entities_) order.push_back(&one);
    std::stable_sort(order.begin(), order.end(),
                     [](const MadeUpEntity* a, const MadeUpEntity* b) { return a->key.size() < b->key.size(); });
    for (MadeUpEntity* one : order) make_keys(*one);
    for (MadeUpEntity* one : order)
      for (std::size_t i = 0; i < one->items.size(); ++i) fill(*one, i);
    for (MadeUpEntity& one : entities_) take_copies(one);
    std::map<const Entity*, std::vector<AttributeMap>> result;
    for (const MadeUpEntity& one : entities_) {
      std::vector<AttributeMap>& maps = result[one.entity];
      for (const Values& values : one.items) maps.push_back(attributes(*one.entity, values));
    }
    return result;
  }

 private:
  MadeUpEntity& items_of(const Entity* entity) {
    return *std::find_if(entities_.begin(), entities_.end(),
                         [&](const MadeUpEntity& one) { return one.entity == entity; });
  }

  // ---- values of fields

  MadeUpField describe(const MadeUpEntity& of, const Field& field) const {
    MadeUpField made{.entity = of.entity, .field = &field, .sizes = options_.sizes};
    const auto look = [&](const EntityKey& key) {
      for (const auto& templates : {key.partition, key.sort})
        for (const std::string& text : templates)
          for (const TemplatePart& part : template_parts(text)) {
            if (part.field != field.name) continue;
            for (const std::string& format : part.formats) {
              if (format.starts_with('^')) made.must_begin = format.substr(1);
              if (format == "reject") made.plain_text = true;
            }
          }
    };
    // A value that another entity's key takes over must suit that key too.
    for (const MadeUpEntity& other : entities_) {
      if (&other != &of && !other.entity->field(field.name)) continue;
      look(other.entity->primary);
      for (const EntityKey& key : other.entity->indexes) look(key);
    }
    made.differs = base::contains(of.key, field.name);
    for (const auto& unique : of.entity->unique) made.differs = made.differs || base::contains(unique, field.name);
    for (const Index& index : of.table->indexes)
      if (index.vector && index.vector->attribute == field.attribute) made.dimensions = index.vector->dimensions;
    return made;
  }

  // The text for which an index holds the item, if there is one.
  static std::string wanted_text(const MadeUpEntity& of, const Field& field) {
    for (const EntityKey& key : of.entity->indexes)
      if (key.when && key.when->field == field.name) return key.when->equals;
    for (const Index& index : of.table->indexes)
      if (index.when && index.when->field == field.name) return index.when->equals;
    return {};
  }

  // The values for which reads ask in all calls.
  std::vector<std::string> demanded_texts(const MadeUpEntity& of, const Field& field) const {
    std::vector<std::string> out;
    for (const Pattern& pattern : model_.patterns) {
      const std::string* constant = constant_of(pattern, field.name);
      if (constant && !pattern.entities.empty() && pattern.entities.front() == of.entity->name &&
          model_.table_of(of.entity->name, pattern.table) == of.table && !base::contains(out, *constant))
        out.push_back(*constant);
    }
    return out;
  }

  static AttributeValue value_of_text(const Field& field, const std::string& text) {
    using model::FieldKind;
    if (field.kind == FieldKind::Bool) return AttributeValue::boolean(text == "true");
    if (field.kind == FieldKind::Integer || field.kind == FieldKind::Unsigned) return AttributeValue::number(text);
    return AttributeValue(text);
  }

  // The partition key of an index has few values, so that its item collections have several items.
  static bool groups(const MadeUpEntity& of, const MadeUpField& made) {
    const Field& field = *made.field;
    if (made.differs || field.distinct || field.kind != model::FieldKind::String) return false;
    const std::string name = base::lower(field.name);
    if (name.ends_with("name") || name.ends_with("email")) return false;
    return std::any_of(of.entity->indexes.begin(), of.entity->indexes.end(),
                       [&](const EntityKey& key) {
                         return std::any_of(key.partition.begin(), key.partition.end(), [&](const std::string& text) {
                           const std::vector<TemplatePart> parts = template_parts(text);
                           return std::any_of(parts.begin(), parts.end(), [&](const TemplatePart& part) {
                             return part.field == field.name && !part.is_shard();
                           });
                         });
                       }) ||
           std::any_of(of.table->indexes.begin(), of.table->indexes.end(),
                       [&](const Index& index) { return base::contains(index.partition, field.attribute); });
  }

  AttributeValue plain(const MadeUpEntity& of, const Field& field, std::size_t number) const {
    constexpr std::size_t kGroups = 3;
    const std::string wanted = wanted_text(of, field);
    const bool has_free_values = field.kind == model::FieldKind::String || field.kind == model::FieldKind::Integer ||
                                 field.kind == model::FieldKind::Unsigned;
    if (!wanted.empty() && number % 2 == 0 && has_free_values) return value_of_text(field, wanted);
    const MadeUpField made = describe(of, field);
    // A field that tells items apart has another value in each.
    if (const auto demanded = demanded_texts(of, field); !demanded.empty() && number % 2 == 0 && !made.differs)
      return value_of_text(field, demanded[number / 2 % demanded.size()]);
    return made_up_value(made, groups(of, made) ? number % kGroups : number);
  }

  // ---- keys

  std::size_t children_of_parent(const MadeUpEntity& of, const Relation& parent, bool has_own) const {
    if (!has_own) return 1;
    if (!of.entity->count || !parent.parent->count || *parent.parent->count <= 0) return kChildrenOfParent;
    return static_cast<std::size_t>(std::clamp(std::round(*of.entity->count / *parent.parent->count), 1.0, 4.0));
  }

  void make_keys(MadeUpEntity& of) {
    std::set<std::vector<std::string>> used;
    const Relation* parent = of.first_parent();
    const MadeUpEntity* above = parent ? &items_of(parent->parent) : nullptr;
    bool has_own = false;
    for (const std::string& name : of.key) has_own = has_own || !holds(parent, name);
    for (const Relation* other : of.parents)
      if (other != parent && other->kind != Relation::Kind::Refers) has_own = true;
    const std::size_t each = of.of_each_parent = parent ? children_of_parent(of, *parent, has_own) : 1;
    for (std::size_t number = 0; of.items.size() < options_.items && number < 2 * options_.items; ++number) {
      const std::size_t at = number / each;
      if (above && at >= above->items.size()) return;
      for (std::size_t choice = 0; choice <= options_.items; ++choice) {
        Values values = key_of(of, number, at, choice);
        std::vector<std::string> identity;
        for (const std::string& name : of.key) identity.push_back(identity_text(values[name]));
        if (!used.insert(identity).second) continue;
        of.items.push_back(std::move(values));
        of.parent_items.push_back(at);
        break;
      }
    }
  }

  static bool holds(const Relation* relation, const std::string& field) {
    return relation && std::any_of(relation->fields.begin(), relation->fields.end(),
                                   [&](const auto& pair) { return pair.second == field; });
  }

  // The fields of the primary key. `choice` selects among the items of further parents.
  Values key_of(MadeUpEntity& of, std::size_t number, std::size_t parent_item, std::size_t choice) {
    Values values;
    for (const Relation* relation : of.parents) {
      if (relation->kind == Relation::Kind::Refers) break;
      const MadeUpEntity& parent = items_of(relation->parent);
      const bool first = relation == of.parents.front();
      if (const Values* item =
              first ? &parent.items[parent_item] : agreeing(parent, *relation, values, number + choice))
        for (const auto& [theirs, ours] : relation->fields) values.emplace(ours, item->at(theirs));
    }
    for (const std::string& name : of.key) {
      if (values.contains(name)) continue;
      const Field* field = of.entity->field(name);
      values[name] = field ? own_key_value(of, *field, number, parent_item) : AttributeValue(name);
    }
    return values;
  }

  AttributeValue own_key_value(MadeUpEntity& of, const Field& field, std::size_t number, std::size_t parent_item) {
    // A project's type is in the item that tells the project's place.
    if (const Relation* parent = of.first_parent())
      if (const Field* same = parent->parent->field(field.name))
        if (takes_values_of(field, *same) && !base::contains(items_of(parent->parent).key, field.name) &&
            of.key.back() != field.name)
          return plain(items_of(parent->parent), *same, parent_item);
    const bool counts = field.kind == model::FieldKind::Integer || field.kind == model::FieldKind::Unsigned;
    if (counts && of.first_parent()) number -= parent_item * of.of_each_parent;
    return plain(of, field, number);
  }

  // The turn-th item that agrees with the values, or nullptr if no item agrees.
  static const Values* agreeing(const MadeUpEntity& parent, const Relation& relation, const Values& values,
                                std::size_t turn) {
    std::vector<const Values*> fit;
    for (const Values& item : parent.items) {
      const bool agrees = std::all_of(relation.fields.begin(), relation.fields.end(), [&](const auto& pair) {
        const auto ours = values.find(pair.second);
        return ours == values.end() || ours->second == item.at(pair.first);
      });
      if (agrees) fit.push_back(&item);
    }
    return fit.empty() ? nullptr : fit[turn % fit.size()];
  }

  // ---- the other fields

  static bool is_present(const MadeUpEntity& of, const Field& field, std::size_t number) {
    if (!field.optional) return true;
    // The shard follows from another field.
    for (const Index& index : of.table->indexes)
      if (index.shards && index.shards->attribute == field.attribute) return false;
    if (!field.present) return number % 3 != 2;
    const double share = std::clamp(*field.present, 0.0, 1.0);
    const auto before = [&](std::size_t n) { return std::ceil(static_cast<double>(n) * share - 1e-9); };
    return before(number + 1) > before(number);
  }

  void fill(MadeUpEntity& of, std::size_t number) {
    Values& values = of.items[number];
    take_from_parent(of, number);
    for (const Relation* relation : of.parents) {
      if (relation->kind != Relation::Kind::Refers) continue;
      if (const Values* item = agreeing(items_of(relation->parent), *relation, values, number))
        for (const auto& [theirs, ours] : relation->fields) values.emplace(ours, item->at(theirs));
    }
    for (const Field& field : of.entity->fields)
      if (!values.contains(field.name)) values[field.name] = plain(of, field, number);
    for (const Field& field : of.entity->fields)
      if (!is_present(of, field, number) && !base::contains(of.key, field.name)) values.erase(field.name);
  }

  // A copy has the value of the item that the holder refers to, if that item is among the made-up ones.
  void take_copies(MadeUpEntity& holder) {
    for (const Field& field : holder.entity->fields) {
      const auto source = source_of_copy(model_, field);
      if (!source || base::contains(holder.key, field.name) || !takes_values_of(field, *source->field)) continue;
      const std::vector<std::string> theirs = fields_of_key(source->entity->primary);
      const std::vector<std::string> ours = references_of_copy(*holder.entity, field, *source);
      for (Values& values : holder.items) {
        const auto is_source = [&](const Values& item) {
          return std::equal(ours.begin(), ours.end(), theirs.begin(), [&](const auto& our, const auto& their) {
            const auto left = values.find(our);
            const auto right = item.find(their);
            return left != values.end() && right != item.end() && left->second == right->second;
          });
        };
        const std::vector<Values>& items = items_of(source->entity).items;
        const auto item = std::find_if(items.begin(), items.end(), is_source);
        if (item == items.end()) continue;
        if (const auto value = item->find(source->field->name); value != item->end())
          values[field.name] = value->second;
        else if (field.optional)
          values.erase(field.name);
      }
    }
  }

  // A line's customer is that of its order.
  void take_from_parent(MadeUpEntity& of, std::size_t number) {
    const Relation* parent = of.first_parent();
    if (!parent) return;
    const MadeUpEntity& above = items_of(parent->parent);
    const Values& item = above.items[of.parent_items[number]];
    for (const Field& field : of.entity->fields) {
      const auto theirs = item.find(field.name);
      if (theirs == item.end() || values_of(of, number).contains(field.name)) continue;
      if (const Field* same = above.entity->field(field.name); same && !takes_values_of(field, *same)) continue;
      if (refers_by(above, field.name) && refers_by(of, field.name))
        of.items[number].emplace(field.name, theirs->second);
    }
  }
  static const Values& values_of(const MadeUpEntity& of, std::size_t number) { return of.items[number]; }
  static bool refers_by(const MadeUpEntity& of, const std::string& field) {
    return std::any_of(of.parents.begin(), of.parents.end(), [&](const Relation* one) { return holds(one, field); });
  }

  static AttributeMap attributes(const Entity& entity, const Values& values) {
    AttributeMap map;
    for (const Field& field : entity.fields)
      if (const auto value = values.find(field.name); value != values.end() && !field.attribute.empty())
        map.set(field.attribute, value->second);
    return map;
  }

  const Model& model_;
  const MadeUpOptions& options_;
  std::vector<Relation> all_;
  std::vector<MadeUpEntity> entities_;
};

}  // namespace

std::map<const Entity*, std::vector<AttributeMap>> made_up(const Model& model, const MadeUpOptions& options) {
  return MadeUp(model, options).make();
}

}  // namespace partita::modelling
