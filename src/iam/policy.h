// Policies, ready for evaluation.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "iam/action.h"
#include "iam/condition.h"
#include "iam/json.h"
#include "iam/pattern.h"
#include "iam/principal_pattern.h"

namespace partita::iam {

// The thing to which a policy is attached. It decides the members of the statements and the policy's part in a
// decision.
enum class PolicyType : std::uint8_t {
  Identity,
  Boundary,
  Session,
  Resource,
  Trust,  // the resource-based policy of a role, which says who may assume it
};

// "identity-based policy", "permissions boundary", "session policy", "resource-based policy" or "role trust policy".
std::string_view name_of(PolicyType type);
// The same with its article, "an identity-based policy".
std::string with_article(PolicyType type);

// The largest size of a policy. White space between the parts of an Identity policy, a Boundary or a Trust policy does
// not count. It does count in the other two. Sources: "IAM and AWS STS quotas", "Quotas in Amazon DynamoDB".
inline constexpr std::size_t kMostIdentityPolicyBytes = 6'144;
inline constexpr std::size_t kMostSessionPolicyBytes = 2'048;
inline constexpr std::size_t kMostResourcePolicyBytes = 20'480;
inline constexpr std::size_t kMostTrustPolicyBytes = 2'048;

struct Statement {
  std::string sid;
  Effect effect = Effect::Allow;
  ActionSet actions;
  std::vector<Pattern> resources;
  std::vector<std::string> resource_texts;   // as the policy has them
  bool not_resources = false;                // the statement is for all resources but these
  std::vector<PrincipalPattern> principals;  // of a resource-based policy or a trust policy
  bool not_principals = false;
  std::vector<Condition> conditions;

  bool resource_fits(Request& request) const;
  // How the statement of a resource-based policy names the principal. `has_boundary`: a NotPrincipal that denies also
  // denies each principal that has a permissions boundary.
  PrincipalMatch principal_match(const Principal& principal, bool has_boundary) const;
  // Whether the statement is for the request's resource and all conditions are true. Requires: `actions` has the
  // request's action, and a resource-based policy's statement is for the principal.
  bool applies(Request& request) const;
};

// Immutable, so that any threads may evaluate it.
class Policy {
 public:
  // `name` is for reports, such as the name of a file. Errors: ValidationException with the first fault and its place.
  static Result<Policy> parse(std::string name, std::string_view document, PolicyType type);

  const std::string& name() const { return name_; }
  PolicyType type() const { return type_; }
  const std::vector<Statement>& statements() const { return statements_; }
  // The numbers of the statements with this effect that have the action, in the document's order.
  std::span<const std::uint16_t> with(Effect effect, Action action) const;

 private:
  friend struct Compilation;
  void index_statements();

  std::string name_;
  PolicyType type_ = PolicyType::Identity;
  std::vector<Statement> statements_;
  std::vector<std::uint16_t> by_action_;   // numbers of statements, grouped by effect and action
  std::vector<std::uint32_t> group_ends_;  // of each group
};

// All that can be said of a document.
struct Compilation {
  Policy policy;  // complete only if the document has no faults
  std::vector<DocumentFault> faults;
  std::vector<DocumentFault> warnings;  // parts that are legal and probably mistakes

  static Compilation of(std::string name, std::string_view document, PolicyType type);
};

}  // namespace partita::iam
