// Answers requests for STS, which come on the same port as those for DynamoDB. They are forms, have no X-Amz-Target,
// and are signed for the service "sts". They need no database, so the loop answers them at once.
#pragma once

#include <string_view>

#include "auth/verifier.h"
#include "base/clock.h"
#include "server/answers/answer.h"
#include "server/http/request.h"

namespace partita::server {

// Whether the request is one for STS. A request without a form needs the parameter Action in its query, because `GET /`
// asks for the health.
bool is_for_sts(const Request& request);

class StsEndpoint {
 public:
  // `keys` and `clock` must outlive the object, which belongs to one loop.
  StsEndpoint(const auth::KeyStore& keys, const base::Clock& clock, auth::Explain explain);

  // The facts about a request that the connection knows.
  struct Origin {
    std::string_view address;  // the client's
    bool secure = false;       // whether it speaks TLS
    bool refused = false;      // no session may begin now, because the audit log cannot be written
  };
  // Completes `answer`, and sets request.caller if the signature is right. Throws std::bad_alloc. Requires:
  // is_for_sts(request), and the request has its fields.
  void answer(Request& request, const Origin& origin, Answer& answer);

 private:
  const base::Clock& clock_;
  auth::Verifier verifier_;
};

}  // namespace partita::server
