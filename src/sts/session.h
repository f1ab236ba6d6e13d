// What AssumeRole and GetSessionToken have in common.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <string>

#include "iam/identity.h"
#include "identities/directory.h"
#include "sts/service.h"

namespace partita::sts {

unexpected<StsFault> denied(std::string message);

// The identity of the caller. Errors: AccessDenied if the key has no user.
expected<const iam::Identity*, StsFault> identity_of(const KeyHolder& caller);
// Errors: ServiceUnavailable if the server gives out no sessions.
expected<const identities::Directory*, StsFault> directory_of(const KeyHolder& caller);
// A second factor is never right, because there is none.
expected<void, StsFault> check_no_second_factor(const Parameters& parameters);
// When a session of `seconds` from now on ends, in milliseconds since 1970. If the caller's key has an expiry and is no
// session's key, the session ends with it at the latest.
std::int64_t end_of_session(const KeyHolder& caller, std::int64_t seconds);
// Makes the session's key and appends the element Credentials.
expected<void, StsFault> append_credentials(std::string& elements, const identities::Directory& directory,
                                            identities::Session session);

}  // namespace partita::sts
