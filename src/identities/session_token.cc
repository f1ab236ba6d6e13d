#include "identities/session_token.h"

#include "base/base64.h"
#include "base/bytes.h"
#include "base/try.h"

namespace partita::identities {
namespace {

constexpr char kVersion = 1;  // stored in tokens

auth::Digest sealing_key(const auth::Digest& root, std::string_view key_id) {
  return auth::HmacKey(auth::view(root)).of(key_id);
}

void put(std::string& out, std::string_view text) {
  base::put_varint(out, text.size());
  out += text;
}

// Takes the fields in the order in which they were put. After a fault all further ones are empty.
class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number() {
    const auto value = base::take_varint(rest_);
    ok_ = ok_ && value;
    return ok_ ? *value : 0;
  }
  std::string text() {
    const std::uint64_t size = number();
    ok_ = ok_ && size <= rest_.size();
    if (!ok_) return {};
    const std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  bool ok() const { return ok_; }
  bool ended() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace

auth::Digest session_root_key(const MasterKey& master) { return master.key_for("partita session token 1"); }

expected<std::string, std::string> token_of(const auth::Digest& root, std::string_view key_id, const Session& session) {
  std::string fields;
  for (const std::string* text :
       {&session.holder, &session.name, &session.secret, &session.source_identity, &session.policy})
    put(fields, *text);
  base::put_varint(fields, static_cast<std::uint64_t>(session.issued_ms));
  base::put_varint(fields, static_cast<std::uint64_t>(session.expires_ms));
  base::put_varint(fields, session.tags.size());
  for (const auto& [name, value] : session.tags) {
    put(fields, name);
    put(fields, value);
  }
  base::put_varint(fields, session.transitive_tags.size());
  for (const std::string& name : session.transitive_tags) put(fields, name);
  PARTITA_TRY_VALUE(sealed, seal(sealing_key(root, key_id), key_id, fields));
  return base::to_base64(kVersion + sealed);
}

std::optional<Session> read_token(const auth::Digest& root, std::string_view key_id, std::string_view token) {
  if (token.size() > kMostTokenCharacters) return std::nullopt;
  const auto bytes = base::decode_base64(token);
  if (!bytes || bytes->empty() || bytes->front() != kVersion) return std::nullopt;
  const auto fields = open_sealed(sealing_key(root, key_id), key_id, std::string_view(*bytes).substr(1));
  if (!fields) return std::nullopt;
  FieldReader reader(*fields);
  Session session;
  for (std::string* text : {&session.holder, &session.name, &session.secret, &session.source_identity, &session.policy})
    *text = reader.text();
  session.issued_ms = static_cast<std::int64_t>(reader.number());
  session.expires_ms = static_cast<std::int64_t>(reader.number());
  for (std::uint64_t left = reader.number(); left > 0 && reader.ok(); --left) {
    std::string name = reader.text();
    session.tags.emplace_back(std::move(name), reader.text());
  }
  for (std::uint64_t left = reader.number(); left > 0 && reader.ok(); --left)
    session.transitive_tags.push_back(reader.text());
  if (!reader.ended()) return std::nullopt;
  return session;
}

}  // namespace partita::identities
