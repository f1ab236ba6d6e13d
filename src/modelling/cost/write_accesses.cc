// The units of writes: the items, the entries of their indexes, and the sentinels of unique fields.
//
// An index entry costs nothing if it does not change, one write if it appears, disappears or changes its projected
// attributes, and two if its key changes, because the old entry is removed and the new one is put.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "modelling/cost/access.h"
#include "modelling/cost/field_sizes.h"
#include "modelling/cost/units.h"

namespace partita::modelling {
namespace {

using model::kNone;
using Kind = Action::Kind;

// The positions of the fields that an update changes: those that it sets, and those that the library keeps.
std::set<model::FieldPosition> changed_fields(const ItemShape& shape, const Action& action) {
  std::set<model::FieldPosition> changed;
  for (const std::string& name : action.set)
    if (const model::FieldPosition field = shape.entity->field(name); field != kNone) changed.insert(field);
  for (const model::FieldPosition kept : {shape.entity->version, shape.entity->updated})
    if (kept != kNone) changed.insert(kept);
  for (const model::ComputedInfo& computed : shape.entity->computed)
    if (std::any_of(computed.from.begin(), computed.from.end(),
                    [&](model::FieldPosition field) { return changed.contains(field); }))
      changed.insert(computed.field);
  return changed;
}

bool touches(const std::set<model::FieldPosition>& changed, const std::vector<model::FieldPosition>& fields) {
  return std::any_of(fields.begin(), fields.end(), [&](model::FieldPosition field) { return changed.contains(field); });
}

bool is_unique_changed(const std::set<model::FieldPosition>& changed, const model::UniqueInfo& unique) {
  for (std::size_t i = 0; i < unique.size(); ++i)
    if (changed.contains(unique[i])) return true;
  return false;
}

class WriteUnits {
 public:
  WriteUnits(const Pattern& pattern, const Shapes& shapes, Assumptions& assumptions, PatternUnits& units)
      : pattern_(pattern), shapes_(shapes), assumptions_(assumptions), units_(units) {}

  void add() {
    if (pattern_.actions.empty()) {
      units_.not_priced = "say which entity it writes";
      return;
    }
    for (const Action& action : pattern_.actions)
      if (!shapes_.find(action.table, action.entity)) {
        units_.not_priced = fmt::format("the keys of {} cannot be read: see `partita model lint`", action.entity);
        return;
      }
    units_.transaction = is_transaction();
    for (const Action& action : pattern_.actions) add_action(action, *shapes_.find(action.table, action.entity));
    describe();
  }

 private:
  // A write of unique values is a transaction with their sentinels.
  bool is_transaction() const {
    if (pattern_.operation == PatternOperation::TransactWrite) return true;
    if (pattern_.operation == PatternOperation::BatchWrite) return false;
    return std::any_of(pattern_.actions.begin(), pattern_.actions.end(), [&](const Action& action) {
      const ItemShape& shape = *shapes_.find(action.table, action.entity);
      if (action.kind == Kind::Check || action.kind == Kind::Get) return false;
      if (action.kind != Kind::Update) return !shape.entity->unique.empty();
      const std::set<model::FieldPosition> changed = changed_fields(shape, action);
      return std::any_of(shape.entity->unique.begin(), shape.entity->unique.end(),
                         [&](const model::UniqueInfo& unique) { return is_unique_changed(changed, unique); });
    });
  }

  double factor() const { return units_.transaction ? kTransactionFactor : 1; }

  void add_access(const ItemShape& shape, const Action& action, Access access) {
    access.table = shape.table_info;
    access.entity = shape.entity;
    access.pattern = &pattern_;
    access.action = &action;
    access.times *= action.items;
    if (access.times > 0) units_.accesses.push_back(access);
  }

  void add_item(const ItemShape& shape, const Action& action) {
    add_access(shape, action,
               {.key = &shape.entity->primary, .write = true, .units = write_units(shape.bytes) * factor()});
  }

  // An entry is that of the item before the write, or that of the item after it.
  enum class Version { Old, New };

  void add_entry(const ItemShape& shape, const Action& action, const EntryShape& entry, double writes,
                 Version version) {
    // The service charges entries of vector indexes by bytes, so the bill names them (cost/bill.cc).
    if (shape.table_info->at(entry.index).is_vector()) return;
    add_access(shape, action,
               {.index = entry.index,
                .key = entry.key ? entry.key : &shape.entity->primary,
                .write = true,
                .units = write_units(entry.bytes),
                .times = writes,
                .old_entry = version == Version::Old});
  }

  void add_sentinels(const ItemShape& shape, const Action& action, const model::UniqueInfo& unique, double writes) {
    double share = 1;
    for (std::size_t i = 0; i < unique.size(); ++i)
      if (const Field* field = shape.field(unique[i])) share *= share_with_field(*shape.declared, *field).value_or(1);
    add_access(shape, action,
               {.write = true,
                .units = write_units(sentinel_bytes(shape, unique)) * kTransactionFactor,
                .times = writes * share});
    sentinels_ += writes * share * action.items;
  }

