#include <partita/limits.h>

#include <algorithm>

#include "modelling/design/candidates/candidates.h"
#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {

bool share_indexes(const Questions& questions, const Tables& tables, std::vector<IndexChoice>& choices) {
  bool any = false;
  for (const SubjectPositions& table : tables) {
    if (existing_table(questions, table)) continue;
    const auto is_here = [&](const IndexChoice& one) { return !one.form.local && contains(table, one.subjects[0]); };
    if (std::count_if(choices.begin(), choices.end(), is_here) <= static_cast<std::ptrdiff_t>(limits::kGlobalIndexes))
      continue;
    // The subjects and the projection of each slot.
    std::vector<std::pair<SubjectPositions, ProjectionType>> slots;
    for (IndexChoice& choice : choices) {
      const Subject& own = at(questions, choice.subjects[0]);
      if (!is_here(choice) || !choice.can_share || choice.subjects.size() > 1 ||
          !all_fit(own.entity, choice.form.partition, fits_into_text) ||
          !all_fit(own.entity, choice.form.sort, fits_into_text) || !all_fit(own.entity, own.identity, fits_into_text))
        continue;
      std::size_t slot = 0;
      while (slot < slots.size() &&
             (slots[slot].second != choice.projection.type || contains(slots[slot].first, choice.subjects[0])))
        ++slot;
      if (slot == slots.size()) slots.push_back({{}, choice.projection.type});
      slots[slot].first.push_back(choice.subjects[0]);
      choice.slot = static_cast<int>(slot);
      any = true;
    }
  }
  return any;
}

}  // namespace partita::modelling::design
