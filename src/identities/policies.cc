#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "identities/changes.h"
#include "identities/checks.h"

namespace partita::identities {

Done put_policy(std::vector<InlinePolicy>& policies, const std::string& name, const std::string& file,
                const std::string& document, std::size_t most_bytes) {
  PARTITA_TRY(checked(name_fault("policy", name)));
  std::size_t size = policy_size(document);
  for (const InlinePolicy& one : policies)
    if (one.name != name) size += policy_size(one.document);
  if (size > most_bytes)
    return refuse(
        fmt::format("{}: all inline policies together would have {} characters without white space, and may "
                    "have {}",
                    file, size, most_bytes));
  PARTITA_TRY(checked(policy_fault(file, document, iam::PolicyType::Identity)));
  if (InlinePolicy* const old = find_named(policies, name))
    old->document = document;
  else
    policies.push_back({name, document});
  return {};
}

Done delete_policy(std::vector<InlinePolicy>& policies, std::string_view name) {
  if (std::erase_if(policies, [&](const InlinePolicy& one) { return one.name == name; }) == 0)
    return refuse(fmt::format("there is no policy {}", name));
  return {};
}

Done set_boundary(std::string& boundary, const std::string& file, const std::string& document) {
  PARTITA_TRY(checked(policy_fault(file, document, iam::PolicyType::Boundary)));
  boundary = document;
  return {};
}

Done set_tags(Tags& tags, const Tags& wanted) {
  Tags changed = tags;
  for (const auto& [name, value] : wanted) {
    const auto old = std::ranges::find_if(changed, [&](const auto& tag) { return same_name(tag.first, name); });
    if (old != changed.end())
      *old = {name, value};
    else
      changed.emplace_back(name, value);
  }
  PARTITA_TRY(checked(tags_fault(changed)));
  tags = std::move(changed);
  return {};
}

Done remove_tags(Tags& tags, const std::vector<std::string>& names) {
  Tags changed = tags;
  for (const std::string& name : names)
    if (std::erase_if(changed, [&](const auto& tag) { return same_name(tag.first, name); }) == 0)
      return refuse(fmt::format("there is no tag {}", name));
  tags = std::move(changed);
  return {};
}

}  // namespace partita::identities
