// The units of reads: GetItem and Query as the plan decides, reads by keys, and scans.
#include <fmt/format.h>
#include <partita/model/export_model.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/cost/access.h"
#include "modelling/cost/field_sizes.h"
#include "modelling/cost/units.h"

namespace partita::modelling {
namespace {

using model::kNone;

// The share of rows that a filter keeps if the values are not known.
constexpr double kKeptByEquality = 0.1, kKeptByRange = 1.0 / 3;

double kept_by(const FilterCondition& condition, const Entity* entity) {
  const Field* field = nullptr;
  if (entity)
    for (const Field& candidate : entity->fields)
      if (candidate.name == condition.field || candidate.attribute == condition.field) field = &candidate;
  const auto distinct = field ? distinct_values(*field) : std::nullopt;
  const double equal = distinct ? 1 / *distinct : kKeptByEquality;
  const double present = field ? share_with_field(*entity, *field).value_or(1) : 1;
  if (condition.comparison == "=") return equal;
  if (condition.comparison == "<>") return 1 - equal;
  if (condition.comparison == "in") return std::min(1.0, 2 * equal);
  if (condition.comparison == "exists") return present;
  // A pattern that returns items says by itself that some items lack the field.
  if (condition.comparison == "not_exists") return present < 1 ? 1 - present : kKeptByRange;
  if (condition.comparison == "contains" || condition.comparison == "begins_with") return kKeptByEquality;
  return kKeptByRange;
}

class ReadUnits {
 public:
  ReadUnits(const ProvenPattern& proven, const Shapes& shapes, Assumptions& assumptions, PatternUnits& units)
      : pattern_(*proven.declared), info_(proven.info), shapes_(shapes), assumptions_(assumptions), units_(units) {}

  void add() {
    if (info_.plan.operation == model::PlanOperation::GetItem) return add_get();
    const auto items = returned_items();
    if (!items) {
      units_.not_priced = "say items, the mean number of items that a call returns";
      return;
    }
    add_query(*items);
  }

 private:
  Consistency consistency() const { return info_.plan.consistent ? Consistency::Strong : Consistency::Eventual; }
  const ItemShape* first() const { return shapes_.find(*info_.entities.front()); }

  void add_get() {
    const ItemShape& shape = *first();
    const double found = std::clamp(pattern_.items.value_or(1), 0.0, 1.0);
    const double units = found * read_units(shape.bytes, consistency()) + (1 - found) * read_units(0, consistency());
    units_.accesses.push_back({.table = info_.table,
                               .entity = shape.entity,
                               .key = &shape.entity->primary,
                               .pattern = &pattern_,
                               .units = units});
    units_.how = fmt::format("GetItem, {:.0f} bytes{}", shape.bytes, info_.plan.consistent ? ", consistent" : "");
  }

  // Whether a call gives all fields of the primary key, and others besides, which the one item may lack.
  bool finds_one_at_most() const {
    if (info_.entities.size() != 1 || info_.asked.tree || info_.asked.whole) return false;
    const model::EntityKey& primary = info_.entities.front()->primary;
    for (const auto& attributes : {primary.partition, primary.sort})
      for (const model::KeyAttribute& attribute : attributes)
        for (const model::KeyPart& part : attribute.value.parts)
          if (part.is_field() && !base::contains(info_.by, part.field)) return false;
    return true;
  }

  // As the model says, or the number of items divided by that of the different values of the fields that are given.
  std::optional<double> returned_items() const {
    if (finds_one_at_most()) return std::clamp(pattern_.items.value_or(1), 0.0, 1.0);
    if (pattern_.items) return pattern_.items;
    double items = 0;
    for (const model::EntityInfo* entity : info_.entities) {
      const ItemShape* const shape = shapes_.find(*entity);
      if (!shape || !shape->declared->count) return limited(std::nullopt);
      double keys = 1;
      for (const std::string& name : pattern_.by) {
        const Field* const field = shape->declared->field(name);
        const auto distinct = field ? distinct_values(*field) : std::nullopt;
        if (!distinct) return limited(std::nullopt);
        keys *= *distinct;
      }
      // A key that holds items of the entity holds at least one of them.
      items += std::max(*shape->declared->count / keys, entity == info_.entities.front() ? 1.0 : 0.0);
    }
    items = limited(items).value_or(items);
    assumptions_.add(
        fmt::format("\"{}\" returns {:.3g} items, by count and distinct: say items", pattern_.name, items));
    return items;
  }

