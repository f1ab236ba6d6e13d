#include <partita/model/call.h>

namespace partita::model {

CallFailed::CallFailed(Error error) : bad_expected_access<Error>(std::move(error)) {}
CallFailed::~CallFailed() = default;

unexpected<Error> detail::call_was_moved() {
  return invalid("The call has nothing to run: it was moved to another call. Run that one");
}

void detail::throw_failed(Error error) { throw CallFailed(std::move(error)); }

}  // namespace partita::model
