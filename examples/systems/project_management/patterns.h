// The document's access patterns, each with a check against the sample data.
#pragma once

#include "project_management/organizations.h"
#include "shared/system.h"

namespace project_management {

// What the document finds, without changing anything.
systems::PatternGroup find_patterns(const Organizations& organizations);
// Create, update and delete, and the assignment of employees; each looks at what it left behind.
systems::PatternGroup write_patterns(const Organizations& organizations);

// "100 101", in the order of the list.
std::string ids_of(const std::vector<Project>& projects);
std::string ids_of(const std::vector<Employee>& employees);
// "100/300".
std::string ids_of(const std::vector<Assignment>& assignments);
// Of a page, or an error.
template <class T>
Result<std::string> ids_of(const Result<pt::Page<T>>& page) {
  if (!page) return partita::unexpected(page.error());
  return ids_of(page->items);
}
template <class T>
Result<std::string> ids_of(const Result<std::vector<T>>& items) {
  if (!items) return partita::unexpected(items.error());
  return ids_of(*items);
}

}  // namespace project_management
