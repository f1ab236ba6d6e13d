// Names and texts in faults, comparison of names without regard to case, and the name that somebody probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace partita::iam {

inline std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

// Only the letters A to Z have a case here, as in the names of IAM.
bool same_ignoring_case(std::string_view a, std::string_view b);
bool starts_with_ignoring_case(std::string_view text, std::string_view prefix);

// The candidate that differs from `name` only by case, or by at most two characters that are wrong, missing, surplus or
// swapped with their neighbours, but not in all its characters. Returns an empty view if no candidate does.
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace partita::iam
