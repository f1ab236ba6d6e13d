// The patterns that keep a copy true, which the questions get for each copy
// 1. The holder gets a field with the kind of the source, optional if its reference is, and the read wants this field.
// 2. A write that changes the source finds the holders of the item, if their identity is not known, and changes them:
//    in its own transaction if a source has few holders, or by an update of each holder that follows.
// 3. A write that lets an item refer to another source sets the copies too.
// 4. A write that makes an item, or changes its reference, reads the source before.
// 5. prove_with_copies() lets the library keep each copy, as far as the proof accepts it, and the program keep the
//    others.
#include "modelling/design/questions/copies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/cost/field_sizes.h"
#include "modelling/design/questions/fields.h"
#include "modelling/lint/copies.h"
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

// customerName, or customer_name if the entity writes its fields so.
std::string usual_name(const Entity& entity, const std::string& label, const std::string& field) {
  const std::vector<std::string> words = lint::words_of(label);
  if (has_underscores(entity)) return fmt::format("{}_{}", fmt::join(words, "_"), field);
  std::string out;
  for (const std::string& word : words) out += out.empty() ? word : capital(word);
  return out + capital(field);
}

bool makes(const Action& action, const std::string& entity) {
  return action.entity == entity && (action.kind == Action::Kind::Create || action.kind == Action::Kind::Put);
}

// Whether the action makes the items refer to another item.
bool refers_anew(const Action& action, const std::string& entity, const Fields& by) {
  return action.entity == entity && action.kind == Action::Kind::Update &&
         std::any_of(by.begin(), by.end(), [&](const std::string& field) { return contains(action.set, field); });
}

// Whether the model would take another field than `by` for the reference (references_of_copy) if it does not say which.
bool another_field_refers(const Entity& holder, const std::string& by, const std::string& source) {
  return std::any_of(holder.fields.begin(), holder.fields.end(),
                     [&](const Field& field) { return field.references == source && field.name != by; });
}

}  // namespace

CopyNames::CopyNames(const Questions& questions) {
  std::map<std::string, Fields> taken;
  for (const Subject& subject : questions.subjects)
    for (const Field& field : subject.entity.fields)
      for (const std::string& name : {field.name, field.attribute}) taken[subject.entity.name].push_back(name);
  for (std::size_t i = 0; i < questions.with.size(); ++i)
    for (const Companion& companion : questions.with[i]) {
      const Entity& entity = at(questions, questions.subject(questions.patterns[i].entities[0])).entity;
      for (const std::string& field : companion.fields) {
        std::string& name = names_[{entity.name, companion.entity, joined(companion.by), field}];
        if (!name.empty()) continue;
        name = usual_name(entity, companion.label, field);
        while (contains(taken[entity.name], name)) name += "Copy";
        taken[entity.name].push_back(name);
      }
    }
}

const std::string& CopyNames::name_of(const std::string& entity, const Companion& companion,
                                      const std::string& field) const {
  return names_.at({entity, companion.entity, joined(companion.by), field});
}

bool changes_always(const Entity& entity, const std::string& field) {
  return field == entity.version || field == entity.updated_at;
}

