#include "modelling/design/search/surcharges.h"

#include <algorithm>
#include <set>

#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

constexpr double kRounding = 1e-9;  // dollars; a difference that is only rounding

// The needs that are left when only these entries are.
void keep_needs(const Options& options, Selection& selection) {
  selection.needs.clear();
  for (const EntryPosition entry : selection.entries)
    for (const NeedPosition need : at(options.entries, entry).needs)
      if (!contains(selection.needs, need)) selection.needs.push_back(need);
}

}  // namespace

void Surcharges::charge_subject(const Selection& selection, SubjectPosition subject, double usd) {
  Selection least = selection;
  std::erase_if(least.entries, [&](EntryPosition entry) { return at(options_.entries, entry).subject != subject; });
  keep_needs(options_, least);
  const bool is_known = beyond_plan(least, subject) >= usd - kRounding;
  for (std::size_t i = 0; i < least.entries.size() && is_known;) {
    Selection less = least;
    less.entries.erase(less.entries.begin() + static_cast<std::ptrdiff_t>(i));
    keep_needs(options_, less);
    if (beyond_plan(less, subject) >= usd - kRounding)
      least = std::move(less);
    else
      ++i;
  }
  plan_.charge_subject(least, subject, usd);
  charge_other_sizes(least, subject);
}

double Surcharges::beyond_plan(const Selection& selection, SubjectPosition subject) const {
  Choice choice = choice_of(questions_, at(options_.primary, at(selection.primary, subject)));
  for (const EntryPosition entry : selection.entries)
    choice.indexes.push_back(at(options_.indexes, at(options_.entries, entry).index));
  return appraiser_.keeping(choice, {subject}).usd - plan_.planned_of(selection, subject);
}

// The same entries below primary keys of other sizes, which would be the next best design.
void Surcharges::charge_other_sizes(const Selection& selection, SubjectPosition subject) {
  std::set<int> sizes = {at(options_.primary, at(selection.primary, subject)).size_class};
  for (const auto i : positions_of(options_.primary)) {
    const PrimaryOption& option = at(options_.primary, i);
    if (option.subject != subject || !sizes.insert(option.size_class).second) continue;
    Selection other = selection;
    at(other.primary, subject) = i;
    other.entries.clear();
    for (const EntryPosition entry : selection.entries)
      for (const auto k : positions_of(options_.entries))
        if (at(options_.entries, k).index == at(options_.entries, entry).index &&
            at(options_.entries, k).subject == subject && at(options_.entries, k).size_class == option.size_class)
          other.entries.push_back(k);
    if (other.entries.size() < selection.entries.size()) continue;
    keep_needs(options_, other);
    if (const double usd = beyond_plan(other, subject); usd > kRounding) plan_.charge_subject(other, subject, usd);
  }
}

void Surcharges::charge_read(const Selection& selection, PatternPosition pattern, double usd) {
  Growing least;
  for (const std::string& name : at(questions_.patterns, pattern).entities)
    for (Plan::Growing& one : plan_.growing_of(selection, questions_.subject(name))) least.push_back(std::move(one));
  const PathPosition position = at(selection.paths, pattern);
  const Path& path = at(options_.paths, position);
  const std::optional<double> all = beyond_path(path, least);
  if (!all || *all < usd - kRounding) return plan_.charge_read(selection, pattern, least, {position}, usd);
  for (std::size_t i = 0; i < least.size();) {
    Growing less = least;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    const std::optional<double> rest = beyond_path(path, less);
    if (rest && *rest >= usd - kRounding)
      least = std::move(less);
    else
      ++i;
  }
  plan_.charge_read(selection, pattern, least, paths_beyond(selection, pattern, least, usd), usd);
}

// The cost of the read by the path beyond its price if these parts make the items larger.
std::optional<double> Surcharges::beyond_path(const Path& path, const Growing& growing) const {
  if (!path.existing.empty()) return std::nullopt;
  Choice choice = choice_of(questions_, options_, path);
  if (path.index == kNone) choice.serving.assign(questions_.patterns.size(), kByPrimaryKey);
  std::vector<IndexPosition> indexes = {path.index};
  for (const Plan::Growing& one : growing) {
    if (one.need != kNone) {
      const NeedOption& need = at(options_.needs, one.need);
      need.field.empty() ? choice.tagged.push_back(need.subject) : choice.stored.push_back({need.subject, need.field});
      continue;
    }
    const IndexPosition index = at(options_.entries, one.entry).index;
    if (contains(indexes, index)) continue;
    indexes.push_back(index);
    choice.indexes.push_back(at(options_.indexes, index));
  }
  SubjectPositions members;
  for (const std::string& name : at(questions_.patterns, path.pattern).entities)
    members.push_back(questions_.subject(name));
  const Priced priced = appraiser_.price(choice, members);
  const auto found = priced.reads.find(path.pattern);
  if (found == priced.reads.end()) return std::nullopt;
  return found->second.usd - path.usd;
}

// The paths of the read that cost as much more. One of them at most is chosen.
std::vector<PathPosition> Surcharges::paths_beyond(const Selection& selection, PatternPosition pattern,
                                                   const Growing& growing, double usd) const {
  std::vector<PathPosition> out = {at(selection.paths, pattern)};
  for (const auto i : positions_of(options_.paths)) {
    const Path& path = at(options_.paths, i);
    if (path.pattern != pattern || i == out[0] || !fits(path, selection)) continue;
    const std::optional<double> more = beyond_path(path, growing);
    if (more && *more >= usd - kRounding) out.push_back(i);
  }
  return out;
}

// Whether the path may be chosen with primary keys of the selection's sizes.
bool Surcharges::fits(const Path& path, const Selection& selection) const {
  const auto size_of = [&](SubjectPosition subject) {
    return at(options_.primary, at(selection.primary, subject)).size_class;
  };
  return std::all_of(path.primary.begin(), path.primary.end(),
                     [&](PrimaryPosition option) {
                       const PrimaryOption& one = at(options_.primary, option);
                       return one.size_class == size_of(one.subject);
                     }) &&
         std::all_of(path.entries.begin(), path.entries.end(), [&](EntryPosition entry) {
           const EntryOption& one = at(options_.entries, entry);
           return one.size_class == size_of(one.subject);
         });
}

}  // namespace partita::modelling::design
