// The smallest change of a read that nothing serves: each change is tried by a search of its own.
#include <fmt/format.h>
#include <partita/limits.h>

#include <algorithm>
#include <functional>
#include <type_traits>

#include "modelling/design/labels.h"
#include "modelling/design/report.h"

namespace partita::modelling::design {
namespace {

constexpr double kSecondsOfTrial = 5;

struct Change {
  std::string what = {};
  std::function<void(Questions&)> make = {};  // the read is the only pattern
};

// The questions with these patterns alone, in this order, and what they demand of their items.
Questions only(const Questions& questions, const std::vector<int>& patterns) {
  Questions out = questions;
  const auto keep = [&](auto& list) {
    if (list.empty()) return;
    std::remove_reference_t<decltype(list)> kept;
    for (const int pattern : patterns) kept.push_back(list[static_cast<std::size_t>(pattern)]);
    list = std::move(kept);
  };
  keep(out.patterns);
  keep(out.where);
  out.with.clear();
  out.requests.clear();
  return out;
}

bool serves(const Questions& questions, const PriceList& prices) {
  const auto answers = answer(questions, prices, {.seconds = kSecondsOfTrial, .designs = 1});
  return answers && answers->found.unserved.empty() && !answers->found.designs.empty();
}

Entity& entity_of(Questions& questions, const std::string& name) {
  return questions.subjects[static_cast<std::size_t>(questions.subject(name))].entity;
}

Field& field_of(Entity& entity, const std::string& name) {
  return *std::find_if(entity.fields.begin(), entity.fields.end(), [&](const Field& one) { return one.name == name; });
}

void add_changes_of_fields(const Questions& questions, const Pattern& read, std::vector<Change>& out) {
  std::vector<std::string> needed = read.by;
  if (!read.range.empty()) needed.push_back(read.range);
  const Entity& first = questions.subjects[static_cast<std::size_t>(questions.subject(read.entities[0]))].entity;
  for (const std::string& name : needed) {
    const Field& field = *first.field(name);
    if (!fits_into_key(field))
      out.push_back({fmt::format("store {} of {} as a string or a number, because no key can hold {}", name, first.name,
                                 model::describe(field.kind)),
                     [entity = first.name, name](Questions& changed) {
                       field_of(entity_of(changed, entity), name).kind = model::FieldKind::String;
                     }});
    for (std::size_t i = 1; i < read.entities.size(); ++i) {
      const Entity& other = questions.subjects[static_cast<std::size_t>(questions.subject(read.entities[i]))].entity;
      if (other.field(name)) continue;
      out.push_back(
          {fmt::format("give {} the field {}, so that its items lie beside those of {}", other.name, name, first.name),
           [entity = other.name, field](Questions& changed) { entity_of(changed, entity).fields.push_back(field); }});
    }
  }
}

std::vector<Change> changes_of(const Questions& questions, const Pattern& read) {
  std::vector<Change> out;
  if (read.consistent)
    out.push_back(
        {"read it eventually consistently (leave consistent out), because the read needs an index, and a "
         "global index is not consistent",
         [](Questions& changed) { changed.patterns[0].consistent = false; }});
  add_changes_of_fields(questions, read, out);
  for (std::size_t i = 0; i < questions.where[0].size(); ++i)
    out.push_back(
        {fmt::format("leave {} out of where, and let the program drop the others", questions.where[0][i].field),
         [i](Questions& changed) {
           changed.where[0].erase(changed.where[0].begin() + static_cast<std::ptrdiff_t>(i));
         }});
  if (!read.filter.empty())
    out.push_back({"leave the filter out, and let the program drop what it does not want",
                   [](Questions& changed) { changed.patterns[0].filter.clear(); }});
  if (!read.range.empty())
    out.push_back({fmt::format("leave the order by {} out, and sort in the program", read.range),
                   [](Questions& changed) { changed.patterns[0].range.clear(); }});
  if (read.from_end || read.whole || read.tree)
    out.push_back({"leave from_end, whole and tree out", [](Questions& changed) {
                     changed.patterns[0].from_end = changed.patterns[0].whole = changed.patterns[0].tree = false;
                   }});
  for (int requests = 2; requests <= static_cast<int>(read.entities.size()); ++requests)
    out.push_back({fmt::format("allow {0} requests (requests: {0})", requests),
                   [requests](Questions& changed) { changed.requests = {requests}; }});
  if (read.entities.size() > 1)
    for (const std::string& name : read.entities) {
      const Entity& entity = questions.subjects[static_cast<std::size_t>(questions.subject(name))].entity;
      const bool has_all = std::all_of(read.by.begin(), read.by.end(),
                                       [&](const std::string& field) { return entity.field(field) != nullptr; });
      if (!has_all || (!read.range.empty() && !entity.field(read.range))) continue;
      out.push_back({fmt::format("divide it: read {} by itself", name),
                     [name](Questions& changed) { changed.patterns[0].entities = {name}; }});
    }
  const Subject& first = questions.subjects[static_cast<std::size_t>(questions.subject(read.entities[0]))];
  out.push_back({fmt::format("give {}, which tell one {} from the others", joined(first.identity), first.entity.name),
                 [first = first.entity.name, identity = first.identity](Questions& changed) {
                   Pattern& changed_read = changed.patterns[0];
                   changed_read.by = identity;
                   changed_read.entities = {first};
                   changed_read.range.clear();
                   changed_read.filter.clear();
                 }});
  return out;
}

bool share_an_entity(const Pattern& a, const Pattern& b) {
  return std::any_of(a.entities.begin(), a.entities.end(), [&](const std::string& name) {
    return std::find(b.entities.begin(), b.entities.end(), name) != b.entities.end();
  });
}

// Of a read that is served if it is alone: another read that stands in its way.
std::string change_of_conflict(const Questions& questions, int pattern, const PriceList& prices) {
  const Pattern& read = questions.patterns[static_cast<std::size_t>(pattern)];
  for (int other = 0; other < static_cast<int>(questions.patterns.size()); ++other) {
    const Pattern& second = questions.patterns[static_cast<std::size_t>(other)];
    if (other == pattern || !is_read(second.operation) || !share_an_entity(read, second)) continue;
    Questions both = only(questions, {pattern, other});
    if (serves(both, prices)) continue;
    for (const std::string& name : second.entities)
      if (std::find(read.entities.begin(), read.entities.end(), name) == read.entities.end())
        both.patterns[0].entities.push_back(name);
    both.patterns[1].entities = both.patterns[0].entities;
    if (second.entities.size() > 1 && serves(both, prices))
      return fmt::format(
          "read {} together, also for \"{}\", which is in its way, and let the program drop what one of "
          "the two does not want",
          joined(both.patterns[0].entities), second.name);
    return fmt::format("leave out \"{}\", which is in its way", second.name);
  }
  const auto lists = std::count_if(questions.patterns.begin(), questions.patterns.end(), [&](const Pattern& other) {
    return is_read(other.operation) && !other.entities.empty() && other.entities[0] == read.entities[0];
  });
  if (lists > static_cast<std::ptrdiff_t>(limits::kGlobalIndexes))
    return fmt::format(
        "leave out other lists of {0}, of which {1} reads ask: a table has at most {2} global indexes. Or keep the "
        "fields that further lists are by in an entity of its own, which has the identity of {0}",
        read.entities[0], lists, limits::kGlobalIndexes);
  return "leave out other reads of its entities, which together are in its way";
}

}  // namespace

std::optional<std::string> change_that_serves(const Questions& questions, int pattern, const PriceList& prices) {
  const Questions alone = only(questions, {pattern});
  const Pattern& read = alone.patterns[0];
  if (read.entities.empty()) return std::nullopt;
  if (serves(alone, prices)) return change_of_conflict(questions, pattern, prices);
  const std::vector<Change> changes = changes_of(alone, read);
  for (const Change& change : changes) {
    Questions changed = alone;
    change.make(changed);
    if (serves(changed, prices)) return change.what;
  }
  for (std::size_t i = 0; i < changes.size(); ++i)
    for (std::size_t k = i + 1; k < changes.size(); ++k) {
      Questions changed = alone;
      changes[i].make(changed);
      changes[k].make(changed);
      if (serves(changed, prices)) return changes[i].what + "; and " + changes[k].what;
    }
  return std::nullopt;
}

}  // namespace partita::modelling::design
