// The integer program. Its variables are 0 or 1, except the amounts, which are dollars or shares from 0 on
// 1. One primary key of each subject, and in a shared table one table key for all of them.
// 2. An entry needs a primary key of its size, its index, and its needs.
// 3. A growth is paid if its grower and its entry are chosen. One that saves is earned only then.
// 4. One path serves each read, or the read is unserved at a high cost. A path needs its keys and entries, and excludes
//    foreign keys.
// 5. Two indexes of which one replaces the other exclude each other, and a table has no more indexes than the service
//    allows.
// 6. Later constraints come from the search: charge() makes an amount at least `usd` if all parts are chosen, forbid()
//    excludes a combination, and require_another() demands another way for at least one read.
#include "modelling/design/program/plan.h"

#include <fmt/format.h>
#include <partita/limits.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "modelling/design/keys/extend_indexes.h"
#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/keys/longer_identities.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

constexpr double kOfIndex = 1e-6;        // dollars, far less than any index costs
constexpr double kOfPathByIndex = 1e-7;  // so that of two keys with one price the primary key serves
constexpr double kOfLongerKey = 1e-6;    // so that the identity alone is the key if that costs the same

// An existing index has no penalty. One for which all items must be rewritten counts twice.
double beside_index(const Questions& questions, const IndexChoice& index) {
  if (!index.existing.empty()) return 0;
  return needs_rewrite(questions, index) ? 2 * kOfIndex : kOfIndex;
}

double beside_key(const Questions& questions, const PrimaryOption& option) {
  return is_longer(at(questions, option.subject), option.form) ? kOfLongerKey : 0;
}

// The least power of two that is not less. The solver need not solve a piece again if only the rest of the questions
// differs, so a number that depends on all questions is rounded to a number that most of them have.
double power_of_two_from(double number) { return number > 0 ? std::exp2(std::ceil(std::log2(number))) : 0; }

// The position of the option's index among those of the selection, which has it.
ChosenIndexPosition chosen_position(const Selection& selection, IndexPosition index) {
  const auto found = std::find(selection.indexes.begin(), selection.indexes.end(), index);
  return position_of(selection.indexes, found);
}

// Whether an item of one of the subjects may lack one of the fields.
bool may_lack(const Questions& questions, const SubjectPositions& subjects, const Fields& fields) {
  return std::any_of(subjects.begin(), subjects.end(), [&](SubjectPosition subject) {
    return std::any_of(fields.begin(), fields.end(), [&](const std::string& name) {
      const Field* field = at(questions, subject).entity.field(name);
      return field && field->optional;
    });
  });
}

// Whether lint would say that `other` makes `index` superfluous.
bool replaces(const Questions& questions, const IndexChoice& other, const IndexChoice& index) {
  if (other.subjects != index.subjects || !other.form.when.empty() != !index.form.when.empty()) return false;
  IndexForm a = other.form, b = index.form;
  if (a.partition != b.partition || !begins_with(a.sort, b.sort)) return false;
  // An item that lacks a further field of the longer key is in the index of the shorter one alone.
  if (may_lack(questions, index.subjects, without(a.sort, b.sort))) return false;
  a.sort = b.sort = {};
  if (!(a == b)) return false;
  if (other.projection.type == ProjectionType::All) return true;
  if (index.projection.type == ProjectionType::KeysOnly) return true;
  return other.projection.type == index.projection.type && is_subset(index.projection.fields, other.projection.fields);
}

}  // namespace

std::string way_of(const Questions& questions, const Options& options, const Path& path) {
  const auto sorted = [](Fields fields) {
    std::sort(fields.begin(), fields.end());
    std::string out;
    for (const std::string& field : fields) out += " " + field;
    return out;
  };
  const Pattern& read = at(questions.patterns, path.pattern);
  if (path.index != kNone) {
    const IndexForm& form = at(options.indexes, path.index).form;
    std::string out = (form.local ? "local index" : "index") + sorted(form.partition);
    if (!form.bucket.empty()) out += " by the " + form.bucket;
    if (form.shards > 1) out += " in shards";
    for (const When& when : form.when) out += fmt::format(" only {}={}", when.field, when.equals);
    return out;
  }
  if (!path.existing.empty()) return "existing index " + path.existing;
  const PrimaryOption& first = at(options.primary, path.primary[0]);
  if (path.primary.size() == 1 && is_subset(at(questions, first.subject).identity, read.by)) return "primary key";
  return "primary key by" + sorted(first.form.partition);
}

