#include <fmt/format.h>

#include <cmath>

#include "modelling/cost/access.h"
#include "modelling/lint/rule.h"
#include "value/limits.h"

namespace partita::modelling::lint {

const Rule k_P155{
    .id = "P155",
    .severity = Severity::Note,
    .title = "A read of several pages",
    .why = "A page of a Query ends at 1 MB of what was read, and the next request begins where it ended.",
    .cost = "A call waits for several requests, one after the other, and pays for all items.",
    .cure = "Say limit if a caller wants one page, or give a range or further fields, so that a call reads less."};

void check_P155(const Proof& proof, Findings& findings) {
  Assumptions assumptions;
  const Shapes shapes(proof, assumptions);
  for (const ProvenPattern& pattern : proof.patterns()) {
    const Pattern& declared = *pattern.declared;
    if (!pattern.served() || pattern.info.plan.operation != model::PlanOperation::Query || declared.limit ||
        !declared.items)
      continue;
    PatternUnits units{.pattern = &declared};
    add_read_units(pattern, shapes, assumptions, units);
    for (const Access& access : units.accesses) {
      const double bytes = access.units * limits::kReadUnitBytes * (pattern.info.plan.consistent ? 1 : 2);
      const double pages = std::ceil(bytes / limits::kPageBytes);
      if (pages < 2) continue;
      findings.add(k_P155,
                   {.place = declared.place,
                    .table = std::string(pattern.info.table->name),
                    .pattern = declared.name,
                    .message = fmt::format("\"{}\" returns {:g} items and reads {:.1f} MB: one call takes {:.0f} "
                                           "requests{}",
                                           declared.name, *declared.items, bytes * access.times / limits::kPageBytes,
                                           pages * access.times, access.times > 1 ? " of all shards" : "")});
    }
  }
}

}  // namespace partita::modelling::lint
