#include "iam/evaluate.h"

#include <algorithm>

namespace partita::iam {
namespace {

using PolicyList = std::span<const Policy* const>;

// Finds the first statement of `policy` with `effect` that applies. Not for resource-based policies.
bool find(const Policy& policy, Effect effect, Request& request, Outcome& found) {
  for (const std::uint16_t i : policy.with(effect, request.action()))
    if (policy.statements()[i].applies(request)) {
      found.type = policy.type();
      found.policy = &policy;
      found.statement = i;
      return true;
    }
  return false;
}

bool find(PolicyList policies, Effect effect, Request& request, Outcome& found) {
  return std::ranges::any_of(policies, [&](const Policy* policy) { return find(*policy, effect, request, found); });
}

// Finds the statement of the resource-based policy that names the principal most directly.
PrincipalMatch find_in_resource_policy(const Policies& policies, Effect effect, Request& request, Outcome& found) {
  PrincipalMatch best = PrincipalMatch::No;
  if (!policies.resource) return best;
  for (const std::uint16_t i : policies.resource->with(effect, request.action())) {
    const Statement& statement = policies.resource->statements()[i];
    const PrincipalMatch match = statement.principal_match(request.principal(), policies.boundary != nullptr);
    if (match <= best || !statement.applies(request)) continue;
    best = match;
    found.type = policies.resource->type();
    found.policy = policies.resource;
    found.statement = i;
    if (best == PrincipalMatch::Direct) break;
  }
  return best;
}

bool find_denial(const Policies& policies, Request& request, Outcome& found) {
  return find(policies.identity, Effect::Deny, request, found) ||
         (policies.boundary && find(*policies.boundary, Effect::Deny, request, found)) ||
         find(policies.session, Effect::Deny, request, found) ||
         find_in_resource_policy(policies, Effect::Deny, request, found) != PrincipalMatch::No;
}

// Whether the policies that only limit allow the request. If not, `limit` is the type of the one that does not.
bool is_within_limits(const Policies& policies, Request& request, PolicyType& limit) {
  Outcome ignored;
  limit = PolicyType::Boundary;
  if (policies.boundary && !find(*policies.boundary, Effect::Allow, request, ignored)) return false;
  limit = PolicyType::Session;
  return policies.session.empty() || find(policies.session, Effect::Allow, request, ignored);
}

bool belongs_to_principals_account(const Request& request) {
  const std::string_view account = part_of_arn(request.resource(), 4);
  return account.empty() || account == request.principal().account;
}

Outcome denied_for_lack_of(PolicyType type) { return {Decision::ImplicitlyDenied, type, nullptr, 0}; }

}  // namespace

Outcome evaluate(const Policies& policies, Request& request) {
  Outcome outcome;
  if (find_denial(policies, request, outcome)) {
    outcome.decision = Decision::ExplicitlyDenied;
    return outcome;
  }
  Outcome allowed{Decision::Allowed, PolicyType::Identity, nullptr, 0};
  const PrincipalMatch named = find_in_resource_policy(policies, Effect::Allow, request, allowed);
  const bool same_account = belongs_to_principals_account(request);
  if (same_account && named == PrincipalMatch::Direct) return allowed;
  if (!same_account && named == PrincipalMatch::No) return denied_for_lack_of(PolicyType::Resource);

  const bool by_role = same_account && named == PrincipalMatch::Role;
  const bool is_root = request.principal().kind == PrincipalKind::Root;
  if (!by_role) {
    allowed = {Decision::Allowed, PolicyType::Identity, nullptr, 0};
    if (!is_root && !find(policies.identity, Effect::Allow, request, allowed))
      return denied_for_lack_of(PolicyType::Identity);
  }
  PolicyType limit = PolicyType::Boundary;
  if (!is_within_limits(policies, request, limit)) return denied_for_lack_of(limit);
  return allowed;
}

std::string denial_text(const Outcome& outcome, const Request& request) {
  const std::string action(name_of(request.action()));
  std::string text = "User: " + request.principal().arn + " is not authorized to perform: " + action +
                     " on resource: " + std::string(request.resource());
  if (outcome.decision == Decision::ImplicitlyDenied)
    return text + " because no " + std::string(name_of(outcome.type)) + " allows the " + action + " action";
  return text + " with an explicit deny in " + with_article(outcome.type);
}

}  // namespace partita::iam
