#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/contains.h"
#include "documents/read_file.h"
#include "modelling/core/filter_comparisons.h"
#include "modelling/core/nearest.h"
#include "modelling/design/keys/key_advice.h"
#include "modelling/design/questions/check_condition.h"
#include "modelling/design/questions/check_fields.h"
#include "modelling/design/questions/extend_questions.h"
#include "modelling/design/questions/fields.h"
#include "modelling/design/questions/questions.h"
#include "modelling/design/questions/read_companions.h"
#include "modelling/design/questions/read_where.h"
#include "modelling/design/read/check_writes.h"
#include "modelling/read/own/own_format.h"

namespace partita::modelling::design {
namespace {

constexpr std::string_view kVersion = "1";

// A number that no service reaches is a slip of the pen, and its price would be too large for a double to tell the
// cents.
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

Result<void> read_identity(const Node& list, const Node& entity, Subject& out) {
  PARTITA_TRY_VALUE(identity, own::names_or_none(entity, "identity"));
  const std::string& name = out.entity.name;
  Faults faults;
  if (identity.empty())
    return fault(list.place, fmt::format("the entity {} has no identity: name the fields that tell one of its items "
                                         "from the others",
                                         name));
  for (std::size_t i = 0; i < identity.size(); ++i) {
    const auto begin = identity.begin(), here = begin + static_cast<std::ptrdiff_t>(i);
    if (!faults.accept(check_key_field(list.place, out.entity, *here, "the identity of " + name))) continue;
    if (std::find(begin, here, *here) != here) {
      faults.accept(Result<void>(fault(list.place, fmt::format("the identity of {} names {} twice", name, *here))));
      continue;
    }
    out.identity.push_back(*here);
    if (out.entity.field(*here)->optional)
      faults.accept(Result<void>(
          fault(list.place,
                fmt::format("{} is in the identity of {}, so no item may lack it: take its '?' away", *here, name))));
  }
  return faults.result();
}

// The fields that the entity's members name.
void check_roles(const Entity& entity, Faults& faults) {
  const auto check = [&](const std::string& field, std::string_view member) {
    if (!field.empty())
      faults.accept(check_field(entity.place, entity, field, fmt::format("{} of the entity {}", member, entity.name)));
  };
  check(entity.version, "version");
  check(entity.ttl, "ttl");
  check(entity.created_at, "created_at");
  check(entity.updated_at, "updated_at");
  for (const std::vector<std::string>& together : entity.unique)
    for (const std::string& field : together) check(field, "unique");
  for (const Computed& computed : entity.computed) {
    check(computed.field, "computed");
    for (const std::string& field : computed.from) check(field, "computed");
  }
}

// Reads an entity, and adds all faults of its description. Returns false if its fields are not known, so that patterns
// that name them cannot be judged.
bool read_subject(const Node& node, Subject& out, Faults& faults) {
  const Node* key = present(node, "key") ? present(node, "key") : present(node, "keys");
  auto members =
      check_members(node, "an entity",
                    {"name", "description", "aliases", "fields", "identity", "version", "ttl", "unique", "created_at",
                     "updated_at", "computed", "lossy_key", "count", "size_bytes", "samples", "key", "keys"});
  if (key)
    faults.accept(Result<void>(
        fault(key->place,
              "a question has no keys, because finding them is the task: give identity, the fields that tell an item "
              "from the others, and leave the keys out")));
  if (!node.is_map()) {
    faults.accept(members);
    return false;
  }
  const auto facts = own::read_entity_facts(node, out.entity);
  faults.accept_parts(node, members, facts);
  if (!facts && out.entity.fields.empty()) return false;
  faults.accept(check_count(node, out.entity));
  const std::string what = fmt::format("the entity {}", out.entity.name);
  for (const Field& field : out.entity.fields)
    if (field.name.empty())
      faults.accept(Result<void>(fault(field.place, fmt::format("a field of {} has no name: give it one", what))));
  const auto list = needed(node, what, "identity");
  // Whoever gives the keys has no identity yet.
  if (!key) faults.accept_parts(node, members, list);
  if (list) faults.accept(read_identity(**list, node, out));
  check_roles(out.entity, faults);
  return true;
}

Result<void> check_no_repetition(const Place& place, const std::vector<std::string>& names, const std::string& where,
                                 std::string_view member) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      return fault(place, fmt::format("{} names {} twice in {}", where, names[i], member));
  return {};
}

// Refuses members of a pattern that need a model with keys.
void check_leaves_the_choice(const Node& node, const Pattern& pattern, bool extends, Faults& faults) {
  for (const std::string_view name : {"table", "index", "buckets", "plan"})
    // Entities of several existing tables may have one name.
    if (const Node* member = present(node, name); member && !(extends && name == "table"))
      faults.accept(Result<void>(
          fault(member->place, fmt::format("the pattern \"{}\" has {}, which is for the design to choose: leave it out",
                                           pattern.name, name))));
  for (const Action& action : pattern.actions)
    if (!extends && !action.table.empty())
      faults.accept(Result<void>(
          fault(action.place, fmt::format("an action of the pattern \"{}\" has table, which is for the design to "
                                          "choose: leave it out",
                                          pattern.name))));
}

void check_action(const Action& action, const Subject& subject, const std::string& where, Faults& faults) {
  for (const auto* names : {&action.set, &action.given})
    for (const std::string& name : *names) faults.accept(check_field(action.place, subject.entity, name, where));
  // The library changes the version and the time of the last change by itself.
  if (action.kind == Action::Kind::Update && action.set.empty() && subject.entity.version.empty() &&
      subject.entity.updated_at.empty())
    faults.accept(Result<void>(
        fault(action.place, fmt::format("{} updates {} and sets nothing: name the fields that it changes (set)", where,
                                        subject.entity.name))));
  faults.accept(check_no_repetition(action.place, action.set, where, "set"));
  faults.accept(check_no_repetition(action.place, action.given, where, "given"));
  faults.accept(check_condition(action.place, action.condition, subject.entity, where));
  for (const std::string& name : action.set)
    if (contains(subject.identity, name))
      faults.accept(Result<void>(fault(
          action.place,
          fmt::format("{} sets {}, which is in the identity of {} and so never changes: identify the items by other "
                      "fields, or delete the item and create another one",
                      where, name, subject.entity.name))));
}

// Whether the file describes all entities that the pattern names. Each one that it does not is a fault, unless its
// description has faults of its own.
bool check_entities(const Pattern& pattern, const Questions& questions, const Fields& broken, Faults& faults) {
  std::vector<std::string_view> known(broken.begin(), broken.end());
  std::erase(known, "");
  for (const Subject& subject : questions.subjects) known.push_back(subject.entity.name);
  bool all = true;
  const auto check = [&](const Place& place, const std::string& name) {
    if (questions.subject(name) != kNone) return;
    all = false;
    if (contains(broken, name)) return;
    faults.accept(Result<void>(
        fault(place, fmt::format("the pattern \"{}\" names the entity '{}', which the file does not describe{}",
                                 pattern.name, name, did_you_mean(name, known)))));
  };
  for (const std::string& name : pattern.entities) check(pattern.place, name);
  for (const Action& action : pattern.actions) check(action.place, action.entity);
  return all;
}

// Requires: check_entities().
void check_pattern(const Pattern& pattern, const Questions& questions, Faults& faults) {
  const std::string where = fmt::format("the pattern \"{}\"", pattern.name);
  for (const Action& action : pattern.actions)
    check_action(action, at(questions, questions.subject(action.entity)), where, faults);
  faults.accept(check_no_repetition(pattern.place, pattern.entities, where, "entities"));
  faults.accept(check_no_repetition(pattern.place, pattern.by, where, "by"));
  faults.accept(check_no_repetition(pattern.place, pattern.wanted, where, "wanted"));
  if (pattern.limit && (*pattern.limit < 1 || *pattern.limit != std::floor(*pattern.limit)))
    faults.accept(
        Result<void>(fault(pattern.place, fmt::format("{} has the limit {:g}; a limit is a whole number from 1 on",
                                                      where, *pattern.limit))));
  if (pattern.entities.empty()) return;
  const Entity& first = at(questions, questions.subject(pattern.entities[0])).entity;
  for (const std::string& name : pattern.by) faults.accept(check_key_field(pattern.place, first, name, where));
  for (std::size_t i = 1; i < pattern.entities.size(); ++i)
    for (const std::string& name : pattern.by)
      faults.accept(
          check_field(pattern.place, at(questions, questions.subject(pattern.entities[i])).entity, name, where));
  if (!pattern.range.empty()) faults.accept(check_key_field(pattern.place, first, pattern.range, where));
  for (const std::string& name : pattern.wanted) faults.accept(check_field(pattern.place, first, name, where));
  for (const FilterCondition& condition : pattern.filter) {
    faults.accept(check_field(pattern.place, first, condition.field, where));
    if (!is_filter_comparison(condition.comparison))
      faults.accept(Result<void>(fault(
          pattern.place,
          fmt::format("{} has a filter that compares {} by '{}', and there is no such comparison{}", where,
                      condition.field, condition.comparison, did_you_mean(condition.comparison, kFilterComparisons)))));
  }
  for (const auto& [name, distribution] : pattern.values)
    faults.accept(check_field(pattern.place, first, name, "values of " + where));
}

// A price needs frequencies and numbers, so usual ones are assumed if the file does not say them.
void assume(Questions& questions) {
  constexpr double kCount = 1e6, kPerSecond = 1, kItems = 10;
  const auto say = [&](std::optional<double>& value, double usual, const std::string& what) {
    if (value) return;
    value = usual;
    questions.notes.push_back(fmt::format("{} is taken to be {:g}, because the file does not say it", what, usual));
  };
  for (Subject& subject : questions.subjects) {
    if (!subject.table.empty()) continue;  // an existing entity gets no assumptions
    say(subject.entity.count, kCount, fmt::format("count of {}", subject.entity.name));
  }
  for (Pattern& pattern : questions.patterns) {
    say(pattern.per_second, kPerSecond, fmt::format("per_second of \"{}\"", pattern.name));
    if (!is_read(pattern.operation)) continue;
    // A read by all fields of the identity finds one item at most.
    const Subject& first = at(questions.subjects, questions.subject(pattern.entities[0]));
    const bool is_one = pattern.entities.size() == 1 &&
                        std::all_of(first.identity.begin(), first.identity.end(),
                                    [&](const std::string& field) { return base::contains(pattern.by, field); });
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
      if (!base::contains(first.identity, field)) beside.push_back(field);
    for (const When& when :
         at(questions.where, PatternPosition(static_cast<std::size_t>(&pattern - questions.patterns.data()))))
      beside.push_back(when.field);
    if (!beside.empty())
      questions.notes.push_back(fmt::format(
          "\"{}\" gives {} beside the identity of {}, so it needs an index only to compare: if the program compares "
          "after a read by the identity, no index is needed",
          pattern.name, fmt::join(beside, " and "), first.entity.name));
  }
}

Result<void> read_layout(const Node& root, Questions& out) {
  const Node* tables = present(root, "tables");
  if (!tables) return {};
  constexpr std::array<std::string_view, 3> kLayouts = {"one", "several", "any"};
  PARTITA_TRY_VALUE(text, as_text(*tables, "tables"));
  PARTITA_TRY(check_known(tables->place, "tables", text, kLayouts));
  out.layout = static_cast<Layout>(std::find(kLayouts.begin(), kLayouts.end(), text) - kLayouts.begin());
  return {};
}

// The entities whose descriptions have faults. The fields of those in `unknown` are not known, so that they do not
// become subjects.
struct Broken {
  Fields unknown = {};
  Fields others = {};
};

Broken read_entities(const Node& root, const Existing* existing, Questions& out, std::vector<const Node*>& described,
                     Faults& faults) {
  Broken broken;
  const auto entities = list_or_empty(root, "entities");
  if (!faults.accept(entities)) return {{""}, {}};
  for (const Node& node : *entities) {
    if (existing && is_in_existing(*existing, node)) {
      described.push_back(&node);
      continue;
    }
    Subject subject;
    Faults own;
    const bool is_known = read_subject(node, subject, own);
    const auto sound = own.result();
    faults.accept(sound);
    const Node* given = node.find("name");
    const std::string name = given && given->is_scalar() ? given->text : std::string();
    if (!name.empty() && (out.subject(name) != kNone || contains(broken.unknown, name))) {
      faults.accept(Result<void>(fault(node.place, fmt::format("the entity {} occurs twice", name))));
      broken.others.push_back(name);
    } else if (!is_known || name.empty()) {
      broken.unknown.push_back(name);
    } else {
      if (!sound) broken.others.push_back(name);
      out.subjects.push_back(std::move(subject));
    }
  }
  return broken;
}

// Checks the entities that fields refer to, and the fields that they copy.
void check_references(const Questions& questions, const Existing* existing, const Fields& broken, Faults& faults) {
  const auto entity_of = [&](const std::string& name) -> const Entity* {
    if (const SubjectPosition subject = questions.subject(name); subject != kNone)
      return &at(questions, subject).entity;
    const Table* table = existing ? existing->model().table_of(name) : nullptr;
    return table ? table->entity(name) : nullptr;
  };
  std::vector<std::string_view> known(broken.begin(), broken.end());
  std::erase(known, "");
  for (const Subject& subject : questions.subjects) known.push_back(subject.entity.name);
  for (const Subject& subject : questions.subjects) {
    if (!subject.table.empty()) continue;
    for (const Field& field : subject.entity.fields) {
      const std::string what = fmt::format("the field {} of {}", field.name, subject.entity.name);
      const Place& place = field.place.line > 0 ? field.place : subject.entity.place;
      if (!field.references.empty() && !entity_of(field.references) && !contains(broken, field.references))
        faults.accept(
            Result<void>(fault(place, fmt::format("{} references the entity '{}', which the file does not "
                                                  "describe{}",
                                                  what, field.references, did_you_mean(field.references, known)))));
      const std::size_t dot = field.copy_of.find('.');
      if (field.copy_of.empty() || contains(broken, field.copy_of.substr(0, dot))) continue;
      const Entity* source = dot == std::string::npos ? nullptr : entity_of(field.copy_of.substr(0, dot));
      if (!source || !source->field(field.copy_of.substr(dot + 1)))
        faults.accept(Result<void>(
            fault(place, fmt::format("{} is a copy_of {}, which is not a field of an entity: write it as ENTITY.FIELD",
                                     what, field.copy_of))));
    }
  }
}

// Whether `with` names an entity whose fields are not known, or a field that may refer to one.
bool may_want_of(const Node& pattern, const Questions& questions, const Fields& unknown) {
  const auto heads = heads_of_with(pattern);
  return heads && !unknown.empty() && std::any_of(heads->begin(), heads->end(), [&](const std::string& head) {
           return questions.subject(head) == kNone;
         });
}

// Returns whether the pattern was added without a fault.
bool read_pattern_of(const Node& node, bool extends, const Fields& unknown, Questions& out, Faults& all) {
  Faults faults;
  auto pattern = own::read_pattern(plain_pattern(node));
  if (!all.accept(pattern)) return false;
  for (const Pattern& before : out.patterns)
    if (before.name == pattern->name)
      faults.accept(Result<void>(fault(node.place, fmt::format("two patterns are called \"{}\"", pattern->name))));
  check_leaves_the_choice(node, *pattern, extends, faults);
  faults.accept(check_rate(node, *pattern));
  if (!check_entities(*pattern, out, unknown, faults)) {
    all.accept(faults.result());
    return false;
  }
  check_pattern(*pattern, out, faults);
  auto where = read_where(node, *pattern, out);
  auto with = may_want_of(node, out, unknown) ? Result<std::vector<Companion>>(std::vector<Companion>())
                                              : read_companions(node, out, *pattern);
  const auto requests = read_requests(node, *pattern, with ? with->size() : 1);
  out.where.push_back(faults.accept(where) ? std::move(*where) : std::vector<When>());
  out.with.push_back(faults.accept(with) ? std::move(*with) : std::vector<Companion>());
  out.requests.push_back(faults.accept(requests) ? *requests : 1);
  out.patterns.push_back(std::move(*pattern));
  const auto result = faults.result();
  all.accept(result);
  return result.has_value();
}

// Adds the refusals by the proof and lint of entities and writes that have no fault of their own, so that all faults
// are told in the same run.
void add_mistakes_of_writes(Questions questions, const Broken& broken, const std::vector<bool>& sound, Faults& faults) {
  Fields left_out = joined(broken.unknown, broken.others);
  std::erase(left_out, "");  // without a name
  const auto is_of_left_out = [&](const Field& field) {
    return contains(left_out, field.references) || contains(left_out, field.copy_of.substr(0, field.copy_of.find('.')));
  };
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < questions.subjects.size();) {
      const Subject& one = questions.subjects[i];
      const bool stays = !contains(left_out, one.entity.name) && !one.identity.empty() &&
                         std::none_of(one.entity.fields.begin(), one.entity.fields.end(), is_of_left_out);
      if (stays) {
        ++i;
        continue;
      }
      left_out.push_back(one.entity.name);
      questions.subjects.erase(questions.subjects.begin() + static_cast<std::ptrdiff_t>(i));
      grew = true;
    }
  }
  for (std::size_t i = questions.patterns.size(); i-- > 0;) {
    const Pattern& pattern = questions.patterns[i];
    const auto is_left = [&](const std::string& entity) { return questions.subject(entity) == kNone; };
    if (sound[i] && std::none_of(pattern.entities.begin(), pattern.entities.end(), is_left) &&
        std::none_of(pattern.actions.begin(), pattern.actions.end(),
                     [&](const Action& action) { return is_left(action.entity); }))
      continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    questions.patterns.erase(questions.patterns.begin() + at);
    questions.where.erase(questions.where.begin() + at);
  }
  questions.with.clear();
  questions.requests.clear();
  if (const auto checked = check_writes(questions); !checked) faults.add(checked.error());
}

