#include "modelling/lint/proven_cures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "base/contains.h"

namespace partita::modelling::lint {
namespace {

using model::Mistake;

// A search for the fields of `given` proves the pattern once for each field.
constexpr std::size_t kMostFields = 60;

class Trials {
 public:
  Trials(const Model& model, const Pattern& pattern) : pattern_(pattern) {
    for (const Table& table : model.tables) {
      const bool is_read = std::ranges::any_of(pattern.entities, [&](const auto& name) { return table.entity(name); });
      const bool is_written =
          std::ranges::any_of(pattern.actions, [&](const Action& action) { return table.entity(action.entity); });
      if (is_read || is_written) tables_.push_back(table);
    }
  }

  template <class Edit>
  bool cures(Edit edit) const {
    Model changed;
    changed.tables = tables_;
    changed.patterns = {pattern_};
    edit(changed.patterns.front());
    const auto proof = prove(std::make_shared<const Model>(std::move(changed)));
    return std::ranges::none_of(proof->refusals(), [&](const Refusal& one) { return one.pattern == pattern_.name; });
  }

  const Entity* entity(const std::string& name) const {
    for (const Table& table : tables_)
      if (const Entity* found = table.entity(name)) return found;
    return nullptr;
  }

  // The entities of the tables that the pattern does not name.
  std::vector<std::string> others() const {
    std::vector<std::string> names;
    for (const Table& table : tables_)
      for (const Entity& one : table.entities)
        if (!base::contains(pattern_.entities, one.name)) names.push_back(one.name);
    return names;
  }

 private:
  const Pattern& pattern_;
  std::vector<Table> tables_ = {};
};

std::string cure_of_collection(const Trials& trials, const Pattern& pattern) {
  if (!pattern.whole && trials.cures([](Pattern& one) { one.whole = true; }))
    return "Say whole: true, if the pattern wants all items of the partition";
  if (!pattern.tree && trials.cures([](Pattern& one) { one.tree = true; }))
    return "Say tree: true, if the pattern wants a parent and its children";
  return {};
}

std::string cure_of_foreign_rows(const Trials& trials, const Pattern& pattern) {
  std::vector<std::string> all = pattern.entities;
  for (const std::string& name : trials.others()) {
    all.push_back(name);
    if (trials.cures([&](Pattern& one) { one.entities = all; })) break;
    if (trials.cures([&](Pattern& one) { one.entities = all, one.whole = true; }))
      return fmt::format("Say entities: [{}] and whole: true, if the pattern wants all of them", fmt::join(all, ", "));
  }
  if (all.size() == pattern.entities.size() || !trials.cures([&](Pattern& one) { one.entities = all; })) return {};
  return fmt::format(
      "Say entities: [{}], if the pattern wants all of them; else give the keys of {} different literals",
      fmt::join(all, ", "), pattern.entities.front());
}

// The fewest fields whose values must be known before the write.
std::optional<std::vector<std::string>> fields_to_give(const Trials& trials, const Action& action, std::size_t at) {
  const Entity* entity = trials.entity(action.entity);
  if (!entity || entity->fields.size() > kMostFields) return std::nullopt;
  std::vector<std::string> given;
  for (const Field& field : entity->fields) given.push_back(field.name);
  const auto suffices = [&](const std::vector<std::string>& fields) {
    return trials.cures([&](Pattern& one) { one.actions[at].given = fields; });
  };
  if (!suffices(given)) return std::nullopt;
  for (std::size_t i = given.size(); i-- > 0;) {
    std::vector<std::string> fewer = given;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (suffices(fewer)) given = std::move(fewer);
  }
  return given;
}

std::string cure_of_unknown_values(const Trials& trials, const Pattern& pattern) {
  for (std::size_t i = 0; i < pattern.actions.size(); ++i) {
    const auto given = fields_to_give(trials, pattern.actions[i], i);
    const bool reads = trials.cures([&](Pattern& one) { one.actions[i].read_first = true; });
    const std::string read_first = "the item is read first, with read_first: true";
    if (given && !given->empty())
      return fmt::format("Say that the stored value is known, with given: [{}]{}{}", fmt::join(*given, ", "),
                         reads ? ", or that " : "", reads ? read_first : "");
    if (reads) return "Say that " + read_first;
  }
  return {};
}

}  // namespace

std::string proven_cure(const Proof& proof, const Refusal& refusal, const Pattern& pattern) {
  const Trials trials(proof.model(), pattern);
  switch (refusal.mistake) {
    case Mistake::NotReached:
      return cure_of_collection(trials, pattern);
    case Mistake::ForeignRows:
      return cure_of_foreign_rows(trials, pattern);
    case Mistake::ConsistentOnGlobalIndex:
      return trials.cures([](Pattern& one) { one.consistent = false; })
                 ? "Leave consistent: true out, if the answer may lack the writes of the last moments"
                 : "";
    case Mistake::LeavesOut:
      return trials.cures([&](Pattern& one) { one.index = refusal.index; }) && !refusal.index.empty()
                 ? fmt::format("Say index: {}, if the items that it leaves out are not wanted", refusal.index)
                 : "";
    case Mistake::UniqueWithoutOld:
    case Mistake::StaleIndex:
    case Mistake::StaleComputed:
    case Mistake::UnknownEntry:
      return cure_of_unknown_values(trials, pattern);
    default:
      return {};
  }
}

}  // namespace partita::modelling::lint
