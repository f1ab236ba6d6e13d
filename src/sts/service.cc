#include "sts/service.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "iam/time.h"
#include "sts/session.h"
#include "sts/validation.h"
#include "sts/xml.h"

namespace partita::sts {
namespace {

constexpr std::string_view kVersion = "2011-06-15";
constexpr std::int64_t kDefaultUserSessionS = 43'200, kMostUserSessionS = 129'600, kMostRootSessionS = 3'600;

struct NamedOperation {
  std::string_view name;
  expected<std::string, StsFault> (*run)(const Parameters&, const KeyHolder&);
};
constexpr NamedOperation kOperations[] = {
    {"GetCallerIdentity", [](const Parameters&, const KeyHolder& caller) { return get_caller_identity(caller); }},
    {"AssumeRole", assume_role},
    {"GetSessionToken", get_session_token},
};

const NamedOperation* find_operation(const Parameters& parameters) {
  if (parameters.find("Version").value_or(kVersion) != kVersion) return nullptr;
  const auto action = parameters.find("Action");
  for (const NamedOperation& operation : kOperations)
    if (action == operation.name) return &operation;
  return nullptr;
}

}  // namespace

unexpected<StsFault> denied(std::string message) {
  return unexpected(StsFault{403, "AccessDenied", std::move(message)});
}

expected<const iam::Identity*, StsFault> identity_of(const KeyHolder& caller) {
  if (const iam::Identity* const identity = caller.key.key->identity.get()) return identity;
  return denied("The key has no user with policies.");
}

expected<const identities::Directory*, StsFault> directory_of(const KeyHolder& caller) {
  if (const auto* const directory = dynamic_cast<const identities::Directory*>(caller.key.keys->sessions()))
    return directory;
  return unexpected(StsFault{503, "ServiceUnavailable", "This server gives out no temporary credentials."});
}

expected<void, StsFault> check_no_second_factor(const Parameters& parameters) {
  if (!parameters.find("SerialNumber") && !parameters.find("TokenCode")) return {};
  return denied(
      "MultiFactorAuthentication failed, unable to validate MFA code.  Please verify your MFA serial number is valid "
      "and associated with this user.");
}

std::int64_t end_of_session(const KeyHolder& caller, std::int64_t seconds) {
  const std::int64_t end_ms = caller.surroundings.now_ms + seconds * 1000;
  const auth::AccessKey& key = *caller.key.key;
  return key.expires_ms && !key.session_token ? std::min(end_ms, *key.expires_ms) : end_ms;
}

expected<void, StsFault> append_credentials(std::string& elements, const identities::Directory& directory,
                                            identities::Session session) {
  // The same request may succeed later.
  const auto key = directory.begin_session(session);
  if (!key) return unexpected(StsFault{500, "InternalFailure", key.error()});
  char expiration[24];
  const std::size_t size = iam::write_time(session.expires_ms, expiration);
  Xml(elements)
      .begin("Credentials")
      .element("AccessKeyId", key->id)
      .element("SecretAccessKey", key->secret)
      .element("SessionToken", *key->session_token)
      .element("Expiration", {expiration, size})
      .end("Credentials");
  return {};
}

expected<std::string, StsFault> get_caller_identity(const KeyHolder& caller) {
  PARTITA_TRY_VALUE(identity, identity_of(caller));
  const iam::Principal& principal = identity->principal();
  std::string elements;
  Xml(elements)
      .element("Arn", principal.arn)
      .element("UserId", principal.user_id)
      .element("Account", principal.account);
  return elements;
}

expected<std::string, StsFault> get_session_token(const Parameters& parameters, const KeyHolder& caller) {
  PARTITA_TRY_VALUE(identity, identity_of(caller));
  Validation validation(parameters);
  const auto wanted_s = validation.number("DurationSeconds", identities::kLeastSessionS, kMostUserSessionS);
  PARTITA_TRY(validation.finish());
  if (caller.key.key->session_token) return denied("Cannot call GetSessionToken with session credentials");
  PARTITA_TRY(check_no_second_factor(parameters));
  PARTITA_TRY_VALUE(directory, directory_of(caller));
  const bool is_root = identity->principal().kind == iam::PrincipalKind::Root;
  // The service shortens the sessions of the root without a word.
  const std::int64_t seconds = is_root ? std::min(wanted_s.value_or(kMostRootSessionS), kMostRootSessionS)
                                       : wanted_s.value_or(kDefaultUserSessionS);
  const std::int64_t now_ms = caller.surroundings.now_ms;
  std::string elements;
  PARTITA_TRY(append_credentials(elements, *directory,
                                 {.holder = identities::holder_of(identity->principal()),
                                  .name = {},
                                  .secret = {},
                                  .issued_ms = now_ms,
                                  .expires_ms = end_of_session(caller, seconds)}));
  return elements;
}

std::string_view operation_of(const Parameters& parameters) {
  const NamedOperation* const operation = find_operation(parameters);
  return operation ? operation->name : std::string_view();
}

expected<std::string, StsFault> answer(const Parameters& parameters, const KeyHolder& caller) {
  if (!parameters.complete())
    return invalid_request(fmt::format("The request has more than {} parameters.", Parameters::kMostParameters));
  const auto action = parameters.find("Action");
  if (!action) return unexpected(StsFault{400, "MissingAction", "The request must contain the parameter Action"});
  if (const NamedOperation* const operation = find_operation(parameters)) return operation->run(parameters, caller);
  return unexpected(StsFault{400, "InvalidAction",
                             fmt::format("Could not find operation {} for version {}", *action,
                                         parameters.find("Version").value_or("NO_VERSION_SPECIFIED"))});
}

StsFault fault_of_signature(const Error& error) {
  switch (error.code) {
    case ErrorCode::MissingAuthenticationTokenException:
      return {403, "MissingAuthenticationToken", "Request is missing Authentication Token"};
    case ErrorCode::IncompleteSignatureException:
      return {400, "IncompleteSignature", error.message};
    case ErrorCode::InvalidSignatureException:
      return {403, "SignatureDoesNotMatch", error.message};
    case ErrorCode::UnrecognizedClientException:
      return {403, "InvalidClientTokenId", error.message};
    case ErrorCode::ExpiredTokenException:
      return {403, "ExpiredToken", error.message};
    default:
      return {500, "InternalFailure", error.message};
  }
}

}  // namespace partita::sts
