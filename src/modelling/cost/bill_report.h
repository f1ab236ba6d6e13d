// A bill as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "modelling/cost/bill.h"
#include "modelling/cost/changes.h"

namespace partita::modelling {

// Tables of the patterns, of the tables and indexes, and of the `most` cheapest changes; then the parts without a
// price, the assumptions, and the sources of the prices.
std::string cost_text(const Bill& bill, const std::vector<CheaperChange>& changes, std::size_t most);

// JSON with the members region, month_hours, total_usd, patterns (name, operation, per_second, read_units, write_units,
// accesses, usd, not_priced), tables (name, mode, class, throughput_usd ..., places, alternatives), changes,
// not_priced, assumptions and prices. Numbers are not rounded.
std::string cost_json(const Bill& bill, const std::vector<CheaperChange>& changes);

std::string_view name_of(CapacityMode mode);
std::string_view name_of(TableClass table_class);

}  // namespace partita::modelling
