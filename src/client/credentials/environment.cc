#include "client/credentials/environment.h"

namespace partita::client {

CredentialsResult credentials_from(const Environment& environment) {
  const auto key = environment("AWS_ACCESS_KEY_ID");
  const auto secret = environment("AWS_SECRET_ACCESS_KEY");
  if (!key && !secret) return std::nullopt;
  if (!key) return no_credentials("AWS_SECRET_ACCESS_KEY is set and AWS_ACCESS_KEY_ID is not");
  if (!secret) return no_credentials("AWS_ACCESS_KEY_ID is set and AWS_SECRET_ACCESS_KEY is not");
  return FoundCredentials{{*key, *secret, environment("AWS_SESSION_TOKEN"), environment("AWS_ACCOUNT_ID")}};
}

}  // namespace partita::client
