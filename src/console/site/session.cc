#include "console/site/session.h"

#include "auth/random_key.h"
#include "auth/sha256.h"

namespace partita::console {

std::string random_token() { return auth::random_id("", 52); }

bool Session::admits(std::string_view id) const {
  if (!is_needed_) return true;
  const std::lock_guard lock(mutex_);
  return !id_.empty() && auth::equal_in_constant_time(id, id_);
}

Result<std::string> Session::open(std::string_view token) {
  if (!is_needed_) return invalid("This console needs no session");
  const std::lock_guard lock(mutex_);
  if (token_.empty())
    return fail(ErrorCode::AccessDeniedException,
                "The token was used before. It lets one tab of a browser in, once; end `partita console` and start it "
                "again for another one");
  if (!auth::equal_in_constant_time(token, token_))
    return fail(ErrorCode::AccessDeniedException,
                "The token is not the one that this console printed; open the whole address that it printed last");
  id_ = random_token();
  token_.clear();
  return id_;
}

}  // namespace partita::console