Plan::Plan(const Questions& questions, const Tables& tables, const Options& options)
    : questions_(questions),
      options_(options),
      of_subjects_(questions.subjects.size()),
      of_reads_(questions.patterns.size()) {
  double sum = options.frozen_usd;
  if (options.frozen_usd > 0)
    program_.add_constraint({{program_.add_variable(options.frozen_usd)}}, Program::Sense::Equal, 1);
  for (const PrimaryOption& option : options.primary) {
    primary_.push_back(program_.add_variable(option.priced.usd + beside_key(questions, option)));
    sum = std::max(sum, option.priced.usd);
  }
  for (const NeedOption& need : options.needs) needs_.push_back(program_.add_variable(need.usd));
  for (const EntryOption& entry : options.entries) sum = std::max(sum, entry.usd);
  for (const Path& path : options.paths) sum = std::max(sum, path.usd);
  unserved_cost_ =
      power_of_two_from(1000 + 10 * sum * static_cast<double>(questions.subjects.size() + questions.patterns.size()));
  add_tables(tables);
  add_entries();
  add_growths();
  add_paths();
  avoid_double_indexes();
  limit_indexes(tables);
}

void Plan::add_tables(const Tables& tables) {
  for (const SubjectPositions& table : tables) {
    std::map<std::string, VariablePosition> keys;
    Terms one_key;
    for (const SubjectPosition subject : table) {
      Terms one;
      std::map<std::string, Terms> of_key;
      for (const auto i : positions_of(options_.primary)) {
        if (at(options_.primary, i).subject != subject) continue;
        one.push_back({at(primary_, i)});
        of_key[at(options_.primary, i).table_key].push_back({at(primary_, i)});
      }
      program_.add_constraint(std::move(one), Program::Sense::Equal, 1);
      if (table.size() == 1) continue;
      for (auto& [key, terms] : of_key) {
        if (!keys.contains(key)) {
          keys[key] = program_.add_variable(0);
          one_key.push_back({keys[key]});
        }
        terms.push_back({keys[key], -1});
        program_.add_constraint(std::move(terms), Program::Sense::AtMost, 0);
      }
    }
    if (one_key.empty()) continue;
    std::vector<VariablePosition> branch;
    for (const Program::Term& term : one_key) branch.push_back(term.variable);
    program_.add_branch(std::move(branch));
    program_.add_constraint(std::move(one_key), Program::Sense::Equal, 1);
  }
}

void Plan::add_entries() {
  for (const IndexChoice& index : options_.indexes)
    indexes_.push_back(program_.add_variable(beside_index(questions_, index)));
  for (const EntryOption& entry : options_.entries) {
    const VariablePosition variable = program_.add_variable(entry.usd);
    entries_.push_back(variable);
    Terms base = {{variable}};
    for (const auto i : positions_of(options_.primary))
      if (at(options_.primary, i).subject == entry.subject && at(options_.primary, i).size_class == entry.size_class)
        base.push_back({at(primary_, i), -1});
    program_.add_constraint(std::move(base), Program::Sense::AtMost, 0);
    program_.add_constraint({{variable}, {at(indexes_, entry.index), -1}}, Program::Sense::AtMost, 0);
    for (const NeedPosition need : entry.needs)
      program_.add_constraint({{variable}, {at(needs_, need), -1}}, Program::Sense::AtMost, 0);
  }
}

void Plan::add_growths() {
  for (const Grower& grower : options_.growers) {
    if (grower.need != kNone) {
      growers_.push_back(at(needs_, grower.need));
      continue;
    }
    if (grower.entries.size() == 1) {
      growers_.push_back(at(entries_, grower.entries[0]));
      continue;
    }
    growers_.push_back(program_.add_amount(0));
    for (const EntryPosition entry : grower.entries)
      program_.add_constraint({{at(entries_, entry)}, {growers_.back(), -1}}, Program::Sense::AtMost, 0);
  }
  for (const Growth& growth : options_.growths) {
    const VariablePosition amount =
        growth.usd > 0 ? program_.add_amount(growth.usd) : program_.add_variable(growth.usd);
    const VariablePosition grower = at(growers_, growth.grower), entry = at(entries_, growth.entry);
    if (growth.usd > 0) {
      program_.add_constraint({{grower}, {entry}, {amount, -1}}, Program::Sense::AtMost, 1);
    } else {
      program_.add_constraint({{amount}, {grower, -1}}, Program::Sense::AtMost, 0);
      program_.add_constraint({{amount}, {entry, -1}}, Program::Sense::AtMost, 0);
    }
  }
}

