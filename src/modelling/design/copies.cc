#include "modelling/design/copies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/cost/field_sizes.h"
#include "modelling/design/fields.h"
#include "modelling/lint/names.h"

namespace partita::modelling::design {
namespace {

std::string capital(std::string word) {
  word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

bool has_underscores(const Entity& entity) {
  return std::any_of(entity.fields.begin(), entity.fields.end(),
                     [](const Field& field) { return field.name.find('_') != std::string::npos; });
}

// Whether the write changes a field of the entity. A put may replace an item, and so change all of them.
bool changes(const Entity& entity, const Action& action, const std::string& field) {
  if (action.entity != entity.name) return false;
  if (action.kind == Action::Kind::Put) return true;
  if (action.kind != Action::Kind::Update) return false;
  if (contains(action.set, field) || field == entity.version || field == entity.updated_at) return true;
  return std::any_of(entity.computed.begin(), entity.computed.end(), [&](const Computed& computed) {
    return computed.field == field && std::any_of(computed.from.begin(), computed.from.end(),
                                                  [&](const std::string& from) { return contains(action.set, from); });
  });
}

bool makes(const Action& action, const std::string& entity) {
  return action.entity == entity && (action.kind == Action::Kind::Create || action.kind == Action::Kind::Put);
}

Pattern* pattern_called(Questions& questions, const std::string& name) {
  const auto found = std::find_if(questions.patterns.begin(), questions.patterns.end(),
                                  [&](const Pattern& one) { return one.name == name; });
  return found == questions.patterns.end() ? nullptr : &*found;
}

class CopyMaker {
 public:
  CopyMaker(const Questions& asked, int read, const Companion& companion, Questions& out)
      : asked_(asked),
        entity_(at(asked, asked.subject(at(asked.patterns, read).entities[0]))),
        other_(at(asked, asked.subject(companion.entity))),
        companion_(companion),
        out_(out) {
    for (const std::string& field : companion.fields) copies_.push_back(add_field(field));
    Pattern& wanting = out.patterns[static_cast<std::size_t>(read)];
    if (!wanting.wanted.empty())
      for (const std::string& copy : copies_)
        if (!contains(wanting.wanted, copy)) wanting.wanted.push_back(copy);
    for (const ChangingWrite& write : writes_that_change(asked, companion)) follow(write);
    for (const Pattern& pattern : asked.patterns) learn_before(pattern);
  }

 private:
  std::string add_field(const std::string& name) {
    Entity& entity = out_.subjects[static_cast<std::size_t>(out_.subject(entity_.entity.name))].entity;
    const Field& source = *other_.entity.field(name);
    const std::string copy = name_of_copy(entity_.entity, companion_, name);
    if (entity.field(copy)) return copy;
    Field field = source;
    field.name = field.attribute = copy;
    field.copy_of = other_.entity.name + "." + name;
    field.references.clear();
    field.description.clear();
    field.stored = true;
    for (const std::string& by : companion_.by)
      if (entity_.entity.field(by)->optional) {
        field.optional = true;
        field.present = entity_.entity.field(by)->present;
      }
    field.place = entity.place;
    if (entity.size_bytes)
      *entity.size_bytes += (static_cast<double>(copy.size()) + size_of_field(other_.entity, source).value_bytes) *
                            share_with_field(entity, field).value_or(1);
    entity.fields.push_back(std::move(field));
    return copy;
  }

  // A write that changes the source is followed by a read of the items that have the copy, and an update of each.
  void follow(const ChangingWrite& write) {
    const double items = items_of_one(asked_, entity_.entity, companion_);
    const std::string update = fmt::format("{}: copy into each {}", write.pattern->name, entity_.entity.name);
    if (Pattern* there = pattern_called(out_, update)) {
      for (const std::string& copy : copies_)
        if (!contains(there->actions[0].set, copy)) there->actions[0].set.push_back(copy);
      return;
    }
    if (!is_subset(entity_.identity, companion_.by)) {
      Fields wanted = entity_.identity;
      if (!entity_.entity.version.empty()) wanted.push_back(entity_.entity.version);
      add({.name = fmt::format("{}: find each {}", write.pattern->name, entity_.entity.name),
           .entities = {entity_.entity.name},
           .by = companion_.by,
           .wanted = wanted,
           .per_second = write.per_second,
           .items = items,
           .place = write.pattern->place});
    }
    add({.name = update,
         .operation = Operation::Update,
         .actions = {{.kind = Action::Kind::Update,
                      .entity = entity_.entity.name,
                      .set = copies_,
                      .place = write.pattern->place}},
         .per_second = write.per_second * items,
         .place = write.pattern->place});
  }

  // Whoever makes an item must know what the copy repeats. A write of both entities knows it.
  void learn_before(const Pattern& pattern) {
    const bool is_made = std::any_of(pattern.actions.begin(), pattern.actions.end(),
                                     [&](const Action& one) { return makes(one, entity_.entity.name); });
    const bool is_known = other_.entity.name != entity_.entity.name &&
                          std::any_of(pattern.actions.begin(), pattern.actions.end(),
                                      [&](const Action& one) { return makes(one, other_.entity.name); });
    const std::string name = fmt::format("{}: the {}", pattern.name, companion_.label);
    if (!is_made || is_known || asked_.is_existing(pattern) || pattern_called(out_, name)) return;
    add({.name = name,
         .entities = {other_.entity.name},
         .by = other_.identity,
         .per_second = pattern.per_second,
         .place = pattern.place});
  }

  void add(Pattern pattern) {
    out_.patterns.push_back(std::move(pattern));
    out_.where.resize(out_.patterns.size());
  }

  const Questions& asked_;
  const Subject& entity_;
  const Subject& other_;
  const Companion& companion_;
  Questions& out_;
  Fields copies_;
};

}  // namespace

std::string name_of_copy(const Entity& entity, const Companion& companion, const std::string& field) {
  const std::vector<std::string> words = lint::words_of(companion.label);
  std::string out;
  if (has_underscores(entity)) {
    out = fmt::format("{}_{}", fmt::join(words, "_"), field);
  } else {
    for (const std::string& word : words) out += out.empty() ? word : capital(word);
    out += capital(field);
  }
  const auto is_taken = [&](const Field& one) { return one.name == out || one.attribute == out; };
  while (std::any_of(entity.fields.begin(), entity.fields.end(), is_taken)) out += "Copy";
  return out;
}

std::vector<ChangingWrite> writes_that_change(const Questions& questions, const Companion& companion) {
  const Entity& other = at(questions, questions.subject(companion.entity)).entity;
  std::vector<ChangingWrite> out;
  for (const Pattern& pattern : questions.patterns) {
    double items = 0;
    for (const Action& action : pattern.actions)
      if (std::any_of(companion.fields.begin(), companion.fields.end(),
                      [&](const std::string& field) { return changes(other, action, field); }))
        items += action.items;
    if (items > 0) out.push_back({&pattern, items * pattern.per_second.value_or(1)});
  }
  return out;
}

double items_of_one(const Questions& questions, const Entity& entity, const Companion& companion) {
  const Entity& other = at(questions, questions.subject(companion.entity)).entity;
  double of_one = entity.count.value_or(1) / std::max(1.0, other.count.value_or(1));
  if (companion.by.size() == 1)
    if (const auto distinct = entity.field(companion.by[0])->distinct)
      of_one = entity.count.value_or(1) / std::max(1.0, *distinct);
  return of_one;
}

void add_copies(const Questions& asked, int read, const Companion& companion, Questions& out) {
  CopyMaker(asked, read, companion, out);
}

}  // namespace partita::modelling::design
