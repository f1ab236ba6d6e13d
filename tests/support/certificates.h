// Certificates and keys for tests, made each time. Except for Validity, they do not depend on the clock.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace partita::test {

// A certificate and its key, both in PEM.
struct Identity {
  std::string certificate;
  std::string key;
};

// A certificate for 127.0.0.1 that is signed only by itself.
Identity make_self_signed();

enum class Validity : std::uint8_t { Now, Ended, NotBegun };

// Signs certificates.
class Authority {
 public:
  Authority();
  ~Authority();
  std::string certificate() const;  // PEM
  // A certificate with the common name `name`, which is valid for localhost, 127.0.0.1 and ::1, for servers and
  // clients.
  Identity issue(const std::string& name, Validity validity = Validity::Now) const;
  // An authority that this one vouches for.
  Authority subordinate() const;
  Authority(Authority&&) noexcept;

 private:
  struct Pair;
  explicit Authority(std::unique_ptr<Pair> pair);
  std::unique_ptr<Pair> pair_;
};

// The key of `identity` in PEM, encrypted.
std::string encrypted_key(const Identity& identity);

}  // namespace partita::test
