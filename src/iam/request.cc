#include "iam/request.h"

#include <charconv>

#include "iam/names.h"
#include "iam/time.h"

namespace partita::iam {
namespace {

Values one_or_none(std::string_view text) { return text.empty() ? Values() : Values(text); }

std::string_view type_of(PrincipalKind kind) {
  switch (kind) {
    case PrincipalKind::Root:
      return "Account";
    case PrincipalKind::User:
      return "User";
    case PrincipalKind::RoleSession:
      return "AssumedRole";
    case PrincipalKind::FederatedUser:
      return "FederatedUser";
  }
  return {};
}

Values tag_of(const Principal& principal, std::string_view name) {
  for (const auto& [tag, value] : principal.tags)
    if (same_ignoring_case(tag, name)) return Values(std::string_view(value));
  return {};
}

}  // namespace

Values Request::values(const ConditionKey& key) {
  switch (key.id) {
    case KeyId::CurrentTime:
      return Values(time_text());
    case KeyId::EpochTime:
      return Values(epoch_text());
    case KeyId::SecureTransport:
      return Values(surroundings_.secure_transport ? "true" : "false");
    case KeyId::SourceIp:
      return one_or_none(surroundings_.source_ip);
    case KeyId::RequestedRegion:
      return one_or_none(surroundings_.region);
    case KeyId::PrincipalAccount:
      return Values(std::string_view(principal_.account));
    case KeyId::PrincipalArn:  // of a role's session, the role
      return Values(std::string_view(principal_.role_arn.empty() ? principal_.arn : principal_.role_arn));
    case KeyId::PrincipalType:
      return Values(type_of(principal_.kind));
    case KeyId::UserId:
      return one_or_none(principal_.user_id);
    case KeyId::UserName:
      return one_or_none(principal_.user_name);
    case KeyId::SourceIdentity:
      return one_or_none(principal_.source_identity);
    case KeyId::TokenIssueTime:
      return principal_.token_issue_time.empty() ? of_source(key)
                                                 : Values(std::string_view(principal_.token_issue_time));
    case KeyId::MultiFactorAuthPresent:  // only sessions have the key, and Partita knows no second factor
      return principal_.token_issue_time.empty() ? of_source(key) : Values("false");
    case KeyId::PrincipalTag:
      return tag_of(principal_, key.detail());
    default:
      return of_source(key);
  }
}

Values Request::of_source(const ConditionKey& key) {
  if (!source_) return {};
  const auto i = static_cast<std::size_t>(key.id);
  if (i >= kNamedKeys) return source_->values(key);
  if (!asked_[i]) {
    asked_.set(i);
    from_source_[i] = source_->values(key);
  }
  return from_source_[i];
}

std::string_view Request::time_text() {
  if (time_size_ == 0) time_size_ = write_time(surroundings_.now_ms, time_);
  return {time_, time_size_};
}

std::string_view Request::epoch_text() {
  if (epoch_size_ == 0)
    epoch_size_ = static_cast<std::size_t>(
        std::to_chars(epoch_, epoch_ + sizeof epoch_, surroundings_.now_ms / 1000).ptr - epoch_);
  return {epoch_, epoch_size_};
}

}  // namespace partita::iam