std::vector<ChangingWrite> writes_that_change(const Questions& questions, const Companion& companion) {
  const Entity& other = at(questions, questions.subject(companion.entity)).entity;
  std::vector<ChangingWrite> out;
  for (const auto i : positions_of(questions.patterns)) {
    const Pattern& pattern = at(questions.patterns, i);
    double items = 0;
    for (const Action& action : pattern.actions)
      if (std::any_of(companion.fields.begin(), companion.fields.end(),
                      [&](const std::string& field) { return lint::changes(action, other, field); }))
        items += action.items;
    if (items > 0) out.push_back({i, items * pattern.per_second.value_or(1)});
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

std::shared_ptr<const Proof> prove_with_copies(const Questions& questions, std::shared_ptr<const Model>& model,
                                               std::vector<std::string>& left) {
  auto kept = questions.kept;
  while (!kept.empty()) {
    auto with = std::make_shared<Model>(*model);
    for (Table& table : with->tables)
      for (Entity& entity : table.entities)
        for (Field& field : entity.fields)
          if (const auto found = kept.find({entity.name, field.name}); found != kept.end()) field.kept = found->second;
    auto proof = prove(with);
    const auto& refusals = proof->refusals();
    const auto refused =
        std::find_if(refusals.begin(), refusals.end(), [](const Refusal& one) { return !one.copy.empty(); });
    if (refused == refusals.end()) {
      model = std::move(with);
      return proof;
    }
    left.push_back(
        fmt::format("The library does not keep the copy {} of {}, so the calls of the program must write it wherever "
                    "its source changes: {}.",
                    refused->copy, refused->entity, refused->particulars));
    kept.erase({refused->entity, refused->copy});
  }
  return prove(model);
}

PatternPosition add_pattern(Questions& questions, Pattern pattern) {
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(questions.patterns.begin(), questions.patterns.end(),
                       [&](const Pattern& one) { return one.name == name; });
  };
  const std::string wanted = pattern.name;
  for (int number = 2; is_taken(pattern.name); ++number) pattern.name = fmt::format("{} {}", wanted, number);
  questions.patterns.push_back(std::move(pattern));
  questions.where.resize(questions.patterns.size());
  return PatternPosition(questions.patterns.size() - 1);
}

void CopyWriter::add(PatternPosition read, const Companion& companion) {
  Pattern& wanting = at(out_.patterns, read);
  const Subject& subject = at(asked_, asked_.subject(wanting.entities[0]));
  Fields copies;
  for (const std::string& field : companion.fields) copies.push_back(add_field(subject, companion, field));
  if (!wanting.wanted.empty())
    for (const std::string& copy : copies)
      if (!contains(wanting.wanted, copy)) wanting.wanted.push_back(copy);
  for (const ChangingWrite& write : writes_that_change(asked_, companion)) follow(write, subject, companion, copies);
  for (const auto write : positions_of(asked_.patterns)) {
    refer_anew(write, subject, companion, copies);
    learn_before(write, subject, companion);
  }
}

void CopyWriter::follow_existing(const Subject& subject, const Companion& companion, const Fields& copies) {
  for (const ChangingWrite& write : writes_that_change(asked_, companion))
    if (!asked_.is_existing(at(asked_.patterns, write.pattern))) follow(write, subject, companion, copies);
  for (const auto write : positions_of(asked_.patterns)) {
    if (asked_.is_existing(at(asked_.patterns, write))) continue;
    refer_anew(write, subject, companion, copies);
    learn_before(write, subject, companion);
  }
}

CopyKept CopyWriter::kept(const Entity& entity, const Companion& companion) const {
  if (!at(asked_, asked_.subject(entity.name)).table.empty())
    for (const Field& field : entity.fields)
      for (const std::string& source : companion.fields)
        if (field.copy_of == companion.entity + "." + source) return field.kept;
  for (const Pattern& pattern : asked_.patterns)
    for (const Action& action : pattern.actions)
      if (pattern.operation == PatternOperation::BatchWrite && action.kind != Action::Kind::Delete &&
          (action.entity == entity.name || action.entity == companion.entity))
        return CopyKept::Patterns;
  return items_of_one(asked_, entity, companion) <= kFewHolders ? CopyKept::Transaction : CopyKept::Followed;
}

std::string CopyWriter::add_field(const Subject& subject, const Companion& companion, const std::string& name) {
  Entity& entity = at(out_.subjects, out_.subject(subject.entity.name)).entity;
  const Entity& other = at(asked_, asked_.subject(companion.entity)).entity;
  const Field& source = *other.field(name);
  const std::string& copy = names_.name_of(entity.name, companion, name);
  if (entity.field(copy)) return copy;
  Field field = source;
  field.name = field.attribute = copy;
  field.copy_of = other.name + "." + name;
  out_.kept[{entity.name, copy}] = kept(subject.entity, companion);
  const Fields& identity = at(asked_, asked_.subject(companion.entity)).identity;
  for (std::size_t i = 0; i < companion.by.size() && i < identity.size(); ++i)
    if (companion.by[i] != identity[i] || another_field_refers(entity, companion.by[i], other.name))
      field.copy_by.emplace_back(companion.by[i], identity[i]);
  field.references.clear();
  field.description.clear();
  field.stored = true;
  for (const std::string& by : companion.by)
    if (subject.entity.field(by)->optional) {
      field.optional = true;
      field.present = subject.entity.field(by)->present;
    }
  field.place = entity.place;
  if (entity.size_bytes)
    *entity.size_bytes += (static_cast<double>(copy.size()) + size_of_field(other, source).value_bytes) *
                          share_with_field(entity, field).value_or(1);
  entity.fields.push_back(std::move(field));
  return copy;
}

// A write that changes the source reads the items that have the copy. It writes each of them in its own transaction, or
// an update of each follows it.
void CopyWriter::follow(const ChangingWrite& write, const Subject& subject, const Companion& companion,
                        const Fields& copies) {
  const Entity& entity = subject.entity;
  const Pattern& pattern = at(asked_.patterns, write.pattern);
  const auto [known, is_new] =
      updates_.emplace(Key{write.pattern, entity.name, companion.entity, joined(companion.by)}, Place{});
  if (!is_new) {
    Fields& set = at(out_.patterns, known->second.pattern).actions[known->second.action].set;
    for (const std::string& copy : copies)
      if (!contains(set, copy)) set.push_back(copy);
    return;
  }
  const double items = items_of_one(asked_, entity, companion);
  const bool together = kept(entity, companion) == CopyKept::Transaction && !asked_.is_existing(pattern) &&
                        pattern.operation != PatternOperation::BatchWrite;
  if (!is_subset(subject.identity, companion.by)) {
    Fields wanted = subject.identity;
    if (!entity.version.empty()) wanted.push_back(entity.version);
    add_pattern(out_, {.name = fmt::format("{}: find each {} of the {}", pattern.name, entity.name, companion.label),
                       .entities = {entity.name},
                       .by = companion.by,
                       .wanted = wanted,
                       .part_of = pattern.name,
                       .per_second = write.per_second,
                       .items = items,
                       .place = pattern.place});
  }
  Action update{.kind = Action::Kind::Update, .entity = entity.name, .set = copies, .place = pattern.place};
  if (together) {
    Pattern& whole = at(out_.patterns, write.pattern);
    whole.operation = PatternOperation::TransactWrite;
    update.items = items * write.per_second / pattern.per_second.value_or(1);
    whole.actions.push_back(std::move(update));
    known->second = {write.pattern, whole.actions.size() - 1};
    return;
  }
  known->second.pattern = add_pattern(
      out_, {.name = fmt::format("{}: copy into each {} of the {}", pattern.name, entity.name, companion.label),
             .operation = PatternOperation::Update,
             .actions = {std::move(update)},
             .part_of = pattern.name,
             .per_second = write.per_second * items,
             .place = pattern.place});
}

// A write that lets an item refer to another one writes the copies too.
void CopyWriter::refer_anew(PatternPosition write, const Subject& subject, const Companion& companion,
                            const Fields& copies) {
  for (Action& action : at(out_.patterns, write).actions) {
    if (!refers_anew(action, subject.entity.name, companion.by)) continue;
    for (const std::string& copy : copies)
      if (!contains(action.set, copy)) action.set.push_back(copy);
  }
}

// A program that makes an item must know the values that the copies repeat. A write of both entities knows them.
void CopyWriter::learn_before(PatternPosition write, const Subject& subject, const Companion& companion) {
  const Pattern& pattern = at(asked_.patterns, write);
  const Subject& other = at(asked_, asked_.subject(companion.entity));
  double items = 0;
  for (const Action& action : pattern.actions)
    if (makes(action, subject.entity.name) || refers_anew(action, subject.entity.name, companion.by))
      items += action.items;
  const bool is_known = other.entity.name != subject.entity.name &&
                        std::any_of(pattern.actions.begin(), pattern.actions.end(), [&](const Action& one) {
                          return makes(one, other.entity.name) && one.items >= items;
                        });
  if (items == 0 || is_known || asked_.is_existing(pattern)) return;
  if (!learned_.emplace(Key{write, subject.entity.name, companion.entity, joined(companion.by)}).second) return;
  items = std::min(items, std::max(1.0, other.entity.count.value_or(1)));
  const CopyKept keeping = kept(subject.entity, companion);
  // The item is made only if its source still has the value. A batch has no checks.
  if (keeping == CopyKept::Transaction && pattern.operation != PatternOperation::BatchWrite) {
    Pattern& whole = at(out_.patterns, write);
    whole.operation = PatternOperation::TransactWrite;
    whole.actions.push_back(
        {.kind = Action::Kind::Check, .entity = other.entity.name, .items = items, .place = pattern.place});
  }
  Pattern read{.name = fmt::format("{}: {} {}", pattern.name, items > 1 ? "each" : "the", companion.label),
               .entities = {other.entity.name},
               .part_of = pattern.name,
               .per_second = pattern.per_second,
               .place = pattern.place};
  if (items > 1) {
    read.operation = PatternOperation::BatchGet;
    read.items = items;
  } else {
    read.by = other.identity;
  }
  // Whoever follows the stream compares each new item with its source.
  if (keeping == CopyKept::Followed) {
    Pattern again = read;
    again.name = fmt::format("{}: compare {} {}", pattern.name, items > 1 ? "each" : "the", companion.label);
    add_pattern(out_, std::move(again));
  }
  add_pattern(out_, std::move(read));
}

}  // namespace partita::modelling::design
