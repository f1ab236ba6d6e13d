#include <partita/database.h>

namespace partita {

Database::~Database() = default;

Subscription::~Subscription() = default;

Result<std::unique_ptr<Subscription>> Database::subscribe(SubscribeRequest) {
  return fail(ErrorCode::NotImplemented, "This database has no subscriptions; read the stream with GetRecords");
}

}  // namespace partita
