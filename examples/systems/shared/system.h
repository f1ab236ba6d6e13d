// What an example system shows of itself: its access patterns, each with a check against its sample data.
// `partita demo` and tests/systems run them all in the same way.
//
// A system is a folder of examples/systems with a system.h, which declares `const systems::System& system();` in the
// namespace that is called like the folder. Nothing else has to name it.
#pragma once

#include <partita/database.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systems {

// What was wrong with the answer; none where it was right.
using Wrong = std::optional<std::string>;

struct AccessPattern {
  std::string name;    // in the words of the system's document
  std::string method;  // of the repository
  // Where the requests read, in the order of their first use: the names of indexes and "base table", with ", " between
  // them. Empty: in the base table, or nowhere.
  std::string index = {};
  int requests = 1;  // that the method may send, all in all
  std::function<Wrong()> check = {};
  // Send further requests, to set the scene and to look at the effect: run before and after what is measured.
  std::function<Wrong()> before = {};
  std::function<Wrong()> after = {};
  bool filters = false;  // to read more items than it returns is the point of the pattern
};

struct PatternGroup {
  std::string title;  // "Read pattern"
  std::vector<AccessPattern> patterns;
};

// A system at work on a database, which it keeps.
struct Instance {
  // Makes the data what the patterns expect, whatever an earlier run left there. Data of others stays.
  std::function<partita::Result<void>()> load_sample;
  // Adds a thousand items that belong to no answer but stand in the same partitions. Run once, after load_sample.
  std::function<partita::Result<void>()> load_unrelated;
  // In the order in which they have to run on freshly loaded sample data.
  std::vector<PatternGroup> groups;
};

struct System {
  std::string_view name;     // of the folder and of the demo
  std::string_view summary;  // one line for the help
  // The key map as the page of the system shows it: pt::to_mermaid of its tables.
  std::string (*key_map)() = nullptr;
  // Creates the tables that are missing. Errors: those of pt::db::create_table_if_missing.
  partita::Result<Instance> (*start)(std::shared_ptr<partita::Database> database) = nullptr;
};

}  // namespace systems
