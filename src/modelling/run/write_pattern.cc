// How a write is run
// 1. Each action is planned with up to three sample items: a new one from the spare items, or a stored one. The plan
//    has the request and the item as it must be afterwards.
// 2. The stored items are read, so that the report can show the changes.
// 3. The requests are described, and sent as the pattern's operation says.
// 4. Each item is read again and compared with the plan, and the plain lists get the change.
#include "modelling/run/write_pattern.h"

#include <fmt/format.h>
#include <partita/model/runtime/item_writes.h>

#include <algorithm>
#include <charconv>

#include "base/contains.h"
#include "base/try.h"
#include "model/core/spell.h"
#include "modelling/core/relations.h"
#include "modelling/core/whole_items.h"
#include "modelling/run/naive.h"
#include "modelling/run/send_writes.h"

namespace partita::modelling::run {
namespace {

using model::kNone;
using model::WriteRequest;

// The most items of one action, if the model says that a call has many.
constexpr double kMostOfAction = 3;

std::int64_t whole_number_of(const AttributeValue* value) {
  std::int64_t number = 0;
  if (value && value->is(AttributeType::N))
    std::from_chars(value->n().data(), value->n().data() + value->n().size(), number);
  return number;
}

// One item of a write: the request, and the item as it must be afterwards.
struct PlannedWrite {
  FoundEntity where = {};
  WriteRequest request = {};
  std::optional<Sample> after = {};  // absent if the item is removed
  bool writes = true;                // false for a check
  std::optional<AttributeMap> stored_before = {};
};

class WriteRunner {
 public:
  WriteRunner(Context& context, const Pattern& pattern, PatternRun& out)
      : context_(context), pattern_(pattern), out_(out) {}

  void run() {
    for (const Action& action : pattern_.actions) {
      const double items = std::clamp(action.items, 1.0, kMostOfAction);
      for (int i = 0; i < static_cast<int>(items); ++i)
        if (!plan(action, i == 0)) return;
    }
    if (writes_.empty()) return fail(out_, Outcome::Skipped, "it has no action that can be run");
    for (PlannedWrite& write : writes_) {
      auto before = stored_item(context_, write.where, write.request.values);
      if (!before) return fail(out_, Outcome::Failed, before.error().message);
      write.stored_before = std::move(*before);
    }
    describe();
    const auto sent = measured(context_, out_, [&] { return send(); });
    if (!sent) return fail(out_, Outcome::Failed, sent.error().message);
    for (PlannedWrite& write : writes_) finish(write);
  }

 private:
  bool skip(std::string reason) {
    fail(out_, Outcome::Skipped, std::move(reason));
    return false;
  }

  // ---- the plan. These functions return false if the pattern cannot be run.

  // Further items of an action are left out if the lists have no more of them.
  bool plan(const Action& action, bool is_first) {
    if (action.kind == Action::Kind::Get) {
      out_.notes.push_back(fmt::format("the read of {} within the write is left out", action.entity));
      return true;
    }
    const FoundEntity where =
        find_entity(context_.proof, action.table.empty() ? pattern_.table : action.table, action.entity);
    if (!where.entity) return skip(fmt::format("there is no entity {}", action.entity));
    PlannedWrite write{.where = where};
    write.request = begin_request(pattern_, action, where);
    if (!action.condition.empty() && is_first)
      out_.notes.push_back(fmt::format("the condition is a text and is not checked: {}", action.condition));
    switch (action.kind) {
      case Action::Kind::Create:
        return plan_create(std::move(write), is_first);
      case Action::Kind::Put:
        return plan_put(action, std::move(write), is_first);
      default:
        return plan_existing(action, std::move(write), is_first);
    }
  }

  bool lacks(bool is_first, std::string_view what, const model::EntityInfo& entity) {
    return is_first ? skip(fmt::format("there is no {} of {}", what, entity.name)) : true;
  }

