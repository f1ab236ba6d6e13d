#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "modelling/core/nearest.h"
#include "modelling/design/extend_questions.h"
#include "modelling/design/fields.h"
#include "modelling/design/key_advice.h"
#include "modelling/design/questions.h"
#include "modelling/design/read_companions.h"
#include "modelling/read/own_format.h"
#include "templates/read_file.h"

namespace partita::modelling::design {
namespace {

constexpr std::string_view kVersion = "1";

Result<void> check_field(const Place& place, const Entity& entity, const std::string& name, std::string_view where) {
  if (entity.field(name)) return {};
  std::vector<std::string_view> known;
  for (const Field& field : entity.fields) known.push_back(field.name);
  return fault(place, fmt::format("{} names the field '{}', which {} does not have{}", where, name, entity.name,
                                  did_you_mean(name, known)));
}

// The field must be able to be in a key. A key's template writes {name:format}, and so cannot write every name.
Result<void> check_key_field(const Place& place, const Entity& entity, const std::string& name,
                             std::string_view where) {
  PARTITA_TRY(check_field(place, entity, name, where));
  if (name.find_first_of("{}:") == name.npos) return {};
  const std::string& attribute = entity.field(name)->attribute;
  return fault(place,
               fmt::format("{} names the field '{}', and a name with '{{', '}}' or ':' cannot be in the template of "
                           "a key: give the field another name, and keep what it is stored in by "
                           "{{attribute: '{}'}}",
                           where, name, attribute));
}

// What no service has is a slip of the pen, and the price of it would be too large for a number to tell its cents.
constexpr double kMostItems = 1e15;       // of an entity
constexpr double kMostEachSecond = 1e12;  // items that all calls of a pattern read or write

Result<void> check_count(const Node& node, const Entity& entity) {
  const Node* count = present(node, "count");
  if (!count || entity.count.value_or(0) <= kMostItems) return {};
  return fault(count->place, fmt::format("count of the entity {} is {:g}, and no table has so many items: say at most "
                                         "{:g}",
                                         entity.name, *entity.count, kMostItems));
}

Result<void> check_rate(const Node& node, const Pattern& pattern) {
  double items = std::max(1.0, pattern.items.value_or(1));
  for (const Action& action : pattern.actions) items = std::max(items, action.items);
  const double calls = std::max(pattern.per_second.value_or(1), pattern.peak_per_second.value_or(1));
  if (calls * items <= kMostEachSecond) return {};
  return fault(node.place,
               fmt::format("the pattern \"{}\" reads or writes {:g} items a second, and no service does: say a "
                           "per_second and items whose product is at most {:g}",
                           pattern.name, calls * items, kMostEachSecond));
}

Result<Subject> read_subject(const Node& node) {
  if (const Node* key = present(node, "key") ? present(node, "key") : present(node, "keys"))
    return fault(
        key->place,
        "a question has no keys, because finding them is the task: give identity, the fields that tell an item "
        "from the others, and leave the keys out");
  PARTITA_TRY(check_members(node, "an entity",
                            {"name", "description", "aliases", "fields", "identity", "version", "ttl", "unique",
                             "created_at", "updated_at", "computed", "lossy_key", "count", "size_bytes", "samples"}));
  Subject out;
  PARTITA_TRY(own::read_entity_facts(node, out.entity));
  PARTITA_TRY(check_count(node, out.entity));
  const std::string what = fmt::format("the entity {}", out.entity.name);
  for (const Field& field : out.entity.fields)
    if (field.name.empty()) return fault(field.place, fmt::format("a field of {} has no name: give it one", what));
  PARTITA_TRY_VALUE(list, needed(node, what, "identity"));
  PARTITA_TRY_VALUE(identity, own::names_or_none(node, "identity"));
  if (identity.empty())
    return fault(list->place, what + " has no identity: name the fields that tell one of its items from the others");
  for (std::size_t i = 0; i < identity.size(); ++i) {
    PARTITA_TRY(check_key_field(list->place, out.entity, identity[i], "the identity of " + out.entity.name));
    if (std::find(identity.begin(), identity.begin() + static_cast<std::ptrdiff_t>(i), identity[i]) !=
        identity.begin() + static_cast<std::ptrdiff_t>(i))
      return fault(list->place, fmt::format("the identity of {} names {} twice", out.entity.name, identity[i]));
    if (out.entity.field(identity[i])->optional)
      return fault(list->place, fmt::format("{} is in the identity of {}, so no item may lack it: take its '?' away",
                                            identity[i], out.entity.name));
  }
  out.identity = std::move(identity);
  return out;
}

Result<void> check_no_repetition(const Place& place, const std::vector<std::string>& names, const std::string& where,
                                 std::string_view member) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      return fault(place, fmt::format("{} names {} twice in {}", where, names[i], member));
  return {};
}

// What only a model with keys says of a pattern.
Result<void> check_leaves_the_choice(const Node& node, const Pattern& pattern, bool extends) {
  for (const std::string_view name : {"table", "index", "buckets", "plan"})
    // Entities of several existing tables may have one name.
    if (const Node* member = present(node, name); member && !(extends && name == "table"))
      return fault(member->place,
                   fmt::format("the pattern \"{}\" has {}, which is for the design to choose: leave it out",
                               pattern.name, name));
  for (const Action& action : pattern.actions)
    if (!extends && !action.table.empty())
      return fault(action.place,
                   fmt::format("an action of the pattern \"{}\" has table, which is for the design to choose: leave it "
                               "out",
                               pattern.name));
  return {};
}

Result<void> check_action(const Action& action, const Subject& subject, const std::string& where) {
  for (const std::string& name : action.set) PARTITA_TRY(check_field(action.place, subject.entity, name, where));
  for (const std::string& name : action.given) PARTITA_TRY(check_field(action.place, subject.entity, name, where));
  PARTITA_TRY(check_no_repetition(action.place, action.set, where, "set"));
  PARTITA_TRY(check_no_repetition(action.place, action.given, where, "given"));
  for (const std::string& name : action.set)
    if (std::find(subject.identity.begin(), subject.identity.end(), name) != subject.identity.end())
      return fault(action.place,
                   fmt::format("{} sets {}, which is in the identity of {} and so never changes: identify the items by "
                               "other fields, or delete the item and create another one",
                               where, name, subject.entity.name));
  return {};
}

Result<void> check_pattern(const Pattern& pattern, const Questions& questions) {
  const std::string where = fmt::format("the pattern \"{}\"", pattern.name);
  std::vector<std::string_view> known;
  for (const Subject& subject : questions.subjects) known.push_back(subject.entity.name);
  const auto check_entity = [&](const Place& place, const std::string& name) -> Result<void> {
    if (questions.subject(name) >= 0) return {};
    return fault(place, fmt::format("{} names the entity '{}', which the file does not describe{}", where, name,
                                    did_you_mean(name, known)));
  };
  for (const std::string& name : pattern.entities) PARTITA_TRY(check_entity(pattern.place, name));
  for (const Action& action : pattern.actions) {
    PARTITA_TRY(check_entity(action.place, action.entity));
    PARTITA_TRY(
        check_action(action, questions.subjects[static_cast<std::size_t>(questions.subject(action.entity))], where));
  }
  PARTITA_TRY(check_no_repetition(pattern.place, pattern.entities, where, "entities"));
  PARTITA_TRY(check_no_repetition(pattern.place, pattern.by, where, "by"));
  PARTITA_TRY(check_no_repetition(pattern.place, pattern.wanted, where, "wanted"));
  if (pattern.limit && (*pattern.limit < 1 || *pattern.limit != std::floor(*pattern.limit)))
    return fault(pattern.place,
                 fmt::format("{} has the limit {:g}; a limit is a whole number from 1 on", where, *pattern.limit));
  if (pattern.entities.empty()) return {};
  const Entity& first = questions.subjects[static_cast<std::size_t>(questions.subject(pattern.entities[0]))].entity;
  for (const std::string& name : pattern.by) PARTITA_TRY(check_key_field(pattern.place, first, name, where));
  for (std::size_t i = 1; i < pattern.entities.size(); ++i)
    for (const std::string& name : pattern.by)
      PARTITA_TRY(check_field(
          pattern.place, questions.subjects[static_cast<std::size_t>(questions.subject(pattern.entities[i]))].entity,
          name, where));
  if (!pattern.range.empty()) PARTITA_TRY(check_key_field(pattern.place, first, pattern.range, where));
  for (const std::string& name : pattern.wanted) PARTITA_TRY(check_field(pattern.place, first, name, where));
  for (const FilterCondition& condition : pattern.filter)
    PARTITA_TRY(check_field(pattern.place, first, condition.field, where));
  return {};
}

// {status: OPEN}. The text of an enumerator is that of its attribute, or its name.
Result<std::vector<When>> read_where(const Node& node, const Pattern& pattern, const Questions& questions) {
  std::vector<When> out;
  const Node* where = present(node, "where");
  if (!where) return out;
  PARTITA_TRY(check_is_map(*where, "where"));
  const std::string name = fmt::format("where of the pattern \"{}\"", pattern.name);
  if (!is_read(pattern.operation) || pattern.entities.size() != 1)
    return fault(where->place, name + ": only a read of one entity can demand values of its items");
  const Entity& entity = questions.subjects[static_cast<std::size_t>(questions.subject(pattern.entities[0]))].entity;
  for (const Member& member : where->members) {
    PARTITA_TRY(check_key_field(member.place, entity, member.name, name));
    const Field& field = *entity.field(member.name);
    if (!member.value.is_scalar())
      return fault(member.place,
                   fmt::format("{} demands several values of {}: ask for each value by a read of its own, or "
                               "keep a field that is the same for all of them",
                               name, field.name));
    PARTITA_TRY_VALUE(text, as_text(member.value, member.name));
    if (std::find(pattern.by.begin(), pattern.by.end(), member.name) != pattern.by.end())
      return fault(member.place,
                   fmt::format("{} demands a value of {}, which each call gives: take it out of by", name, field.name));
    if (field.kind == model::FieldKind::Enum) {
      std::vector<std::string_view> known;
      std::string attribute;
      for (const Enumerator& one : field.enumerators) {
        known.push_back(one.attribute);
        if (one.attribute == text || one.name == text) attribute = one.attribute;
      }
      if (attribute.empty()) PARTITA_TRY(check_known(member.place, "value of " + field.name, text, known));
      text = attribute;
    } else if (field.kind != model::FieldKind::String) {
      return fault(
          member.place,
          fmt::format("{} demands a value of {}, which is neither a string nor an enum: keep it as one of them, as in "
                      "{}: {{enum: [YES, NO]}}",
                      name, field.name, field.name));
    }
    if (text.empty())
      return fault(member.place,
                   fmt::format("{} demands that {} is empty, and no key holds an empty text", name, field.name));
    out.push_back({member.name, text});
  }
  return out;
}

// A price needs frequencies and numbers, so what the file does not say is taken to be something usual.
void assume(Questions& questions) {
  constexpr double kCount = 1e6, kPerSecond = 1, kItems = 10;
  const auto say = [&](std::optional<double>& value, double usual, const std::string& what) {
    if (value) return;
    value = usual;
    questions.notes.push_back(fmt::format("{} is taken to be {:g}, because the file does not say it", what, usual));
  };
  for (Subject& subject : questions.subjects) {
    if (!subject.table.empty()) continue;  // an existing entity is what it was
    say(subject.entity.count, kCount, fmt::format("count of {}", subject.entity.name));
  }
  for (Pattern& pattern : questions.patterns) {
    say(pattern.per_second, kPerSecond, fmt::format("per_second of \"{}\"", pattern.name));
    if (!is_read(pattern.operation)) continue;
    // The whole identity finds one item at most.
    const Subject& first = questions.subjects[static_cast<std::size_t>(questions.subject(pattern.entities[0]))];
    const bool is_one = pattern.entities.size() == 1 &&
                        std::all_of(first.identity.begin(), first.identity.end(), [&](const std::string& field) {
                          return std::find(pattern.by.begin(), pattern.by.end(), field) != pattern.by.end();
                        });
    const bool is_unique =
        pattern.entities.size() == 1 &&
        std::any_of(first.entity.unique.begin(), first.entity.unique.end(),
                    [&](const std::vector<std::string>& together) { return is_subset(together, pattern.by); });
    if (is_unique && !is_one && !pattern.items) pattern.items = 1;
    if (!is_one) {
      say(pattern.items, kItems, fmt::format("items of \"{}\"", pattern.name));
      continue;
    }
    std::vector<std::string> beside;
    for (const std::string& field : pattern.by)
      if (std::find(first.identity.begin(), first.identity.end(), field) == first.identity.end())
        beside.push_back(field);
    for (const When& when : questions.where[static_cast<std::size_t>(&pattern - questions.patterns.data())])
      beside.push_back(when.field);
    if (!beside.empty())
      questions.notes.push_back(fmt::format(
          "\"{}\" gives {} beside the identity of {}, so it needs an index only to compare: if the program compares "
          "after a read by the identity, no index is needed",
          pattern.name, fmt::join(beside, " and "), first.entity.name));
  }
}

Result<Questions> read(const Node& root) {
  PARTITA_TRY(check_members(root, "the questions",
                            {"design", "name", "description", "extend", "tables", "entities", "patterns"}));
  PARTITA_TRY_VALUE(version, needed_text(root, "the questions", "design"));
  if (version != kVersion)
    return fault(root.find("design")->place,
                 fmt::format("the version is '{}', and this Partita reads design: {}", version, kVersion));
  Questions out;
  PARTITA_TRY_VALUE(existing, read_existing(root));
  if (existing && !present(root, "name")) {
    out.name = existing->model().name;
  } else {
    PARTITA_TRY_VALUE(name, needed_text(root, "the questions", "name"));
    out.name = std::move(name);
  }
  PARTITA_TRY_VALUE(description, text_or_empty(root, "description"));
  out.description = std::move(description);
  if (const Node* tables = present(root, "tables")) {
    constexpr std::array<std::string_view, 3> kLayouts = {"one", "several", "any"};
    PARTITA_TRY_VALUE(text, as_text(*tables, "tables"));
    PARTITA_TRY(check_known(tables->place, "tables", text, kLayouts));
    out.layout = static_cast<Layout>(std::find(kLayouts.begin(), kLayouts.end(), text) - kLayouts.begin());
  }
  PARTITA_TRY_VALUE(entities, list_or_empty(root, "entities"));
  std::vector<const Node*> described;  // again, although they exist
  for (const Node& node : entities) {
    if (existing && is_in_existing(*existing, node)) {
      described.push_back(&node);
      continue;
    }
    PARTITA_TRY_VALUE(subject, read_subject(node));
    if (out.subject(subject.entity.name) >= 0)
      return fault(node.place, fmt::format("the entity {} occurs twice", subject.entity.name));
    out.subjects.push_back(std::move(subject));
  }
  if (existing) PARTITA_TRY(add_existing_entities(root, described, existing, out));
  if (out.subjects.empty()) return fault(root.place, "the questions have no entities: list them under entities");
  PARTITA_TRY_VALUE(patterns, list_or_empty(root, "patterns"));
  for (const Node& node : patterns) {
    PARTITA_TRY_VALUE(pattern, own::read_pattern(plain_pattern(node)));
    for (const Pattern& before : out.patterns)
      if (before.name == pattern.name)
        return fault(node.place, fmt::format("two patterns are called \"{}\"", pattern.name));
    PARTITA_TRY(check_leaves_the_choice(node, pattern, existing != nullptr));
    PARTITA_TRY(check_pattern(pattern, out));
    PARTITA_TRY(check_rate(node, pattern));
    PARTITA_TRY_VALUE(where, read_where(node, pattern, out));
    PARTITA_TRY_VALUE(with, read_companions(node, out, pattern));
    PARTITA_TRY_VALUE(requests, read_requests(node, pattern, with.size()));
    out.where.push_back(std::move(where));
    out.with.push_back(std::move(with));
    out.requests.push_back(requests);
    out.patterns.push_back(std::move(pattern));
  }
  if (out.patterns.empty() && described.empty())
    return fault(root.place, "the questions have no access patterns: list them under patterns");
  assume(out);
  if (existing) PARTITA_TRY(add_existing_patterns(out));
  out.advice = advice_on_keys(out);
  return out;
}

}  // namespace

int Questions::subject(std::string_view name_of_entity) const {
  for (std::size_t i = 0; i < subjects.size(); ++i)
    if (subjects[i].entity.name == name_of_entity) return static_cast<int>(i);
  return -1;
}

Result<Questions> read_questions_text(std::string text, const std::string& name) {
  PARTITA_TRY_VALUE(tree, templates::read_text(text, name));
  return read(tree);
}

Result<Questions> read_questions(const std::string& path) {
  PARTITA_TRY_VALUE(text, templates::read_bytes(path));
  return read_questions_text(std::move(text), path);
}

}  // namespace partita::modelling::design
