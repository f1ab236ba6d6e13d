// The checks that the changes of users, groups and roles have in common.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "auth/random_key.h"
#include "identities/changes.h"
#include "identities/rules.h"

namespace partita::identities {

inline Done checked(std::string fault) {
  if (fault.empty()) return {};
  return refuse(std::move(fault));
}

// Errors: the list has such a name, perhaps in other case, or is full. `what` is "user", "group" or "role".
template <class Named>
Done checked_new(const std::vector<Named>& list, std::string_view what, std::string_view name, std::size_t most) {
  for (const Named& one : list)
    if (same_name(one.name, name)) return refuse(fmt::format("there is a {} {} already", what, one.name));
  if (list.size() >= most) return refuse(fmt::format("the account has {} {}s, the most that IAM allows", most, what));
  return {};
}

template <class Named>
expected<Named*, std::string> existing(std::vector<Named>& list, std::string_view what, std::string_view name,
                                       std::string_view account) {
  if (Named* const found = find_named(list, name)) return found;
  return refuse(fmt::format("the account {} has no {} {}", account, what, name));
}

inline std::string unique_id(std::string_view prefix) { return auth::random_id(prefix, auth::kUniqueIdCharacters); }

}  // namespace partita::identities
