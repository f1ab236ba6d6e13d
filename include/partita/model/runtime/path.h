// A Path is the place of a value in an item, as a list of steps. It is not one joined text, because the names of
// attributes and of entries of maps may contain any byte, also '.' and '['.
#pragma once

#include <partita/export.h>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::model {

// A step leads to an attribute or an entry of a map by its name, or to an element of a list by its number.
struct PARTITA_API PathStep {
  std::string name = {};
  std::optional<std::int64_t> element = {};  // counted from 0; if it is set, the name is empty

  PathStep();
  PathStep(const char* entry);
  PathStep(std::string entry);
  PathStep(std::string_view entry);
  PathStep(std::integral auto number) : element(static_cast<std::int64_t>(number)) {}
  PathStep(const PathStep&);
  PathStep(PathStep&&) noexcept;
  PathStep& operator=(const PathStep&);
  PathStep& operator=(PathStep&&) noexcept;
  ~PathStep();
  friend bool operator==(const PathStep&, const PathStep&) = default;
};

// A list of steps that begins with an attribute. Path("a.b") is one step to the attribute of that name. Path{"a", "b",
// 3} leads to the fourth element of the entry b of a.
struct PARTITA_API Path {
  std::vector<PathStep> steps = {};

  Path();
  Path(const char* attribute);
  Path(std::string attribute);
  Path(std::string_view attribute);
  Path(std::initializer_list<PathStep> all);
  Path(const Path&);
  Path(Path&&) noexcept;
  Path& operator=(const Path&);
  Path& operator=(Path&&) noexcept;
  ~Path();
  bool empty() const { return steps.empty(); }
  friend bool operator==(const Path&, const Path&) = default;
};

}  // namespace partita::model

extern template class std::vector<partita::model::PathStep>;