void Plan::add_paths() {
  ListBy<Pattern, Terms> serving(questions_.patterns.size());
  // One path at most serves a read, so all paths of a read that need a part need it by one constraint. That is stronger
  // than a constraint for each path as soon as the variables are fractions, which makes the solver fast.
  std::map<std::pair<PatternPosition, VariablePosition>, Terms> needing;
  for (const Path& path : options_.paths) {
    const VariablePosition variable = program_.add_variable(path.usd + (path.index != kNone ? kOfPathByIndex : 0));
    paths_.push_back(variable);
    const auto demand = [&](VariablePosition part) { needing[{path.pattern, part}].push_back({variable}); };
    for (const PrimaryPosition option : path.primary) demand(at(primary_, option));
    for (const EntryPosition entry : path.entries) demand(at(entries_, entry));
    std::map<SubjectPosition, Terms> foreign;
    for (const PrimaryPosition option : path.foreign)
      foreign[at(options_.primary, option).subject].push_back({at(primary_, option)});
    for (auto& [subject, terms] : foreign) {
      terms.push_back({variable});
      program_.add_constraint(std::move(terms), Program::Sense::AtMost, 1);
    }
    at(serving, path.pattern).push_back({variable});
  }
  for (auto& [read_and_part, terms] : needing) {
    terms.push_back({read_and_part.second, -1});
    program_.add_constraint(std::move(terms), Program::Sense::AtMost, 0);
  }
  for (const PatternPosition i : positions_of(questions_.patterns)) {
    unserved_.push_back(kNone);
    if (at(questions_.patterns, i).operation != PatternOperation::Read) continue;
    unserved_.back() = program_.add_variable(unserved_cost(i));
    at(serving, i).push_back({unserved_.back()});
    program_.add_constraint(std::move(at(serving, i)), Program::Sense::Equal, 1);
  }
}

void Plan::avoid_double_indexes() {
  for (const auto i : positions_of(options_.indexes))
    for (const auto j : positions_of(options_.indexes))
      if (i != j && replaces(questions_, at(options_.indexes, i), at(options_.indexes, j)) &&
          (i < j || !replaces(questions_, at(options_.indexes, j), at(options_.indexes, i))))
        program_.add_constraint({{at(indexes_, i)}, {at(indexes_, j)}}, Program::Sense::AtMost, 1);
}

// Keys of different entities can share an index (share_indexes), those of one entity cannot.
void Plan::limit_indexes(const Tables& tables) {
  for (const auto subject : positions_of(questions_.subjects)) {
    Terms terms;
    for (const auto i : positions_of(options_.indexes))
      if (contains(at(options_.indexes, i).subjects, subject) && !at(options_.indexes, i).form.local)
        terms.push_back({at(indexes_, i)});
    if (terms.size() > limits::kGlobalIndexes)
      program_.add_constraint(std::move(terms), Program::Sense::AtMost, static_cast<double>(limits::kGlobalIndexes));
  }
  for (const SubjectPositions& table : tables) {
    Terms terms;
    for (const auto i : positions_of(options_.indexes))
      if (at(options_.indexes, i).form.local && contains(table, at(options_.indexes, i).subjects[0]))
        terms.push_back({at(indexes_, i)});
    if (terms.size() > limits::kLocalIndexes)
      program_.add_constraint(std::move(terms), Program::Sense::AtMost, static_cast<double>(limits::kLocalIndexes));
  }
  // Keys of an existing table share no new indexes, so each takes one of those that the service still allows.
  for (const SubjectPositions& table : tables) {
    const Table* existing = existing_table(questions_, table);
    if (!existing) continue;
    Terms terms;
    for (const auto i : positions_of(options_.indexes))
      if (at(options_.indexes, i).existing.empty() && contains(table, at(options_.indexes, i).subjects[0]))
        terms.push_back({at(indexes_, i)});
    program_.add_constraint(std::move(terms), Program::Sense::AtMost, indexes_left(*existing));
  }
  // An entity has one key in an index.
  std::map<std::pair<SubjectPosition, std::string>, Terms> keys;
  for (const auto i : positions_of(options_.indexes))
    if (const IndexChoice& one = at(options_.indexes, i); !one.existing.empty())
      keys[{one.subjects[0], one.existing}].push_back({at(indexes_, i)});
  for (auto& [key, terms] : keys) program_.add_constraint(std::move(terms), Program::Sense::AtMost, 1);
}

