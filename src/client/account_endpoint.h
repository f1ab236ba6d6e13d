// The endpoint that Amazon DynamoDB has for each account: https://<account>.ddb.<region>.amazonaws.com. Requests to it
// need no look-up of the account. Source: "Account-based endpoints", AWS SDKs and Tools Reference Guide.
#pragma once

#include <partita/connect.h>
#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>

#include "client/dependencies.h"
#include "client/endpoint.h"

namespace partita::client {

// Whether `text` is the number of an account: 12 digits.
bool is_account(std::string_view text);

// Whether account endpoints are used: as the options say, or else AWS_ACCOUNT_ID_ENDPOINT_MODE, the profile's
// account_id_endpoint_mode, or Preferred. Disabled if `region` has none. Requires: the endpoint is Amazon's because the
// program named no other. Errors: ValidationException for an unknown mode, and for Required in a region without them.
Result<AccountEndpoints> find_account_endpoints(const std::string& region, const ConnectOptions& options,
                                                const Environment& environment);

// The endpoint of `account` in `region`, or `regional` if the account is not known or the mode is Disabled. Streams
// keep the regional host. Errors: MissingAuthenticationTokenException if the mode is Required and the account is not
// known, or if it is no account.
Result<Endpoint> endpoint_of_account(const Endpoint& regional, AccountEndpoints mode, const std::string& region,
                                     const std::optional<std::string>& account);

}  // namespace partita::client
