#include "protocol/credentials_json.h"

#include "protocol/json/json_reader.h"

namespace partita::protocol {

template <class V, Is<CredentialsDocument> T>
void fields(V& v, T& of) {
  v("Code", of.code);
  v("Message", of.message);
  v("AccessKeyId", of.access_key_id);
  v("SecretAccessKey", of.secret_access_key);
  v("Token", of.session_token);
  v("SessionToken", of.session_token);
  v("Expiration", of.expiration);
  v("AccountId", of.account_id);
}

std::optional<CredentialsDocument> decode_credentials(std::string_view json) {
  const auto text = JsonText::parse(json);
  if (!text || !text->root().is_object()) return std::nullopt;
  CredentialsDocument document;
  JsonReading reading;
  if (!read(reading, text->root(), ValuePlace::Element, document)) return std::nullopt;
  return document;
}

}  // namespace partita::protocol