  bool plan_create(PlannedWrite write, bool is_first) {
    auto values = context_.samples.take_spare(*write.where.entity, planned(*write.where.entity));
    if (!values) return lacks(is_first, "further made-up item", *write.where.entity);
    take_parents(write.where, *values);
    write.request.kind = write_kind(pattern_, Action::Kind::Create);
    write.request.values = *values;
    set_version(*write.where.entity, *values, 1);
    write.after = Sample{write.where.table, write.where.entity, std::move(*values)};
    writes_.push_back(std::move(write));
    return true;
  }

  // An order's lines that are created together with the order belong to it.
  void take_parents(const FoundEntity& where, AttributeMap& values) {
    for (const Relation& relation : all_relations()) {
      if (relation.child->name != where.entity->name || relation.kind == Relation::Kind::Refers) continue;
      const auto parent = std::find_if(writes_.begin(), writes_.end(), [&](const PlannedWrite& one) {
        return one.where.entity->name == relation.parent->name && one.after;
      });
      if (parent == writes_.end()) continue;
      AttributeMap changed = values;
      for (const auto& [theirs, ours] : relation.fields) {
        const model::FieldPosition from = parent->where.entity->field(theirs), to = where.entity->field(ours);
        const AttributeValue* value = from == kNone || to == kNone ? nullptr : parent->after->value(from);
        if (value) changed.set(field_of(*where.entity, to).attribute, *value);
      }
      if (!context_.samples.find(*where.entity, changed) && !is_planned(*where.entity, changed)) values = changed;
      return;
    }
  }
  const std::vector<Relation>& all_relations() {
    if (!relations_) relations_ = relations(context_.proof.model());
    return *relations_;
  }

  bool is_planned(const model::EntityInfo& entity, const AttributeMap& values) const {
    const std::vector<model::FieldPosition> key = primary_fields(entity);
    return std::any_of(writes_.begin(), writes_.end(), [&](const PlannedWrite& write) {
      return write.where.entity == &entity && std::all_of(key.begin(), key.end(), [&](model::FieldPosition field) {
               const std::string_view name = field_of(entity, field).attribute;
               const AttributeValue *a = write.request.values.find(name), *b = values.find(name);
               return a && b && *a == *b;
             });
    });
  }

  // The items of the entity as this write will leave them, as far as it is planned.
  Samples::Planned planned(const model::EntityInfo& entity) const {
    Samples::Planned out;
    for (const PlannedWrite& write : writes_)
      if (write.where.entity == &entity && write.after) out.push_back(&write.after->values);
    return out;
  }

  enum class Search { FromTheFirst, FromTheLast };

  // The next item that this write does not touch yet. A removal takes the last one, because other patterns use the
  // first ones.
  const Sample* existing(const model::EntityInfo& entity, Search from) const {
    std::vector<const Sample*> all = context_.samples.of(entity);
    if (from == Search::FromTheLast) std::reverse(all.begin(), all.end());
    const auto found = std::find_if(all.begin(), all.end(), [&](const Sample* sample) {
      return !is_planned(entity, sample->values) && !has_expired(*sample, context_.now_ms);
    });
    return found == all.end() ? nullptr : *found;
  }

  void set_version(const model::EntityInfo& entity, AttributeMap& values, std::int64_t version) const {
    if (entity.version != kNone) values.set(field_of(entity, entity.version).attribute, version);
  }

  // Says which version the write expects. The lists then have the next one.
  void expect_version(const Action& action, const Sample& item, PlannedWrite& write) const {
    const model::EntityInfo& entity = *item.entity;
    if (entity.version == kNone) return;
    const std::int64_t version = whole_number_of(item.value(entity.version));
    if (action.version_unchecked)
      write.request.any_version = true;
    else
      write.request.expected_version = version;
    if (write.after) set_version(entity, write.after->values, version + 1);
  }

  // A put replaces an item with another one's values, or creates one if no item is stored.
  bool plan_put(const Action& action, PlannedWrite write, bool is_first) {
    const model::EntityInfo& entity = *write.where.entity;
    const Sample* item = existing(entity, Search::FromTheFirst);
    if (!item || pattern_.operation == PatternOperation::BatchWrite) return plan_create(std::move(write), is_first);
    Sample after = *item;
    after.clear_shards();
    for (std::size_t i = 0; i < entity.fields.size(); ++i)
      if (can_change(entity, model::FieldPosition(i))) change(after, model::FieldPosition(i));
    write.request.values = after.values;
    write.after = std::move(after);
    expect_version(action, *item, write);
    writes_.push_back(std::move(write));
    return true;
  }

