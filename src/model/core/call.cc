#include <partita/model/call.h>

namespace partita::model {

CallFailed::CallFailed(Error error) : bad_expected_access<Error>(std::move(error)) {}
CallFailed::~CallFailed() = default;

void detail::throw_failed(Error error) { throw CallFailed(std::move(error)); }

}  // namespace partita::model
