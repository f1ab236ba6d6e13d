#include "engine/jobs/token_expiry.h"

#include "base/try.h"
#include "engine/transactions/idempotency.h"

namespace partita::engine {
namespace {

class TokenExpiryJob final : public Job {
 public:
  Result<Slice> run_slice(Context& context) override {
    PARTITA_TRY_VALUE(finished, erase_old_tokens(context));
    return finished ? Slice::Done : Slice::More;
  }
};

}  // namespace

void plan_token_expiry(std::vector<PlannedJob>& out) {
  out.push_back({{JobKey::Kind::Tokens}, std::make_unique<TokenExpiryJob>()});
}

}  // namespace partita::engine
