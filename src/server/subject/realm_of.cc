#include "server/subject/realm_of.h"

namespace partita::server {
namespace {

// The length of an account's number.
constexpr std::size_t kAccountDigits = 12;

bool is_account_number(std::string_view key_id) {
  return key_id.size() == kAccountDigits && key_id.find_first_not_of("0123456789") == key_id.npos;
}

}  // namespace

void find_realm(Request& request, Regions regions, const std::optional<auth::Claims>& claims) {
  request.account.clear();
  request.region.clear();
  if (request.caller) {
    if (request.caller->key->account) request.account = *request.caller->key->account;
    if (regions == Regions::Many) request.region = request.caller->region;
  } else if (claims) {
    if (is_account_number(claims->access_key_id)) request.account = claims->access_key_id;
    if (regions == Regions::Many) request.region = claims->region;
  }
}

}  // namespace partita::server
