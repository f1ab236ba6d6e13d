// Finds the account and the region whose tables a request is for.
//
// A verified request is for the account of its key. Without verification any client can name any account. The account
// does not protect data then, but it keeps programs apart that choose different ones: an access key id of 12 digits is
// an account. Other emulators of the service have the same rule.
#pragma once

#include <optional>

#include "auth/claims.h"
#include "server/choices.h"
#include "server/http/request.h"

namespace partita::server {

// Sets `request.account` and `request.region`. `claims` has the unverified claims of the request, if there are any;
// those of a verified one are in request.caller. With Regions::One the region stays empty. Takes no memory for names of
// usual length.
void find_realm(Request& request, Regions regions, const std::optional<auth::Claims>& claims);

}  // namespace partita::server
