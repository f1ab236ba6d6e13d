#include <fmt/format.h>

#include "modelling/core/copies.h"
#include "modelling/core/nearest.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P114{
    .id = "P114",
    .severity = Severity::Error,
    .title = "A part of no pattern",
    .why =
        "part_of names the pattern whose work this one is a part of. No pattern has that name, or the pattern "
        "names itself.",
    .cost =
        "The pattern is taken for one of its own: a function is generated for it, and its calls are counted "
        "beside those of the pattern that is meant.",
    .cure = "Correct the name, or leave part_of out."};

void check_P114(const Proof& proof, Findings& findings) {
  for (const Pattern& pattern : proof.model().patterns) {
    if (pattern.part_of.empty() || is_part_of_another(proof.model(), pattern)) continue;
    std::vector<std::string_view> others;
    for (const Pattern& other : proof.model().patterns)
      if (other.name != pattern.name) others.push_back(other.name);
    findings.add(
        k_P114, {.place = pattern.place,
                 .table = pattern.table,
                 .pattern = pattern.name,
                 .message = pattern.part_of == pattern.name
                                ? fmt::format("\"{}\" is a part of itself", pattern.name)
                                : fmt::format("\"{}\" is a part of \"{}\", and no pattern is called so{}", pattern.name,
                                              pattern.part_of, did_you_mean(pattern.part_of, others))});
  }
}

}  // namespace partita::modelling::lint
