#include "client/credentials/source.h"

#include "base/iso_time.h"
#include "protocol/credentials_json.h"

namespace partita::client {

unexpected<Error> no_credentials(std::string why) {
  return fail(ErrorCode::MissingAuthenticationTokenException, std::move(why));
}

CredentialsSource chain(std::vector<CredentialsSource> sources) {
  return [sources = std::move(sources)]() -> CredentialsResult {
    for (const CredentialsSource& source : sources) {
      auto found = source();
      if (!found || *found) return found;
    }
    return no_credentials(
        "There are no credentials: not in the options, not in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, in the "
        "profile, from a container or from EC2's metadata service");
  };
}

CredentialsResult read_credentials(std::string_view json, const std::string& origin) {
  const auto document = protocol::decode_credentials(json);
  if (!document) return no_credentials(origin + " did not answer with a JSON object of strings");
  if (document->code && *document->code != "Success")
    return no_credentials(origin + " answered " + *document->code + ": " + document->message.value_or(""));
  if (!document->access_key_id || !document->secret_access_key)
    return no_credentials(origin + " answered without AccessKeyId and SecretAccessKey");
  FoundCredentials found{
      {*document->access_key_id, *document->secret_access_key, document->session_token, document->account_id}};
  if (document->expiration) {
    found.expires_ms = base::parse_iso_time(*document->expiration);
    if (!found.expires_ms) return no_credentials(origin + " answered with the Expiration " + *document->expiration);
  }
  return found;
}

}  // namespace partita::client