  static bool is_kept(const model::EntityInfo& entity, model::FieldPosition field) {
    return field == entity.version || field == entity.created || field == entity.updated ||
           std::any_of(entity.computed.begin(), entity.computed.end(),
                       [&](const model::ComputedInfo& computed) { return computed.field == field; });
  }
  static bool can_change(const model::EntityInfo& entity, model::FieldPosition field) {
    const std::vector<model::FieldPosition> key = primary_fields(entity);
    return !is_kept(entity, field) && field != entity.ttl && !field_of(entity, field).attribute.empty() &&
           !base::contains(key, field);
  }
  void change(Sample& item, model::FieldPosition field) const {
    if (const auto value = context_.samples.other_value(*item.entity, field, item.value(field), planned(*item.entity)))
      item.values.set(field_of(*item.entity, field).attribute, *value);
  }

  bool plan_existing(const Action& action, PlannedWrite write, bool is_first) {
    const model::EntityInfo& entity = *write.where.entity;
    const bool removes = action.kind == Action::Kind::Delete;
    const Sample* item = existing(entity, removes ? Search::FromTheLast : Search::FromTheFirst);
    if (!item) return lacks(is_first, "item", entity);
    write.request.values = item->key();
    if (removes) {
      add_given(action, *item, write);
      // A batch has no conditions.
      if (pattern_.operation != PatternOperation::BatchWrite) expect_version(action, *item, write);
    } else if (action.kind == Action::Kind::Check) {
      write.after = *item;
      write.writes = false;
    } else if (!plan_update(action, *item, write)) {
      return false;
    }
    writes_.push_back(std::move(write));
    return true;
  }

  void add_given(const Action& action, const Sample& item, PlannedWrite& write) const {
    for (const std::string& name : action.given) {
      const model::FieldPosition field = item.entity->field(name);
      if (field == kNone) continue;
      const AttributeValue* value = item.value(field);
      write.request.given.set(field_of(*item.entity, field).attribute, value ? *value : AttributeValue());
    }
  }

  bool plan_update(const Action& action, const Sample& item, PlannedWrite& write) {
    const model::EntityInfo& entity = *item.entity;
    write.after = item;
    write.after->clear_shards();
    std::vector<model::FieldPosition> fields;
    for (const std::string& name : action.set) fields.push_back(entity.field(name));
    for (std::size_t i = 0; i < entity.fields.size() && fields.empty(); ++i)
      if (can_change(entity, model::FieldPosition(i)) && !is_in_key(entity, model::FieldPosition(i)))
        fields.push_back(model::FieldPosition(i));
    if (fields.empty() || base::contains(fields, kNone))
      return skip(fmt::format("the update names no field of {} that it sets", entity.name));
    for (const model::FieldPosition field : fields) {
      // The library writes these itself.
      if (is_kept(entity, field)) continue;
      change(*write.after, field);
      const AttributeValue* value = write.after->value(field);
      if (value) write.request.changes.push_back({.field = field, .value = *value});
    }
    add_given(action, item, write);
    expect_version(action, item, write);
    return true;
  }

  static bool is_in_key(const model::EntityInfo& entity, model::FieldPosition field) {
    for (const model::EntityKey& key : entity.indexes)
      for (const auto& attributes : {key.partition, key.sort})
        for (const model::KeyAttribute& attribute : attributes)
          for (const model::KeyPart& part : attribute.value.parts)
            if (part.field == field) return true;
    return false;
  }

  // ---- requests

  // The changes of the requests, with values, each text once. A batch has no conditions and changes whole items.
  void describe() {
    if (pattern_.operation == PatternOperation::BatchWrite) return;
    for (const PlannedWrite& write : writes_) {
      const auto explained = model::explain_write(context_.session, write.request);
      if (!explained) continue;
      std::string text = explained->update;
      if (!explained->condition.empty()) text += fmt::format("{}if {}", text.empty() ? "" : "  ", explained->condition);
      // Several creations have the same condition.
      if (!text.empty() && !base::contains(out_.updates, text)) out_.updates.push_back(std::move(text));
    }
  }