Selection Plan::selection_of(const Solution& solution) const {
  Selection out;
  out.planned = options_.frozen_usd;
  out.primary.resize(questions_.subjects.size());
  out.paths.resize(questions_.patterns.size());
  const auto is_on = [&](VariablePosition variable) { return at(solution.chosen, variable); };
  for (const auto i : positions_of(primary_)) {
    if (is_on(at(primary_, i))) at(out.primary, at(options_.primary, i).subject) = i;
  }
  for (const auto i : positions_of(paths_)) {
    if (!is_on(at(paths_, i))) continue;
    at(out.paths, at(options_.paths, i).pattern) = i;
    out.planned += at(options_.paths, i).usd;
  }
  for (const auto i : positions_of(needs_)) {
    if (is_on(at(needs_, i))) out.needs.push_back(i);
  }
  for (const auto i : positions_of(entries_)) {
    if (!is_on(at(entries_, i))) continue;
    out.entries.push_back(i);
    if (!contains(out.indexes, at(options_.entries, i).index)) out.indexes.push_back(at(options_.entries, i).index);
  }
  for (const auto i : positions_of(questions_.subjects)) out.planned += planned_of(out, i);
  return out;
}

double Plan::planned_of(const Selection& selection, SubjectPosition subject) const {
  double out = at(options_.primary, at(selection.primary, subject)).priced.usd;
  for (const NeedPosition need : selection.needs)
    if (at(options_.needs, need).subject == subject) out += at(options_.needs, need).usd;
  for (const EntryPosition entry : selection.entries)
    if (at(options_.entries, entry).subject == subject) out += at(options_.entries, entry).usd;
  const auto is_grown = [&](const Grower& grower) {
    if (grower.need != kNone) return contains(selection.needs, grower.need);
    return std::any_of(grower.entries.begin(), grower.entries.end(),
                       [&](EntryPosition entry) { return contains(selection.entries, entry); });
  };
  for (const Growth& growth : options_.growths)
    if (at(options_.growers, growth.grower).subject == subject && contains(selection.entries, growth.entry) &&
        is_grown(at(options_.growers, growth.grower)))
      out += growth.usd;
  return out;
}

// The reads that are not served are as few as possible, and of these the calls. All the shares together are less than
// one read, and still more than most differences in dollars.
double Plan::unserved_cost(PatternPosition pattern) const {
  double calls = 0;
  for (const Pattern& read : questions_.patterns)
    if (read.operation == PatternOperation::Read) calls += read.per_second.value_or(0);
  calls = power_of_two_from(calls);
  const double share = calls > 0 ? at(questions_.patterns, pattern).per_second.value_or(0) / calls : 0;
  return unserved_cost_ * (1 + share / 2);
}

double Plan::most_beside() const {
  double out = kOfPathByIndex * static_cast<double>(questions_.patterns.size());
  for (const IndexChoice& index : options_.indexes) out += beside_index(questions_, index);
  for (const PrimaryOption& option : options_.primary) out += beside_key(questions_, option);
  return out;
}

double Plan::beside(const Selection& selection) const {
  double out = 0;
  for (const IndexPosition index : selection.indexes) out += beside_index(questions_, at(options_.indexes, index));
  for (const PrimaryPosition option : selection.primary) out += beside_key(questions_, at(options_.primary, option));
  for (const PatternPosition i : positions_of(unserved_))
    if (at(unserved_, i) != kNone && at(selection.paths, i) == kNone) out += unserved_cost(i);
  for (const PathPosition path : selection.paths)
    if (path != kNone && at(options_.paths, path).index != kNone) out += kOfPathByIndex;
  return out;
}

Choice Plan::choice_of(const Selection& selection) const {
  Choice out;
  for (const PrimaryPosition option : selection.primary) out.primary.push_back(at(options_.primary, option).form);
  for (const IndexPosition index : selection.indexes) out.indexes.push_back(at(options_.indexes, index));
  for (const PathPosition path : selection.paths) {
    Serving serving = kByAnyKey;
    if (path != kNone) serving = kByPrimaryKey;
    if (path != kNone && at(options_.paths, path).index != kNone)
      serving = {Serving::By::ThisIndex, chosen_position(selection, at(options_.paths, path).index)};
    if (path != kNone && at(options_.paths, path).names_existing)
      out.by_existing[end_of(out.serving)] = at(options_.paths, path).existing;
    out.serving.push_back(serving);
  }
  return out;
}

Plan::Part Plan::size_class_of(const Selection& selection, SubjectPosition subject) const {
  Part out;
  const int size_class = at(options_.primary, at(selection.primary, subject)).size_class;
  for (const auto i : positions_of(options_.primary))
    if (at(options_.primary, i).subject == subject && at(options_.primary, i).size_class == size_class)
      out.push_back(at(primary_, i));
  return out;
}

