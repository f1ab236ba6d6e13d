// Draws which table or index each access pattern reads or writes: reads at the left, tables with their indexes in the
// middle, writes at the right, and refused patterns below.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "modelling/picture/svg.h"

namespace partita::modelling {

// A table, or an index of the last table before it.
struct MapTarget {
  std::string name = {};
  std::string note = {};  // the key attributes
  bool is_table = true;
};

struct MapAccess {
  std::size_t target = 0;  // into AccessMap::targets
  std::string items = {};  // "20 items"; may be empty
  std::string units = {};  // "2.5 RU"; may be empty
};

struct MapPattern {
  std::string name = {};
  std::string note = {};  // "one Query page"
  int colour = 0;         // of its first entity
  bool write = false;
  std::vector<MapAccess> accesses = {};
  std::string refused = {};  // the reason; such a pattern needs no access
};

struct AccessMap {
  std::string id = {};
  std::string title = {};
  std::string subtitle = {};
  std::vector<MapTarget> targets = {};  // the first one is a table
  std::vector<MapPattern> patterns = {};
};

std::string draw_access_map(const AccessMap& map, SvgUse use);

}  // namespace partita::modelling