  Result<void> send() {
    std::vector<WriteRequest> requests;
    for (const PlannedWrite& write : writes_) requests.push_back(write.request);
    return send_writes(context_.session, pattern_.operation, std::move(requests));
  }

  // ---- the stored items afterwards

  void finish(PlannedWrite& write) {
    const model::EntityInfo& entity = *write.where.entity;
    auto stored = stored_item(context_, write.where, write.request.values);
    if (!stored) return fail(out_, Outcome::Failed, stored.error().message);
    if (write.after && *stored) take_kept_times(entity, **stored, write.after->values);
    check(write, *stored);
    if (write.after && *stored) write.after->take_shards(**stored);
    if (write.writes)
      out_.changes.push_back({std::string(entity.name), by_field_name(entity, key_of(write)),
                              std::move(write.stored_before), std::move(*stored)});
    Sample* const listed = context_.samples.find(entity, write.request.values);
    if (write.after && listed)
      *listed = std::move(*write.after);
    else if (write.after)
      context_.samples.add(std::move(*write.after));
    else if (listed)
      context_.samples.remove(*listed);
  }

  static AttributeMap key_of(const PlannedWrite& write) {
    return Sample{write.where.table, write.where.entity, write.request.values}.key();
  }

  // The library wrote these at a time that only it knows.
  static void take_kept_times(const model::EntityInfo& entity, const AttributeMap& stored, AttributeMap& values) {
    for (const model::FieldPosition field : {entity.created, entity.updated}) {
      const std::string_view attribute = field == kNone ? std::string_view() : field_of(entity, field).attribute;
      if (const AttributeValue* value = attribute.empty() ? nullptr : stored.find(attribute))
        values.set(attribute, *value);
    }
  }

  void check(const PlannedWrite& write, const std::optional<AttributeMap>& stored) {
    const model::EntityInfo& entity = *write.where.entity;
    if (write.after.has_value() != stored.has_value())
      return wrong(fmt::format("the item {} of {} {}", model::spell(key_of(write)), entity.name,
                               stored ? "is still there" : "is not stored"));
    if (!stored) return;
    auto wanted = whole_item(*write.where.table->info, entity, write.after->values);
    if (!wanted) return wrong(wanted.error().message);
    for (const auto& [name, value] : *wanted) {
      const AttributeValue* got = stored->find(name);
      if ((!got || !is_same_stored(value, *got)) && !keeps_shard(write, name, got))
        wrong(fmt::format("{} is {} and not {}", name, got ? model::spell(*got) : "absent", model::spell(value)));
    }
    for (const auto& [name, value] : *stored)
      if (!wanted->contains(name) && name != model::kWriteIdAttribute)
        wrong(fmt::format("{} is {} and should be absent", name, model::spell(value)));
  }

  // An update leaves an item in the shard that an earlier write gave it.
  static bool keeps_shard(const PlannedWrite& write, std::string_view attribute, const AttributeValue* got) {
    const auto& indexes = write.where.table->info->indexes;
    if (!got || !write.stored_before || std::none_of(indexes.begin(), indexes.end(), [&](const auto& index) {
          return index.shards.count > 0 && index.shards.attribute == attribute;
        }))
      return false;
    const AttributeValue* before = write.stored_before->find(attribute);
    return before && is_same_stored(*before, *got);
  }

  void wrong(std::string reason) {
    if (out_.outcome == Outcome::Right) fail(out_, Outcome::Wrong, std::move(reason));
  }

  Context& context_;
  const Pattern& pattern_;
  PatternRun& out_;
  std::vector<PlannedWrite> writes_;
  std::optional<std::vector<Relation>> relations_;
};

}  // namespace

void run_write(Context& context, const Pattern& pattern, PatternRun& out) { WriteRunner(context, pattern, out).run(); }

}  // namespace partita::modelling::run