  std::optional<double> limited(std::optional<double> items) const {
    if (pattern_.limit && (!items || *pattern_.limit < *items)) {
      if (!items)
        assumptions_.add(
            fmt::format("\"{}\" returns its limit of {:g} items: say items", pattern_.name, *pattern_.limit));
      return pattern_.limit;
    }
    return items;
  }

  enum class Sized { Item, Entry };

  // The mean size of an item of the answer, or of its entry in the index that is read, by the numbers of the entities'
  // items. A read of the table has only items.
  double mean_bytes(Sized sized) const {
    double bytes = 0, weights = 0;
    for (const model::EntityInfo* entity : info_.entities) {
      const ItemShape* const shape = shapes_.find(*entity);
      if (!shape) continue;
      const EntryShape* const entry = info_.plan.index == kNone ? nullptr : shape->entry(info_.plan.index);
      const double weight = shape->declared->count.value_or(1);
      bytes += weight * (entry && sized == Sized::Entry ? entry->bytes : shape->bytes);
      weights += weight;
    }
    return weights > 0 ? bytes / weights : 0;
  }

  double rows_for_each_item() const {
    // With OR, the items are dropped that every condition drops.
    double kept = 1, dropped = 1;
    for (const FilterCondition& condition : pattern_.filter) {
      const double share = kept_by(condition, first()->declared);
      kept *= share;
      dropped *= 1 - share;
    }
    if (pattern_.filter_any) kept = 1 - dropped;
    if (!pattern_.filter.empty())
      assumptions_.add(
          fmt::format("the filter of \"{}\" keeps {:.3g} of 100 items that are read: say distinct and "
                      "present of its fields",
                      pattern_.name, 100 * kept));
    return 1 / std::max(kept, 1e-6);
  }

  void add_query(double items) {
    const ItemShape& shape = *first();
    const int requests = model::request_count(info_);
    if (info_.plan.bucket_field != kNone)
      assumptions_.add(
          fmt::format("a range of \"{}\" is within one bucket: each further one is a request more", pattern_.name));
    const double rows = finds_one_at_most() ? items : items * rows_for_each_item();
    const double entry_bytes = mean_bytes(Sized::Entry);
    const model::IndexInfo* const index = info_.plan.index == kNone ? nullptr : &info_.table->at(info_.plan.index);
    const model::EntityKey* key = &shape.entity->primary;
    if (index)
      for (const model::EntityKey& candidate : shape.entity->indexes)
        if (candidate.index == info_.plan.index) key = &candidate;
    units_.accesses.push_back({.table = info_.table,
                               .index = info_.plan.index,
                               .entity = shape.entity,
                               .key = key,
                               .pattern = &pattern_,
                               .units = read_units(rows * entry_bytes / requests, consistency()),
                               .times = static_cast<double>(requests)});
    if (index && index->scope == model::IndexScope::Local && !projects_wanted(*index, shape))
      // The query fetches attributes that the index lacks from the table, item by item.
      units_.accesses.push_back({.table = info_.table,
                                 .entity = shape.entity,
                                 .key = &shape.entity->primary,
                                 .pattern = &pattern_,
                                 .units = rows * read_units(mean_bytes(Sized::Item), consistency())});
    units_.how = fmt::format(
        "{}Query{}, {:.3g} {} of {:.0f} bytes{}{}", requests > 1 ? fmt::format("{} x ", requests) : "",
        index ? fmt::format(" {}", index->name) : "", items, items == 1 ? "item" : "items", entry_bytes,
        rows > items * 1.0001 ? fmt::format(" of {:.3g} read", rows) : "", info_.plan.consistent ? ", consistent" : "");
  }

  bool projects_wanted(const model::IndexInfo& index, const ItemShape& shape) const {
    if (index.projection == ProjectionType::All) return true;
    if (pattern_.wanted.empty()) return false;
    return std::all_of(pattern_.wanted.begin(), pattern_.wanted.end(), [&](const std::string& name) {
      const Field* const field = shape.declared->field(name);
      const std::string_view attribute = field ? std::string_view(field->attribute) : std::string_view(name);
      const auto has = [&](std::span<const std::string_view> names) { return base::contains(names, attribute); };
      return attribute == info_.table->partition || attribute == info_.table->sort || has(index.sort) ||
             (index.projection == ProjectionType::Include && has(index.include));
    });
  }

