// A file with facts about the traffic of a model. It adds facts that the model leaves open, and replaces others.
//
//   seasons:                         # besides those of the model
//     - {name: sale, begin_second: 600, end_second: 1200, factor: 5, patterns: [Pay an order]}
//     - {name: day, period_seconds: 86400, amplitude: 0.8, peak_second: 72000}
//   patterns:
//     Pay an order: {per_second: 200, items: 3, values: {status: {zipf: 1.1}}}
//   # or a list of patterns that the model lacks, as a model has them:
//   # - {name: Orders of a customer, entities: ORDER, by: [customer], per_second: 200}
//   fields:
//     ORDER.customer: {distinct: 10M, values: {zipf: 1}}
//   entities:
//     ORDER: {count: 100M, size_bytes: 400}
//   tables:
//     shop: {read_units: 500, write_units: 100}   # provisioned; an index is named shop/by_status
//     carts: {on_demand: true}
#pragma once

#include <string>

#include "modelling/core/model.h"

namespace partita::modelling {

// Puts the file's facts into the model. Errors: as read_model, and if the model lacks a thing that the file names.
Result<void> apply_workload(const std::string& path, Model& model);
// The same for a text that is there already.
Result<void> apply_workload_text(std::string_view text, const std::string& name, Model& model);

}  // namespace partita::modelling
