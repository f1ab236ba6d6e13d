#include "modelling/diff/compare_entities.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/core/kind_names.h"

namespace partita::modelling::diff {
namespace {

class EntityComparison {
 public:
  EntityComparison(const std::string& table, const Entity& was, const Entity& now, std::vector<DiffChange>& changes)
      : table_(table), was_(was), now_(now), changes_(changes) {}

  void compare() {
    if (was_.name != now_.name)
      add(fmt::format("it was called {}", was_.name), Safety::Unsafe,
          "programs of the earlier model do not know the tag of items that later ones write",
          "Keep the earlier tag until no program of the earlier model runs.");
    for (const Field& field : now_.fields) compare_field(field);
    for (const Field& field : was_.fields)
      if (!find_now(field)) add_removed(field);
    compare_unique();
    compare_version();
  }

 private:
  void add(std::string what, Safety safety, std::string why = {}, std::string cure = {}) {
    changes_.push_back({table_, now_.name, std::move(what), safety, std::move(why), std::move(cure)});
  }

  // The same field has the same name, or stores the same attribute.
  const Field* find_was(const Field& now) const {
    if (const Field* same = was_.field(now.name)) return same;
    for (const Field& field : was_.fields)
      if (field.attribute == now.attribute && !field.attribute.empty() && !now_.field(field.name)) return &field;
    return nullptr;
  }
  const Field* find_now(const Field& was) const {
    if (const Field* same = now_.field(was.name)) return same;
    for (const Field& field : now_.fields)
      if (field.attribute == was.attribute && find_was(field) == &was) return &field;
    return nullptr;
  }

  void compare_field(const Field& now) {
    const Field* was = find_was(now);
    if (!was) return add_new(now);
    if (was->name != now.name)
      add(fmt::format("the field {} was called {}", now.name, was->name), Safety::Safe,
          fmt::format("both store the attribute {}", now.attribute));
    else if (was->attribute != now.attribute && now.stored)
      add(fmt::format("the field {} is stored in {} instead of {}", now.name, now.attribute, was->attribute),
          Safety::Unsafe, "stored items have the earlier attribute, and programs of each model do not see the other's",
          fmt::format("Keep the attribute {}, and change only the field's name.", was->attribute));
    if (was->kind != now.kind || was->document != now.document) add_kind(*was, now);
    compare_presence(*was, now);
    if (was->stored != now.stored)
      add(fmt::format("the field {} is {}", now.name, now.stored ? "stored now" : "only in keys now"),
          now.stored ? Safety::Unsafe : Safety::Careful,
          now.stored ? "stored items lack the attribute" : "stored items keep the attribute",
          now.stored ? "Make the field optional until every item has it." : "");
    if (was->kind == model::FieldKind::Enum && now.kind == model::FieldKind::Enum) compare_enumerators(*was, now);
  }

  void add_new(const Field& field) {
    if (field.name == now_.version && !field.name.empty()) return;  // compare_version() says more
    if (!field.from.empty()) return add_derived(field);
    if (field.optional || field.has_default || !field.stored)
      return add(fmt::format("the field {} is new", field.name), Safety::Careful,
                 "a put by a program of the earlier model drops it");
    add(fmt::format("the field {} is new and required", field.name), Safety::Unsafe,
        "stored items lack it, so later programs cannot read them",
        "Make it optional or give it a default, at least until every item has it.");
  }

  void add_derived(const Field& field) {
    const bool may_lack = field.optional || field.has_default;
    add(fmt::format("the field {} is new, from {}", field.name, field.from),
        may_lack ? Safety::Careful : Safety::Unsafe,
        may_lack ? "a put by a program of the earlier model drops it"
                 : "a put by a program of the earlier model drops it, and later programs cannot read such an item",
        may_lack ? "" : "Make it optional or give it a default until no program of the earlier model runs.");
  }

  void add_removed(const Field& field) {
    const bool needed = !field.optional && !field.has_default && field.stored;
    add(fmt::format("the field {} is gone", field.name), needed ? Safety::Unsafe : Safety::Careful,
        needed
            ? "programs of the earlier model cannot read items that later ones write; stored items keep the attribute"
            : "stored items keep the attribute",
        needed ? fmt::format("Make {} optional in the earlier model first, and remove it when no program of the model "
                             "before runs.",
                             field.name)
               : "");
  }

  static std::string kind_of(const Field& field) {
    return std::string(field.kind == model::FieldKind::Document ? modelling::to_text(field.document)
                                                                : modelling::to_text(field.kind));
  }

  void add_kind(const Field& was, const Field& now) {
    // Any value of a document can be read as a document of no special type.
    const bool wider = was.kind == model::FieldKind::Document && now.kind == model::FieldKind::Document &&
                       now.document == DocumentType::Any;
    add(fmt::format("the field {} is of kind {} instead of {}", now.name, kind_of(now), kind_of(was)),
        wider ? Safety::Careful : Safety::Unsafe,
        "programs of each model may not be able to read what the other's write",
        "Add a field with another name, write both, and change the readers before the earlier field is removed.");
  }

  void compare_presence(const Field& was, const Field& now) {
    const bool may_lack = was.optional || was.has_default, may_lack_now = now.optional || now.has_default;
    if (may_lack == may_lack_now) return;
    if (may_lack_now)
      return add(fmt::format("the field {} is optional now", now.name), Safety::Careful,
                 "programs of the earlier model cannot read an item without it",
                 "Leave it out only when no program of the earlier model runs.");
    const std::string share =
        was.present ? fmt::format(" ({:.0f} % of the items)", (1 - *was.present) * 100) : std::string();
    add(fmt::format("the field {} is required now", now.name), Safety::Unsafe,
        fmt::format("stored items that lack it{} cannot be read any more", share),
        "Write it into every item first: `partita model verify` with the later model finds those that lack it.");
  }

