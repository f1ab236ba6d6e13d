// The key of a signature. It belongs to a secret, a day, a region and a service.
#pragma once

#include <string_view>

#include "auth/sha256.h"

namespace partita::auth {

// `date` is YYYYMMDD.
HmacKey derive_signing_key(std::string_view secret, std::string_view date, std::string_view region,
                           std::string_view service);

}  // namespace partita::auth
