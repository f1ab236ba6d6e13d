#include "iam/policy.h"

#include <algorithm>

namespace partita::iam {
namespace {

std::size_t group_of(Effect effect, Action action) {
  return static_cast<std::size_t>(effect) * kActions + static_cast<std::size_t>(action);
}

}  // namespace

std::string_view name_of(PolicyType type) {
  switch (type) {
    case PolicyType::Identity:
      return "identity-based policy";
    case PolicyType::Boundary:
      return "permissions boundary";
    case PolicyType::Session:
      return "session policy";
    case PolicyType::Resource:
      return "resource-based policy";
    case PolicyType::Trust:
      return "role trust policy";
  }
  return {};
}

std::string with_article(PolicyType type) {
  return (type == PolicyType::Identity ? "an " : "a ") + std::string(name_of(type));
}

// If a variable of a NotResource has no value, it is not known which resources are meant. The statement then gives no
// permission, and takes one.
bool Statement::resource_fits(Request& request) const {
  bool unresolved = false;
  for (const Pattern& pattern : resources) {
    const Match match = pattern.matches_arn(request.resource(), Reach::Resource, &request);
    if (match == Match::Yes) return !not_resources;
    unresolved = unresolved || match == Match::Unresolved;
  }
  return not_resources && !(unresolved && effect == Effect::Allow);
}

PrincipalMatch Statement::principal_match(const Principal& principal, bool has_boundary) const {
  PrincipalMatch best = PrincipalMatch::No;
  for (const PrincipalPattern& pattern : principals) best = std::max(best, pattern.match(principal));
  if (!not_principals) return best;
  return best == PrincipalMatch::No || has_boundary ? PrincipalMatch::Direct : PrincipalMatch::No;
}

bool Statement::applies(Request& request) const {
  return resource_fits(request) &&
         std::ranges::all_of(conditions, [&](const Condition& one) { return one.holds(request, effect); });
}

Result<Policy> Policy::parse(std::string name, std::string_view document, PolicyType type) {
  Compilation compiled = Compilation::of(std::move(name), document, type);
  if (compiled.faults.empty()) return std::move(compiled.policy);
  const DocumentFault& first = compiled.faults.front();
  return invalid("line " + std::to_string(first.place.line) + ", column " + std::to_string(first.place.column) + ": " +
                 first.text);
}

std::span<const std::uint16_t> Policy::with(Effect effect, Action action) const {
  const std::size_t group = group_of(effect, action);
  if (group_ends_.empty()) return {};
  const std::size_t begin = group == 0 ? 0 : group_ends_[group - 1];
  return std::span(by_action_).subspan(begin, group_ends_[group] - begin);
}

void Policy::index_statements() {
  for (const Effect effect : {Effect::Allow, Effect::Deny})
    for (std::size_t action = 0; action < kActions; ++action) {
      for (std::size_t i = 0; i < statements_.size(); ++i)
        if (statements_[i].effect == effect && statements_[i].actions.has(static_cast<Action>(action)))
          by_action_.push_back(static_cast<std::uint16_t>(i));
      group_ends_.push_back(static_cast<std::uint32_t>(by_action_.size()));
    }
}

}  // namespace partita::iam
