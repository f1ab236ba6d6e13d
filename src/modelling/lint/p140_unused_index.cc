#include <fmt/format.h>

#include <algorithm>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P140{.id = "P140",
                  .severity = Severity::Warning,
                  .title = "An index that no pattern uses",
                  .why = "No access pattern of the model reads the index.",
                  .cost = "Each write of an item that is in the index is paid for twice, and so is its storage.",
                  .cure = "Remove the index, or add the pattern that it is for."};

void check_P140(const Proof& proof, Findings& findings) {
  for (const ProvenTable& table : proof.tables()) {
    const auto reads_table = [&](const ProvenPattern& pattern) { return pattern.info.table == table.info; };
    if (std::none_of(proof.patterns().begin(), proof.patterns().end(), reads_table)) continue;
    for (std::size_t i = 0; i < table.declared->indexes.size(); ++i) {
      const Index& index = table.declared->indexes[i];
      const bool used = std::any_of(proof.patterns().begin(), proof.patterns().end(), [&](const ProvenPattern& one) {
        const bool planned = one.info.table == table.info && one.info.plan.index == model::IndexPosition(i);
        // A refused pattern and a Scan may mean the index too.
        return planned || one.declared->index == index.name;
      });
      if (!used)
        findings.add(k_P140, {.place = index.place,
                              .table = table.declared->name,
                              .index = index.name,
                              .message = fmt::format("no pattern reads the index {}", index.name)});
    }
  }
}

}  // namespace partita::modelling::lint
