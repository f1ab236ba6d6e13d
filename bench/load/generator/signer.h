// Signs requests (AWS Signature Version 4) for an endpoint that verifies signatures. It shares no code with Partita, so
// a fault of Partita's signer cannot hide one of its verifier.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace partita::bench {

class Signer {
 public:
  Signer(std::string key_id, std::string secret);
  // The request of prepared.h with this moment in place of its date, and with a valid signature. Valid until the next
  // call.
  std::string_view sign(std::string_view request);

 private:
  void take_time();

  const std::string key_id_, secret_;
  std::int64_t second_ = 0;  // of date_, since the Unix epoch
  std::string date_;         // 20260101T000000Z
  std::string scope_;        // of that day
  std::vector<unsigned char> key_;
  std::string canonical_, to_sign_, signed_;
};

}  // namespace partita::bench