  void compare_enumerators(const Field& was, const Field& now) {
    for (const Enumerator& one : now.enumerators) {
      const Enumerator* same = find_enumerator(was, one.name);
      if (!same)
        add(fmt::format("{} is a new value of {}", one.name, now.name), Safety::Careful,
            "programs of the earlier model cannot read an item with it",
            "Write it only when no program of the earlier model runs.");
      else if (same->attribute != one.attribute)
        add(fmt::format("the value {} of {} is stored as {} instead of {}", one.name, now.name, one.attribute,
                        same->attribute),
            Safety::Unsafe, "stored items have the earlier text", "Keep the text of the attribute.");
      else if (same->key != one.key)
        add(fmt::format("the value {} of {} is {} in keys instead of {}", one.name, now.name, one.key, same->key),
            Safety::Unsafe, "programs of the two models compose different keys", "Keep the text of the key.");
    }
    for (const Enumerator& one : was.enumerators)
      if (!find_enumerator(now, one.name))
        add(fmt::format("the value {} of {} is gone", one.name, now.name), Safety::Unsafe,
            "stored items that have it cannot be read any more",
            "Give these items another value first, while both are allowed.");
  }
  static const Enumerator* find_enumerator(const Field& field, const std::string& name) {
    const auto found = std::find_if(field.enumerators.begin(), field.enumerators.end(),
                                    [&](const Enumerator& one) { return one.name == name; });
    return found == field.enumerators.end() ? nullptr : &*found;
  }

  void compare_unique() {
    const auto has = [](const Entity& entity, const std::vector<std::string>& fields) {
      return base::contains(entity.unique, fields);
    };
    for (const auto& fields : now_.unique)
      if (!has(was_, fields))
        add(fmt::format("{} must be unique now", fmt::join(fields, " + ")), Safety::Unsafe,
            "programs of the earlier model write values without a sentinel, and stored items may share a value",
            "Stop the earlier programs, upgrade, and run `partita model verify`, which lists the duplicates.");
    for (const auto& fields : was_.unique)
      if (!has(now_, fields))
        add(fmt::format("{} need not be unique any more", fmt::join(fields, " + ")), Safety::Careful,
            "programs of the earlier model still rely on the sentinels",
            "Upgrade when no program of the earlier model runs.");
  }

  void compare_version() {
    if (was_.version == now_.version) return;
    const Field* field = now_.version.empty() ? nullptr : now_.field(now_.version);
    if (now_.version.empty())
      return add("it has no version any more", Safety::Unsafe,
                 "programs of the earlier model do not notice the writes of later ones",
                 "Stop the earlier programs first.");
    const bool readable = was_.field(now_.version) != nullptr || (field && (field->optional || field->has_default));
    add(fmt::format("its version is in {}", now_.version), Safety::Unsafe,
        readable ? "programs of the earlier model do not count it, so a later one can overwrite their changes"
                 : "stored items lack it, so later programs cannot read them, and earlier programs do not count it",
        readable
            ? "Stop the earlier programs first."
            : fmt::format("Give {} a default (has_default: true), and stop the earlier programs first.", now_.version));
  }

  const std::string& table_;
  const Entity& was_;
  const Entity& now_;
  std::vector<DiffChange>& changes_;
};

}  // namespace

void compare_entities(const std::string& table, const Entity& was, const Entity& now,
                      std::vector<DiffChange>& changes) {
  EntityComparison(table, was, now, changes).compare();
}

void compare_settings(const Table& was, const Table& now, std::vector<DiffChange>& changes) {
  const auto add = [&](bool differs, std::string what, Safety safety = Safety::Safe, std::string why = {}) {
    if (differs) changes.push_back({now.name, {}, std::move(what), safety, std::move(why), {}});
  };
  add(was.billing != now.billing,
      now.billing == BillingMode::Provisioned ? "its capacity is provisioned now" : "it is billed for each request now",
      now.billing == BillingMode::Provisioned ? Safety::Careful : Safety::Safe,
      now.billing == BillingMode::Provisioned ? "requests above the capacity are refused" : "");
  const auto units = [](const Table& table) {
    return table.throughput ? std::pair(table.throughput->read_capacity_units, table.throughput->write_capacity_units)
                            : std::pair<OptionalInteger, OptionalInteger>();
  };
  add(was.billing == now.billing && units(was) != units(now), "its provisioned capacity is another one",
      Safety::Careful, "requests above the capacity are refused");
  add(was.stream != now.stream, now.stream ? "it has another stream" : "it has no stream any more",
      was.stream ? Safety::Unsafe : Safety::Safe,
      was.stream ? "the programs that read the earlier stream get no further records" : "");
  add(was.point_in_time_recovery != now.point_in_time_recovery,
      now.point_in_time_recovery ? "it can be restored to a point in time" : "it cannot be restored to a point in time",
      now.point_in_time_recovery ? Safety::Safe : Safety::Careful,
      now.point_in_time_recovery ? "" : "the earlier states are lost");
  add(was.deletion_protection != now.deletion_protection,
      now.deletion_protection ? "it is protected against deletion" : "it is not protected against deletion any more");
  add(was.infrequent_access != now.infrequent_access,
      fmt::format("its class is {}", now.infrequent_access ? "Standard-IA" : "Standard"));
  add(was.tags != now.tags, "its tags differ");
}

}  // namespace partita::modelling::diff