Result<Questions> read(const Node& root) {
  Faults faults;
  faults.accept(check_members(root, "the file of questions",
                              {"design", "name", "description", "extend", "tables", "entities", "patterns"}));
  // Without a known version, the members cannot be judged.
  if (!root.is_map()) return unexpected(faults.result().error());
  if (!present(root, "design") && present(root, "format"))
    return fault(root.place,
                 "this is a model, and questions are wanted: a file with design: 1 may name this one in its extend:");
  PARTITA_TRY_VALUE(version, needed_text(root, "the file of questions", "design"));
  if (version != kVersion)
    return fault(root.find("design")->place,
                 fmt::format("the version is '{}', and this Partita reads design: {}", version, kVersion));
  Questions out;
  PARTITA_TRY_VALUE(existing, read_existing(root));
  if (existing && !present(root, "name"))
    out.name = existing->model().name;
  else if (auto name = needed_text(root, "the file of questions", "name"); faults.accept(name))
    out.name = std::move(*name);
  if (auto description = text_or_empty(root, "description"); faults.accept(description))
    out.description = std::move(*description);
  faults.accept(read_layout(root, out));
  std::vector<const Node*> described;  // again, although they exist
  const Broken broken = read_entities(root, existing.get(), out, described, faults);
  // A pattern of an existing entity can be read only if all questions are free of faults.
  if (existing) PARTITA_TRY(faults.result());
  if (existing) PARTITA_TRY(add_existing_entities(root, described, existing, out));
  check_references(out, existing.get(), broken.unknown, faults);
  std::vector<bool> sound;  // of each pattern
  const auto patterns = list_or_empty(root, "patterns");
  if (faults.accept(patterns))
    for (const Node& node : *patterns) {
      const bool is_sound = read_pattern_of(node, existing != nullptr, broken.unknown, out, faults);
      if (sound.size() < out.patterns.size()) sound.push_back(is_sound);
    }
  if (out.subjects.empty() && broken.unknown.empty())
    faults.accept(Result<void>(fault(root.place, "the questions have no entities: list them under entities")));
  if (patterns && patterns->empty() && described.empty())
    faults.accept(Result<void>(fault(root.place, "the questions have no access patterns: list them under patterns")));
  if (!faults.result() && !existing) add_mistakes_of_writes(out, broken, sound, faults);
  PARTITA_TRY(faults.result());
  assume(out);
  if (existing) PARTITA_TRY(add_existing_patterns(out));
  out.advice = advice_on_keys(out);
  return out;
}

}  // namespace

SubjectPosition Questions::subject(std::string_view name_of_entity) const {
  for (const SubjectPosition i : positions_of(subjects))
    if (at(subjects, i).entity.name == name_of_entity) return i;
  return kNone;
}

Result<Questions> read_questions_text(std::string text, const std::string& name) {
  PARTITA_TRY_VALUE(tree, documents::read_text(text, name));
  return read(tree);
}

Result<Questions> read_questions(const std::string& path) {
  PARTITA_TRY_VALUE(text, documents::read_bytes(path));
  return read_questions_text(std::move(text), path);
}

}  // namespace partita::modelling::design
