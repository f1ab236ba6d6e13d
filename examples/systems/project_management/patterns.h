// The access patterns of the article "DynamoDB Data Modeling (Single Table)" by Judlup Luna, each with a check against
// the sample data.
#pragma once

#include "project_management/organizations.h"
#include "shared/system.h"

namespace project_management {

// The reads of the article, which change no data.
systems::PatternGroup find_patterns(const Organizations& organizations);
// Creates, updates, deletions and assignments. Each has a check of its effect.
systems::PatternGroup write_patterns(const Organizations& organizations);

// A text such as "100 101", in the order of the list.
std::string ids_of(const std::vector<Project>& projects);
std::string ids_of(const std::vector<Employee>& employees);
// A text such as "100/300".
std::string ids_of(const std::vector<Assignment>& assignments);
// The ids in a page or a list, or its error.
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
