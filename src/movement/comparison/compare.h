// Compares the items of two tables, in the same database or in two.
#pragma once

#include <partita/database.h>

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "movement/comparison/compared_table.h"

namespace partita::movement {

struct Difference {
  enum class Kind : std::uint8_t { OnlyFirst, OnlySecond, Differs };
  Kind kind = Kind::Differs;
  Item key = {};
  std::optional<Item> first = {};
  std::optional<Item> second = {};
  // The names of attributes that only one of the items has, or that have different values, in the order of their bytes.
  std::vector<std::string> attributes() const;
};

struct CompareSettings {
  std::size_t memory_bytes = std::size_t{64} << 20;  // of the keys that have come from one table only
  // For how long items that differ are read again, because one of the tables follows the other. Each is read again once
  // in any case.
  std::chrono::milliseconds settle{0};
  // Whether a difference does not count. It is called on one thread at a time, as the next one is.
  std::function<bool(const Difference&)> ignores = [](const Difference&) { return false; };
  // Takes each difference that counts.
  std::function<Result<void>(const Difference&)> on_difference = [](const Difference&) { return Result<void>(); };
};

struct Comparison {
  std::uint64_t first_items = 0;  // that were in the first table when it was read
  std::uint64_t second_items = 0;
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  std::uint64_t differing = 0;
  std::uint64_t spilled = 0;  // entries that were in temporary files meanwhile
  std::uint64_t different() const { return only_first + only_second + differing; }
};

// If both databases are Partitas, they hash the items of parts of the tables, and only hashes of the items of parts
// that differ are read. Otherwise both tables are read once, with parallel Scans. Items that differ are read again by
// their keys. Memory: that of the settings, 12 MB for the sums of the parts, pages, and the items of 100 keys of each
// of 4 threads. Errors: ValidationException if the tables have different keys; those of the databases, and
// InternalServerError if a temporary file cannot be written.
Result<Comparison> compare(const ComparedTable& first, const ComparedTable& second, const CompareSettings& settings,
                           CompareProgress& progress);

}  // namespace partita::movement
