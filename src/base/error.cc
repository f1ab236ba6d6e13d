// The members of partita::Error, which every layer returns.
#include <partita/error.h>

namespace partita {

Error::Error() = default;
Error::Error(ErrorCode code_, std::string message_, std::optional<Item> item_, std::vector<CancellationReason> reasons,
             Refusal refusal_)
    : code(code_),
      message(std::move(message_)),
      item(std::move(item_)),
      cancellation_reasons(std::move(reasons)),
      refusal(refusal_) {}
Error::Error(const Error&) = default;
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(const Error&) = default;
Error& Error::operator=(Error&&) noexcept = default;
Error::~Error() = default;

unexpected<Error> fail(ErrorCode code, std::string message) {
  return unexpected<Error>(Error(code, std::move(message)));
}

unexpected<Error> invalid(std::string message) { return fail(ErrorCode::ValidationException, std::move(message)); }

}  // namespace partita
