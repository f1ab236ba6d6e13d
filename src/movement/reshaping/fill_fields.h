// Gives stored items the fields of a later model, in their tables.
#pragma once

#include <partita/database.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "modelling/derive/new_fields.h"
#include "transfer/tables/pace.h"

namespace partita::movement {

enum class FillMode : std::uint8_t {
  List,     // no item is changed
  Fill,     // items get the fields that they lack
  DropOld,  // items that have all of them lose those that only the earlier model has
};

// The fields with other values than their earlier fields give.
enum class Differing : std::uint8_t {
  Leave,   // the item keeps its earlier fields too
  Accept,  // the values that are there are right
  Derive,  // the values that follow take their place, when fields are filled
};

struct FillSettings {
  FillMode mode = FillMode::List;
  Differing differing = Differing::Leave;
  std::string prefix = {};          // of the names of tables
  int segments = 8;                 // of a table, each on a thread
  transfer::Pace* units = nullptr;  // of reads and writes together; may be null
  // Called after each page of items, on one thread at a time, with all items that were read.
  std::function<void(std::uint64_t items)> on_page = [](std::uint64_t) {};
};

// The items of one entity.
struct FilledEntity {
  std::uint64_t lacking = 0;    // that lacked fields before the pass
  std::uint64_t filled = 0;     // those that got fields, or other values, from this pass
  std::uint64_t unsettled = 0;  // of them, those that programs changed again and again before each write
  std::uint64_t differing = 0;  // whose new fields have other values than the earlier ones give
  std::uint64_t left_over = 0;  // that had fields which only the earlier model has
  std::uint64_t dropped = 0;    // of them, those that have them no more
  std::uint64_t kept = 0;       // of them, those that keep them, because they lack or differ in the new ones
};

struct FillReport {
  std::map<const modelling::derive::EntityOrigin*, FilledEntity> entities = {};
  std::vector<std::string> faults =
      {};  // "TABLE KEY: REASON" of items whose fields cannot be derived or written, the first ones
  std::uint64_t fault_count = 0;
  std::vector<std::string> differing = {};  // "TABLE KEY: FIELD, FIELD" of the first items that differ
  static constexpr std::size_t kMostNamed = 10;
};

// Reads each table with new fields once, with strong consistency. Each write has the conditions that the attributes
// which it changes, and those from which their values follow, are as they were read; if not, the item is read again.
// Deleted items do not come back. Other attributes, and the version, stay. An item that the database refuses is a
// fault. Memory: a page of 1 MB for each segment. Errors: those of the database that are not the fault of an item.
Result<FillReport> fill_fields(Database& database, const modelling::derive::NewFields& fields,
                               const FillSettings& settings);

}  // namespace partita::movement
