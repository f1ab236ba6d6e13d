// AssumeRole: who may become which role, and what the session may do.
#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "iam/evaluate.h"
#include "iam/names.h"
#include "iam/time.h"
#include "sts/role_keys.h"
#include "sts/service.h"
#include "sts/session.h"
#include "sts/validation.h"
#include "sts/xml.h"

namespace partita::sts {
namespace {

constexpr std::string_view kNamePattern = "[\\w+=,.@-]*", kNameCharacters = "_+=,.@-";
constexpr std::string_view kExternalIdPattern = "[\\w+=,.@:\\/-]*", kExternalIdCharacters = "_+=,.@:/-";
constexpr std::int64_t kDefaultRoleSessionS = 3'600, kMostChainedSessionS = 3'600;
constexpr std::size_t kMostSessionTags = 50, kMostTagName = 128, kMostTagValue = 256;

// The request, once its form is right.
struct Wanted {
  std::string role_arn, session_name, source_identity, policy;
  std::optional<std::string> external_id;
  std::optional<std::int64_t> duration_s;
  identities::Tags tags;
  std::vector<std::string> transitive_tags;
};

void read_tags(const Parameters& parameters, Validation& validation, Wanted& wanted) {
  for (const int i : parameters.members("Tags")) {
    const std::string prefix = fmt::format("Tags.member.{}.", i);
    auto name = validation.text(prefix + "Key", Needed::Yes, 1, kMostTagName);
    auto value = validation.text(prefix + "Value", Needed::Yes, 0, kMostTagValue);
    if (name && value) wanted.tags.emplace_back(std::move(*name), std::move(*value));
  }
  for (const int i : parameters.members("TransitiveTagKeys"))
    if (auto name = validation.text(fmt::format("TransitiveTagKeys.member.{}", i), Needed::Yes, 1, kMostTagName))
      wanted.transitive_tags.push_back(std::move(*name));
}

expected<Wanted, StsFault> read_wanted(const Parameters& parameters) {
  Validation validation(parameters);
  Wanted wanted;
  wanted.role_arn = validation.text("RoleArn", Needed::Yes, 20, 2048).value_or("");
  wanted.session_name =
      validation.text("RoleSessionName", Needed::Yes, 2, 64, kNamePattern, kNameCharacters).value_or("");
  wanted.policy = validation.text("Policy", Needed::No, 1, iam::kMostSessionPolicyBytes).value_or("");
  wanted.duration_s = validation.number("DurationSeconds", identities::kLeastSessionS, identities::kMostSessionS);
  wanted.external_id = validation.text("ExternalId", Needed::No, 2, 1224, kExternalIdPattern, kExternalIdCharacters);
  wanted.source_identity =
      validation.text("SourceIdentity", Needed::No, 2, 64, kNamePattern, kNameCharacters).value_or("");
  read_tags(parameters, validation, wanted);
  PARTITA_TRY(validation.finish());
  if (wanted.tags.size() > kMostSessionTags)
    return invalid_request(
        fmt::format("1 validation error detected: Value at 'tags' failed to satisfy constraint: "
                    "Member must have length less than or equal to {}",
                    kMostSessionTags));
  if (std::string fault = identities::tags_fault(wanted.tags); !fault.empty()) return invalid_request(std::move(fault));
  if (!parameters.members("PolicyArns").empty())
    return invalid_request("There are no managed policies here, so PolicyArns cannot be used; use Policy.");
  return wanted;
}

bool has_name(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::any_of(names, [&](const std::string& one) { return iam::same_ignoring_case(one, name); });
}

// Takes over what the sessions of a chain hand on: the source identity, and the transitive tags.
expected<void, StsFault> inherit(const iam::Principal& from, Wanted& wanted) {
  if (!from.source_identity.empty()) {
    if (!wanted.source_identity.empty() && wanted.source_identity != from.source_identity)
      return denied("The source identity of a session cannot be changed.");
    wanted.source_identity = from.source_identity;
  }
  for (const std::string& name : wanted.transitive_tags)
    if (!std::ranges::any_of(wanted.tags, [&](const auto& tag) { return iam::same_ignoring_case(tag.first, name); }))
      return invalid_request("The specified transitive tag key must be included in the requested tags.");
  for (const auto& [name, value] : wanted.tags)
    if (has_name(from.transitive_tags, name))
      return invalid_request(
          "One of the specified transitive tag keys can't be set because it conflicts with a transitive tag key from "
          "the "
          "calling session.");
  return {};
}

// Whether a statement of the trust policy itself allows the request. Policies of the caller are never enough.
bool trusts(const iam::Policy& trust, iam::Request& request, bool has_boundary) {
  return std::ranges::any_of(trust.with(iam::Effect::Allow, request.action()), [&](std::uint16_t i) {
    const iam::Statement& statement = trust.statements()[i];
    return statement.principal_match(request.principal(), has_boundary) != iam::PrincipalMatch::No &&
           statement.applies(request);
  });
}

// `role` may be null, for a role that does not exist.
expected<void, StsFault> check_allowed(const KeyHolder& caller, const iam::Identity& identity,
                                       const identities::RoleEntry* role, iam::Action action, const Wanted& wanted) {
  static const identities::Tags kNoTags;
  RoleKeys keys(wanted.session_name, wanted.external_id, wanted.source_identity, wanted.tags, wanted.transitive_tags,
                role ? role->tags : kNoTags);
  iam::Request request(identity.principal(), action, wanted.role_arn, caller.surroundings, &keys);
  if (role) {
    const iam::Policies policies = identity.policies(role->trust.get());
    const iam::Outcome outcome = iam::evaluate(policies, request);
    if (outcome.decision == iam::Decision::Allowed && trusts(*role->trust, request, policies.boundary != nullptr))
      return {};
    if (outcome.decision == iam::Decision::ExplicitlyDenied) return denied(iam::denial_text(outcome, request));
  }
  return denied(fmt::format("User: {} is not authorized to perform: {} on resource: {}", identity.principal().arn,
                            iam::name_of(action), wanted.role_arn));
}

expected<std::int64_t, StsFault> seconds_of_session(const Wanted& wanted, const identities::RoleEntry& role,
                                                    bool is_chained) {
  const std::int64_t seconds = wanted.duration_s.value_or(kDefaultRoleSessionS);
  if (is_chained && seconds > kMostChainedSessionS)
    return invalid_request(
        "The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining.");
  if (seconds > role.max_session_s)
    return invalid_request("The requested DurationSeconds exceeds the MaxSessionDuration set for this role.");
  return seconds;
}

expected<void, StsFault> check_policy(const std::string& policy) {
  if (policy.empty()) return {};
  const auto parsed = iam::Policy::parse("session policy", policy, iam::PolicyType::Session);
  if (parsed) return {};
  return unexpected(StsFault{400, "MalformedPolicyDocument", parsed.error().message});
}

std::size_t packed_bytes(const identities::Session& session) {
  std::size_t bytes = session.policy.size();
  for (const auto& [name, value] : session.tags) bytes += name.size() + value.size();
  return bytes;
}

}  // namespace

expected<std::string, StsFault> assume_role(const Parameters& parameters, const KeyHolder& caller) {
  PARTITA_TRY_VALUE(identity, identity_of(caller));
  PARTITA_TRY_VALUE(wanted, read_wanted(parameters));
  const iam::Principal& principal = identity->principal();
  if (principal.kind == iam::PrincipalKind::Root) return denied("Roles may not be assumed by root accounts.");
  PARTITA_TRY(check_no_second_factor(parameters));
  PARTITA_TRY_VALUE(directory, directory_of(caller));
  PARTITA_TRY(inherit(principal, wanted));

  const identities::RoleEntry* const role = directory->role_of_arn(wanted.role_arn);
  PARTITA_TRY(check_allowed(caller, *identity, role, iam::Action::AssumeRole, wanted));
  if (!wanted.tags.empty()) PARTITA_TRY(check_allowed(caller, *identity, role, iam::Action::TagSession, wanted));
  if (!wanted.source_identity.empty())
    PARTITA_TRY(check_allowed(caller, *identity, role, iam::Action::SetSourceIdentity, wanted));
  const bool is_chained = principal.kind == iam::PrincipalKind::RoleSession;
  PARTITA_TRY_VALUE(seconds, seconds_of_session(wanted, *role, is_chained));
  PARTITA_TRY(check_policy(wanted.policy));

  const std::int64_t now_ms = caller.surroundings.now_ms;
  identities::Session session{.holder = role->id,
                              .name = wanted.session_name,
                              .secret = {},
                              .issued_ms = now_ms,
                              .expires_ms = end_of_session(caller, seconds),
                              .source_identity = wanted.source_identity,
                              .policy = wanted.policy,
                              .tags = wanted.tags,
                              .transitive_tags = wanted.transitive_tags};
  for (const auto& [name, value] : principal.tags)
    if (has_name(principal.transitive_tags, name)) {
      session.tags.emplace_back(name, value);
      session.transitive_tags.push_back(name);
    }
  const std::size_t packed = packed_bytes(session);
  const std::size_t percent = (packed * 100 + identities::kMostPackedBytes - 1) / identities::kMostPackedBytes;
  if (percent > 100)
    return unexpected(StsFault{400, "PackedPolicyTooLarge",
                               fmt::format("Packed size of session tags consumes {}% of allotted space.", percent)});

  std::string elements;
  Xml(elements)
      .begin("AssumedRoleUser")
      .element("AssumedRoleId", role->id + ":" + session.name)
      .element("Arn", fmt::format("arn:aws:sts::{}:assumed-role/{}/{}", role->account, role->name, session.name))
      .end("AssumedRoleUser");
  PARTITA_TRY(append_credentials(elements, *directory, session));
  if (packed > 0) Xml(elements).element("PackedPolicySize", std::to_string(percent));
  if (!session.source_identity.empty()) Xml(elements).element("SourceIdentity", session.source_identity);
  return elements;
}

}  // namespace partita::sts
