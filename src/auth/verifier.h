// Verifier: decides whether a request comes from the owner of a known key, unchanged and now. The order of the checks
// and their texts are the service's.
//
// Each event loop has a Verifier of its own, which keeps derived keys and buffers from one request to the next. So a
// request with a known key takes no lock and, from the second one on, no memory.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <partita/error.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "auth/access_keys.h"
#include "auth/canonical_request.h"
#include "auth/claims.h"
#include "auth/sha256.h"
#include "base/clock.h"

namespace partita::auth {

// Whether the refusal of a wrong signature has the text that should have been signed. That text is no secret, but it is
// as long as the request's header.
enum class Explain : std::uint8_t { No, Yes };

struct VerifierOptions {
  Explain explain = Explain::No;
  std::string service = "dynamodb";  // the name in the scope of a signature
  // Of the sessions that are kept. A token has the session's policy, whose compiled form takes some ten times the
  // memory.
  std::size_t most_token_bytes = 512 << 10;
};

// The owner of a key who signed a request.
struct Signer {
  std::shared_ptr<const AccessKeys> keys;  // the table that has the key
  const AccessKey* key = nullptr;
  std::string region;                             // for which the request is signed
  std::shared_ptr<const AccessKey> session = {};  // owns `key` if that is the key of a session, otherwise null
};

class Verifier {
 public:
  // `keys` and `clock` must outlive the verifier.
  Verifier(const KeyStore& keys, const base::Clock& clock, VerifierOptions options = {});

  // Returns who signed the request with a key of the store. The request must have its whole body, as it was sent.
  // Errors: MissingAuthenticationTokenException, IncompleteSignatureException, InvalidSignatureException,
  // UnrecognizedClientException, ExpiredTokenException.
  Result<Signer> verify(const RequestParts& request);

  static constexpr std::size_t kMostSigningKeys = 1024;
  static constexpr std::size_t kMostSignedHeaders = 100;

 private:
  struct SigningKey {
    const AccessKey* access_key;  // of keys_, or of `session`
    HmacKey key;
    std::shared_ptr<const AccessKey> session;  // null for a key of keys_
  };
  struct Known;
  struct Moment;

  Result<Signer> check(const RequestParts& request);
  Result<Claims> read_claims(const RequestParts& request, const Known& fields);
  Result<Moment> check_time(const Known& fields, const Claims& claims) const;
  Result<void> check_scope(const Claims& claims, std::string_view time) const;
  Result<void> check_clock(const Claims& claims, const Moment& moment) const;
  Result<Signer> check_key_and_signature(const RequestParts& request, const Known& fields, const Claims& claims,
                                         const Moment& moment);
  bool matches(const RequestParts& request, const Known& fields, const Claims& claims, std::string_view time,
               const HmacKey& key);
  std::string mismatch() const;
  // A key with which the signature of an unknown access key is computed.
  HmacKey decoy_for(const Claims& claims);
  void refresh_keys();
  void keep(const Claims& claims, SigningKey key);

  const KeyStore& store_;
  const base::Clock& clock_;
  const VerifierOptions options_;

  std::shared_ptr<const AccessKeys> keys_;
  std::uint64_t version_ = 0;                                  // of keys_
  absl::flat_hash_map<std::string, SigningKey> signing_keys_;  // by credential, only those of valid signatures
  std::size_t token_bytes_ = 0;                                // of the sessions in signing_keys_
  std::string decoy_scope_;
  HmacKey decoy_key_;

  QueryParameters query_;
  std::string canonical_, to_sign_;
  RecentHash canonical_hash_;
};

}  // namespace partita::auth