std::vector<Plan::Part> Plan::parts_of(const Selection& selection, SubjectPosition subject) const {
  std::vector<Part> out = {{at(primary_, at(selection.primary, subject))}};
  for (const EntryPosition entry : selection.entries)
    if (at(options_.entries, entry).subject == subject) out.push_back({at(entries_, entry)});
  return out;
}

// Of a grower whose entries are chosen more than once, each counts.
std::vector<Plan::Growing> Plan::growing_of(const Selection& selection, SubjectPosition subject) const {
  std::vector<Growing> out;
  for (const auto i : positions_of(options_.growers)) {
    const Grower& grower = at(options_.growers, i);
    if (grower.subject != subject) continue;
    if (grower.need != kNone) {
      if (contains(selection.needs, grower.need)) out.push_back({.part = {at(growers_, i)}, .need = grower.need});
      continue;
    }
    std::vector<EntryPosition> chosen;
    for (const EntryPosition entry : grower.entries)
      if (contains(selection.entries, entry)) chosen.push_back(entry);
    for (const EntryPosition entry : chosen)
      out.push_back({.part = {chosen.size() == 1 ? at(growers_, i) : at(entries_, entry)}, .entry = entry});
  }
  return out;
}

VariablePosition Plan::amount_of(VariablePosition& amount) {
  if (amount == kNone) amount = program_.add_amount(1);
  return amount;
}

// The amount is at least `usd` if all the parts are chosen.
void Plan::charge(VariablePosition amount, const std::vector<Part>& parts, double usd) {
  Terms terms = {{amount, -1}};
  std::vector<VariablePosition> known;
  std::size_t count = 0;
  for (const Part& part : parts) {
    if (contains(known, part[0])) continue;
    ++count;
    for (const VariablePosition variable : part) {
      known.push_back(variable);
      terms.push_back({variable, usd});
    }
  }
  program_.add_constraint(std::move(terms), Program::Sense::AtMost,
                          usd * static_cast<double>(static_cast<int>(count) - 1));
}

void Plan::charge_subject(const Selection& selection, SubjectPosition subject, double usd) {
  std::vector<Part> parts = parts_of(selection, subject);
  parts[0] = size_class_of(selection, subject);
  charge(amount_of(at(of_subjects_, subject)), parts, usd);
}

void Plan::charge_read(const Selection& selection, PatternPosition pattern, const std::vector<Growing>& growing,
                       const std::vector<PathPosition>& paths, double usd) {
  std::vector<Part> parts = {{}};
  for (const PathPosition path : paths) parts[0].push_back(at(paths_, path));
  for (const std::string& name : at(questions_.patterns, pattern).entities)
    parts.push_back(size_class_of(selection, questions_.subject(name)));
  for (const Growing& one : growing) parts.push_back(one.part);
  charge(amount_of(at(of_reads_, pattern)), parts, usd);
}

void Plan::charge_all(const Selection& selection, double usd) {
  std::vector<Part> parts;
  for (const auto i : positions_of(selection.primary))
    for (Part& part : parts_of(selection, i)) parts.push_back(std::move(part));
  for (const PathPosition path : selection.paths)
    if (path != kNone) parts.push_back({at(paths_, path)});
  charge(amount_of(of_all_), parts, usd);
}

void Plan::forbid(const Selection& selection, const SubjectPositions& subjects,
                  const std::vector<IndexPosition>& indexes, const PatternPositions& patterns) {
  Terms terms;
  for (const SubjectPosition subject : subjects) terms.push_back({at(primary_, at(selection.primary, subject))});
  for (const EntryPosition entry : selection.entries)
    if (contains(indexes, at(options_.entries, entry).index)) terms.push_back({at(entries_, entry)});
  for (const PatternPosition pattern : patterns)
    if (at(selection.paths, pattern) != kNone) terms.push_back({at(paths_, at(selection.paths, pattern))});
  const double most = static_cast<double>(static_cast<int>(terms.size()) - 1);
  program_.add_constraint(std::move(terms), Program::Sense::AtMost, most);
}

void Plan::require_another(const Selection& selection) {
  Program::Groups groups;
  for (const PathPosition path : selection.paths) {
    if (path == kNone) continue;
    const Path& chosen = at(options_.paths, path);
    const std::string way = way_of(questions_, options_, chosen);
    groups.emplace_back();
    for (const auto i : positions_of(options_.paths))
      if (at(options_.paths, i).pattern == chosen.pattern && way_of(questions_, options_, at(options_.paths, i)) == way)
        groups.back().push_back(at(paths_, i));
  }
  program_.add_difference(std::move(groups));
}

}  // namespace partita::modelling::design
