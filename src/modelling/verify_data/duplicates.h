// Finds items that share a value which must be unique.
#pragma once

#include "modelling/verify_data/verify_data.h"

namespace partita::modelling::verify_data {

struct DuplicateOptions {
  // The most values whose hashes are in memory at once, 8 bytes each. A table with more is scanned several times.
  std::size_t values_at_once = std::size_t{1} << 24;
  // The most different values that are reported; more are counted in a note.
  std::size_t values = 10'000;
};

// Scans the table twice if a value may be there twice, and once otherwise. Tables without unique fields are not
// scanned. A duplicate is one finding for each item of its value. Errors: those of the database.
Result<void> find_duplicates(const std::shared_ptr<model::Session>& session, const model::TableInfo& table,
                             const DuplicateOptions& options, DataReport& report);

}  // namespace partita::modelling::verify_data
