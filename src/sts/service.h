// The operations of STS.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "auth/verifier.h"
#include "iam/request.h"
#include "sts/parameters.h"

namespace partita::sts {

// A refusal: the status of HTTP, the service's code and its text.
struct StsFault {
  int status = 400;
  std::string code;
  std::string message;
};

// Who asks, and how the request came.
struct KeyHolder {
  const auth::Signer& key;
  iam::Surroundings surroundings;
};

// The name of the operation that the request asks for, such as "AssumeRole". Empty if there is none. The view is valid
// as long as the program.
std::string_view operation_of(const Parameters& parameters);

// Carries out the request, and returns the elements of the result in XML. `parameters` are those of a request whose
// signature was verified. Any thread may call it. Errors: the service's, for a wrong request or a lack of permission.
expected<std::string, StsFault> answer(const Parameters& parameters, const KeyHolder& caller);

// What STS answers to a request whose signature is refused. `error` is that of auth::Verifier.
StsFault fault_of_signature(const Error& error);

// The three operations. Each returns the elements of its result.
expected<std::string, StsFault> get_caller_identity(const KeyHolder& caller);
expected<std::string, StsFault> assume_role(const Parameters& parameters, const KeyHolder& caller);
expected<std::string, StsFault> get_session_token(const Parameters& parameters, const KeyHolder& caller);

}  // namespace partita::sts
