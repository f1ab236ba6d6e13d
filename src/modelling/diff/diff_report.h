// The difference of two models as a text for people and as JSON.
#pragma once

#include <string>

#include "modelling/diff/compare_models.h"

namespace partita::modelling::diff {

struct DiffReportOptions {
  // With them, steps have a price on demand.
  std::optional<PriceList> prices = {};
};

// The steps in the order of an upgrade, then the changes, then a line with the sum. "The models are the same" if there
// is neither.
std::string to_lines(const ModelDiff& diff, const DiffReportOptions& options);

// {"steps": [{kind, table, subject, detail, safety, why, cure, entities: [{entity, share, items, set, removed,
// sentinels_to_write, sentinels_to_remove}], items, write_units, usd}], "changes": [{table, entity, what, safety, why,
// cure}], "notes", "scan_read_units", "safe", "careful", "unsafe"}; absent parts are null.
std::string to_json(const ModelDiff& diff, const DiffReportOptions& options);

}  // namespace partita::modelling::diff
