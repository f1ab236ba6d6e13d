#include "engine/transactions/cancellation.h"

namespace partita::engine {

CancellationReason reason_of(const Error& error) {
  CancellationReason reason;
  switch (error.code) {
    case ErrorCode::ConditionalCheckFailedException:
      reason.code = "ConditionalCheckFailed";
      break;
    case ErrorCode::ValidationException:
      reason.code = "ValidationError";
      break;
    case ErrorCode::DuplicateItemException:
      reason.code = "DuplicateItem";
      break;
    case ErrorCode::ItemCollectionSizeLimitExceededException:
      reason.code = "ItemCollectionSizeLimitExceeded";
      break;
    case ErrorCode::ProvisionedThroughputExceededException:
      reason.code = "ProvisionedThroughputExceeded";
      break;
    case ErrorCode::ThrottlingException:
    case ErrorCode::RequestLimitExceeded:
      reason.code = "ThrottlingError";
      break;
    case ErrorCode::TransactionConflictException:
      reason.code = "TransactionConflict";
      break;
    default:
      reason.code = std::string(describe(error.code).name);
      break;
  }
  reason.message = error.message;
  reason.item = error.item;
  return reason;
}

Error cancelled(std::vector<CancellationReason> reasons) {
  Error error;
  error.code = ErrorCode::TransactionCanceledException;
  error.message = "Transaction cancelled, please refer cancellation reasons for specific reasons [";
  for (std::size_t i = 0; i < reasons.size(); ++i) error.message += (i ? ", " : "") + reasons[i].code;
  error.message += "]";
  error.cancellation_reasons = std::move(reasons);
  return error;
}

}  // namespace partita::engine
