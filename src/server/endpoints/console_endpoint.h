// The rules of a console's port. It answers the requests for pages and for operations of the console, and lets the
// router answer those for DynamoDB's API.
//
// A web page of another origin must not reach the port through the user's browser, whatever the page knows. Therefore a
// request is refused if its Host is not loopback while the server listens on loopback (DNS rebinding), if its Origin
// is another one, if the browser says by Sec-Fetch-Site that another site began it, if a form could have sent its
// content type, or if it lacks the session that the console asks for.
#pragma once

#include <string_view>

#include "auth/verifier.h"
#include "server/answers/answer.h"
#include "server/console.h"
#include "server/http/request.h"
#include "server/shared.h"

namespace partita::server {

class ConsoleEndpoint {
 public:
  // Both must outlive the object, which belongs to one loop.
  ConsoleEndpoint(Console& console, const Shared& shared) : console_(console), shared_(shared) {}

  // The facts about a request that the connection knows.
  struct Origin {
    std::string_view address;  // the client's
    bool secure = false;       // whether it speaks TLS
  };
  // Returns true if it made the answer, and false if route() must make it. `verifier` must be given if signatures are
  // verified. It sets request.caller if it verified the signature. Throws std::bad_alloc. Requires: the request has
  // its fields.
  bool answer(Request& request, const Origin& origin, auth::Verifier* verifier, Answer& answer);
  // Returns false if it made `answer` refuse the request, because the console does not pass this operation on.
  bool may_start(protocol::Operation operation, std::string_view body, Answer& answer) const;
  // Makes an answer one of this port: adds the header fields that all of them have. If the connection would close
  // without the answer, because the outcome of the request is not known, the answer says so instead: a browser would
  // send the request again by itself, and a write would be done twice. Throws std::bad_alloc.
  static void finish(Answer& answer);

 private:
  // Each returns false if it made `answer` refuse the request.
  bool admit(const Request& request, Answer& answer) const;
  bool admit_origin(const Request& request, Answer& answer) const;
  bool admit_session(const Request& request, Answer& answer) const;
  bool verify(Request& request, auth::Verifier& verifier, Answer& answer) const;
  bool allow(const Request& request, const Origin& origin, const ConsoleOperation& operation, Answer& answer) const;

  void answer_file(const Request& request, std::string_view path, Answer& answer) const;
  void answer_operation(Request& request, const Origin& origin, auth::Verifier* verifier, Answer& answer);

  Console& console_;
  const Shared& shared_;
};

}  // namespace partita::server
