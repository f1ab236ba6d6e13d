// The smallest change of a read that no key serves: each change is tried by a search of its own.
#include <fmt/format.h>
#include <partita/limits.h>

#include <algorithm>
#include <type_traits>

#include "base/contains.h"
#include "modelling/design/report/report.h"
#include "modelling/design/report/unserved_changes.h"

namespace partita::modelling::design {
namespace {

constexpr double kSecondsOfTrial = 5;

// The questions with these patterns alone, in this order, and the values that they demand of their items. The patterns
// of a model that is extended follow them, because they are served whatever is asked.
Questions only(const Questions& questions, PatternPositions patterns) {
  Questions out = questions;
  for (const auto i : positions_of(questions.patterns))
    if (questions.is_existing(at(questions.patterns, i))) patterns.push_back(i);
  const auto keep = [&](auto& list) {
    if (list.empty()) return;
    std::remove_reference_t<decltype(list)> kept;
    for (const PatternPosition pattern : patterns) kept.push_back(at(list, pattern));
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

bool share_an_entity(const Pattern& a, const Pattern& b) {
  return std::any_of(a.entities.begin(), a.entities.end(),
                     [&](const std::string& name) { return base::contains(b.entities, name); });
}

// Of a read that is served if it is alone: another read that keeps it from being served.
std::string change_of_conflict(const Questions& questions, PatternPosition pattern, const PriceList& prices) {
  const Pattern& read = at(questions.patterns, pattern);
  for (const auto other : positions_of(questions.patterns)) {
    const Pattern& second = at(questions.patterns, other);
    if (other == pattern || !is_read(second.operation) || !share_an_entity(read, second)) continue;
    if (questions.is_existing(second)) continue;  // it was served at the same time as the read
    Questions both = only(questions, {pattern, other});
    if (serves(both, prices)) continue;
    for (const std::string& name : second.entities)
      if (!base::contains(read.entities, name)) both.patterns[0].entities.push_back(name);
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

std::optional<std::string> change_that_serves(const Questions& questions, PatternPosition pattern,
                                              const PriceList& prices) {
  const Questions alone = only(questions, {pattern});
  const Pattern& read = alone.patterns[0];
  if (read.entities.empty()) return std::nullopt;
  if (serves(alone, prices)) return change_of_conflict(questions, pattern, prices);
  const std::vector<Change> changes = changes_of(alone);
  const auto served_with = [&](const std::vector<std::size_t>& some) {
    Questions changed = alone;
    for (const std::size_t one : some) changes[one].make(changed);
    return serves(changed, prices);
  };
  // Two small changes are less than a large one.
  for (const auto size : {Change::Size::Small, Change::Size::Large, Change::Size::Other}) {
    for (std::size_t i = 0; i < changes.size(); ++i)
      if (changes[i].size == size && served_with({i})) return changes[i].what;
    for (std::size_t i = 0; i < changes.size(); ++i)
      for (std::size_t k = i + 1; k < changes.size(); ++k)
        if (std::max(changes[i].size, changes[k].size) == size && served_with({i, k}))
          return changes[i].what + "; and " + changes[k].what;
    if (size != Change::Size::Small) continue;
    // All of them at once, without those that are not needed.
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < changes.size(); ++i)
      if (changes[i].size == size) some.push_back(i);
    if (some.empty() || !served_with(some)) continue;
    for (std::size_t i = some.size(); i-- > 0;) {
      std::vector<std::size_t> fewer = some;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (served_with(fewer)) some = std::move(fewer);
    }
    std::string what;
    for (const std::size_t one : some) what += (what.empty() ? "" : "; and ") + changes[one].what;
    return what;
  }
  return std::nullopt;
}

}  // namespace partita::modelling::design
