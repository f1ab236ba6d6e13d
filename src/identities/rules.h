// IAM's rules for names and sizes. Source: "IAM and AWS STS quotas, name requirements, and character limits" in the IAM
// User Guide, and the API reference of IAM.
//
// Each function returns what is wrong and what to write, or an empty text.
#pragma once

#include <string>
#include <string_view>

#include "iam/policy.h"
#include "identities/contents.h"

namespace partita::identities {

inline constexpr std::size_t kMostUsers = 5000, kMostGroups = 300, kMostRoles = 1000;  // of an account
inline constexpr std::size_t kMostGroupsOfUser = 10;
inline constexpr std::size_t kMostKeys = 2;  // of a user, and of an account's root
inline constexpr std::size_t kMostTags = 50;
inline constexpr std::size_t kMostUserPolicyBytes = 2'048, kMostGroupPolicyBytes = 5'120, kMostRolePolicyBytes = 10'240;
inline constexpr std::int64_t kLeastSessionS = 900, kLeastMaxSessionS = 3'600, kMostSessionS = 43'200;

// `what` is "user", "group", "role" or "policy", with the largest length of such a name.
std::string name_fault(std::string_view what, std::string_view name);
std::string path_fault(std::string_view path);
std::string account_fault(std::string_view account);
// Of all tags of one user or role, or of a session.
std::string tags_fault(const Tags& tags);
// The fault of the document, with its line and column. `name` is for the text, such as the name of a file.
std::string policy_fault(std::string_view name, std::string_view document, iam::PolicyType type);
// The size of a policy as IAM counts it: characters without white space.
std::size_t policy_size(std::string_view document);

// Whether the names differ at most in the case of letters, which IAM does not allow in one account.
bool same_name(std::string_view a, std::string_view b);

}  // namespace partita::identities