  void add_read_before(const ItemShape& shape, const Action& action) {
    add_access(shape, action, {.key = &shape.entity->primary, .units = read_units(shape.bytes, Consistency::Strong)});
    reads_before_ = true;
  }

  void add_action(const Action& action, const ItemShape& shape) {
    switch (action.kind) {
      case Kind::Check:
      case Kind::Get:
        // A check does not write, so the size of the item does not count.
        return add_access(shape, action,
                          {.key = &shape.entity->primary, .write = true, .units = write_units(0) * factor()});
      case Kind::Put:
      case Kind::Create:
        if (action.read_first) add_read_before(shape, action);
        add_item(shape, action);
        for (const EntryShape& entry : shape.entries) add_entry(shape, action, entry, entry.share, Version::New);
        for (const model::UniqueInfo& unique : shape.entity->unique) add_sentinels(shape, action, unique, 1);
        if (action.kind == Kind::Put)
          assumptions_.add(fmt::format("\"{}\" puts new {} items, and replaces none", pattern_.name, action.entity));
        return;
      case Kind::Delete:
        // A transaction returns no old item, so the values of its sentinels are read first.
        if (action.read_first || !shape.entity->unique.empty()) add_read_before(shape, action);
        add_item(shape, action);
        for (const EntryShape& entry : shape.entries) add_entry(shape, action, entry, entry.share, Version::Old);
        for (const model::UniqueInfo& unique : shape.entity->unique) add_sentinels(shape, action, unique, 1);
        return;
      case Kind::Update:
        return add_update(action, shape);
    }
  }

  void add_update(const Action& action, const ItemShape& shape) {
    if (action.read_first) add_read_before(shape, action);
    add_item(shape, action);
    const std::set<model::FieldPosition> changed = changed_fields(shape, action);
    if (action.set.empty())
      assumptions_.add(fmt::format("\"{}\" changes no field that an index has: say set", pattern_.name));
    for (const EntryShape& entry : shape.entries) add_entry_change(action, shape, entry, changed);
    for (const model::UniqueInfo& unique : shape.entity->unique)
      if (is_unique_changed(changed, unique)) add_sentinels(shape, action, unique, 2);
  }

  void add_entry_change(const Action& action, const ItemShape& shape, const EntryShape& entry,
                        const std::set<model::FieldPosition>& changed) {
    if (entry.when != kNone && changed.contains(entry.when)) {
      // The number of items in the index stays as it is, so as many enter it as leave it. A value that is set differs
      // from the value before.
      const double moving = std::min(entry.share, 1 - entry.share);
      add_entry(shape, action, entry, moving, Version::Old);
      add_entry(shape, action, entry, moving, Version::New);
      assumptions_.add(fmt::format("\"{}\" moves {:.3g} of 100 items into {} and as many out of it", pattern_.name,
                                   100 * moving, shape.table_info->at(entry.index).name));
    } else if (touches(changed, entry.key_fields)) {
      add_entry(shape, action, entry, entry.share, Version::Old);
      add_entry(shape, action, entry, entry.share, Version::New);
    } else if (touches(changed, entry.projected)) {
      add_entry(shape, action, entry, entry.share, Version::New);
    }
  }

  void describe() {
    double items = 0;
    for (const Action& action : pattern_.actions) items += action.items;
    std::string_view operation = "PutItem";
    if (pattern_.operation == PatternOperation::BatchWrite)
      operation = "BatchWriteItem";
    else if (units_.transaction)
      operation = "TransactWriteItems";
    else if (pattern_.operation == PatternOperation::Update)
      operation = "UpdateItem";
    else if (pattern_.operation == PatternOperation::Delete)
      operation = "DeleteItem";
    units_.how = fmt::format("{}{}", reads_before_ ? "GetItem, then " : "", operation);
    if (items + sentinels_ != 1) units_.how += fmt::format(", {:.3g} items", items + sentinels_);
    if (sentinels_ > 0)
      units_.how += fmt::format(" ({:.3g} {})", sentinels_, sentinels_ == 1 ? "sentinel" : "sentinels");
    if (pattern_.actions.size() == 1)
      units_.how += fmt::format(", {:.0f} bytes",
                                shapes_.find(pattern_.actions.front().table, pattern_.actions.front().entity)->bytes);
  }

  const Pattern& pattern_;
  const Shapes& shapes_;
  Assumptions& assumptions_;
  PatternUnits& units_;
  double sentinels_ = 0;
  bool reads_before_ = false;
};

}  // namespace

void add_write_units(const Pattern& pattern, const Shapes& shapes, Assumptions& assumptions, PatternUnits& units) {
  WriteUnits(pattern, shapes, assumptions, units).add();
}

}  // namespace partita::modelling