  const Pattern& pattern_;
  const model::PatternInfo& info_;
  const Shapes& shapes_;
  Assumptions& assumptions_;
  PatternUnits& units_;
};

}  // namespace

void add_read_units(const ProvenPattern& proven, const Shapes& shapes, Assumptions& assumptions, PatternUnits& units) {
  if (!proven.served() || proven.info.entities.empty() || !shapes.find(*proven.info.entities.front())) {
    units.not_priced = "no key or index serves it: see `partita model lint`";
    return;
  }
  if (proven.info.plan.operation == model::PlanOperation::Search) {
    units.not_priced = "the service charges a search by its bytes, at a price that Partita does not know";
    return;
  }
  ReadUnits(proven, shapes, assumptions, units).add();
}

void add_keyed_read_units(const Pattern& pattern, const Shapes& shapes, PatternUnits& units) {
  const bool transaction = pattern.operation == PatternOperation::TransactGet;
  const Consistency consistency = transaction          ? Consistency::Transactional
                                  : pattern.consistent ? Consistency::Strong
                                                       : Consistency::Eventual;
  struct Member {
    std::string table, entity;
    double items;
  };
  std::vector<Member> members;
  for (const Action& action : pattern.actions) members.push_back({action.table, action.entity, action.items});
  if (members.empty()) {
    if (!pattern.items && !transaction) {
      units.not_priced = "say items, the mean number of items that a call reads";
      return;
    }
    const double each =
        pattern.items ? *pattern.items / static_cast<double>(std::max<std::size_t>(1, pattern.entities.size())) : 1;
    for (const std::string& entity : pattern.entities) members.push_back({pattern.table, entity, each});
  }
  double items = 0;
  for (const Member& member : members) {
    const ItemShape* const shape = shapes.find(member.table, member.entity);
    if (!shape) {
      units.not_priced = fmt::format("the keys of {} cannot be read: see `partita model lint`", member.entity);
      return;
    }
    units.accesses.push_back({.table = shape->table_info,
                              .entity = shape->entity,
                              .key = &shape->entity->primary,
                              .pattern = &pattern,
                              .units = read_units(shape->bytes, consistency),
                              .times = member.items});
    items += member.items;
  }
  units.transaction = transaction;
  units.how = fmt::format("{}, {:g} items", transaction ? "TransactGetItems" : "BatchGetItem", items);
}

void add_scan_units(const Pattern& pattern, const Shapes& shapes, const Model& model, PatternUnits& units) {
  const Table* table = pattern.table.empty() && !pattern.entities.empty() ? model.table_of(pattern.entities.front())
                                                                          : model.table(pattern.table);
  if (!table && model.tables.size() == 1) table = &model.tables.front();
  if (!table) {
    units.not_priced = "say its table";
    return;
  }
  double bytes = 0, items = 0;
  const model::TableInfo* info = nullptr;
  model::IndexPosition index = kNone;
  for (const auto& shape : shapes.all()) {
    if (shape->table != table) continue;
    info = shape->table_info;
    if (!shape->declared->count) {
      units.not_priced = fmt::format("say count, the number of items of {}", shape->declared->name);
      return;
    }
    double share = 1, size = shape->bytes;
    if (!pattern.index.empty()) {
      index = info->index(pattern.index);
      const EntryShape* const entry = index == kNone ? nullptr : shape->entry(index);
      share = entry ? entry->share : 0;
      size = entry ? entry->bytes : 0;
    }
    items += *shape->declared->count * share;
    bytes += *shape->declared->count * share * size;
  }
  if (!info) {
    units.not_priced = fmt::format("the keys of table {} cannot be read: see `partita model lint`", table->name);
    return;
  }
  const double share = pattern.limit && items > 0 ? std::min(1.0, *pattern.limit / items) : 1;
  const Consistency consistency = pattern.consistent ? Consistency::Strong : Consistency::Eventual;
  units.accesses.push_back(
      {.table = info, .index = index, .pattern = &pattern, .units = read_units(bytes * share, consistency)});
  units.how = fmt::format("Scan{}, {:.3g} items", pattern.index.empty() ? "" : " " + pattern.index, items * share);
}

}  // namespace partita::modelling
