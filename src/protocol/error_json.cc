#include "protocol/error_json.h"

#include "protocol/json/json_reader.h"
#include "protocol/json/json_writer.h"

namespace partita::protocol {
namespace {

// The members of an error's body. The service spells the message and the reasons of throttling in two ways.
struct ErrorBody {
  OptionalString type = {};
  OptionalString message = {};
  OptionalString capital_message = {};
  std::optional<Item> item = {};
  OptionalList<CancellationReason> cancellation_reasons = {};
  OptionalList<ThrottlingReason> throttling_reasons = {};
  OptionalList<ThrottlingReason> small_throttling_reasons = {};
};

constexpr ErrorCode kCodes[] = {
#define PARTITA_ERROR(name, wire_type, http_status, retryable, meaning) ErrorCode::name,
#include <partita/error_codes.def>
#undef PARTITA_ERROR
};

// By the model of the service's API, and for a ConditionalCheckFailedException with an Item as recorded in October
// 2025.
bool spells_message_with_capital(const Error& error) {
  switch (error.code) {
    case ErrorCode::SerializationException:
    case ErrorCode::TransactionCanceledException:
    case ErrorCode::TransactionInProgressException:
    case ErrorCode::IdempotentParameterMismatchException:
      return true;
    case ErrorCode::ConditionalCheckFailedException:
      return error.item.has_value();
    default:
      return false;
  }
}

std::string_view after_hash(std::string_view wire_type) { return wire_type.substr(wire_type.find('#') + 1); }

// The first code of the catalogue with that name. The part before the '#' is ignored.
std::optional<ErrorCode> code_named(std::string_view wire_type) {
  for (const ErrorCode code : kCodes)
    if (after_hash(describe(code).wire_type) == after_hash(wire_type)) return code;
  return std::nullopt;
}

}  // namespace

template <class V, Is<CancellationReason> T>
void fields(V& v, T& of) {
  v("Code", of.code);
  v("Message", of.message);
  v("Item", of.item);
}

template <class V, Is<ThrottlingReason> T>
void fields(V& v, T& of) {
  v("reason", of.reason);
  v("resource", of.resource);
}

template <class V, Is<ErrorBody> T>
void fields(V& v, T& of) {
  v("__type", of.type);
  v("message", of.message);
  v("Message", of.capital_message);
  v("Item", of.item);
  v("CancellationReasons", of.cancellation_reasons);
  v("ThrottlingReasons", of.throttling_reasons);
  v("throttlingReasons", of.small_throttling_reasons);
}

void encode_error(const Error& error, std::string& out) {
  ErrorBody body{.type = std::string(describe(error.code).wire_type), .item = error.item};
  if (!error.message.empty())
    (spells_message_with_capital(error) ? body.capital_message : body.message) = error.message;
  if (!error.cancellation_reasons.empty()) body.cancellation_reasons = error.cancellation_reasons;
  if (!error.throttling_reasons.empty())
    (error.code == ErrorCode::ThrottlingException ? body.small_throttling_reasons : body.throttling_reasons) =
        error.throttling_reasons;
  Writer writer(out);
  write(writer, body);
}

Error decode_error(int http_status, std::string_view json) {
  const auto unknown = [&] {
    std::string message = "HTTP status " + std::to_string(http_status) + ": " + std::string(json);
    return Error{ErrorCode::InternalServerError, std::move(message)};
  };
  const auto text = JsonText::parse(json);
  if (!text) return unknown();
  ErrorBody body;
  JsonReading reading;
  if (!read(reading, text->root(), ValuePlace::Element, body) || !body.type) return unknown();
  const auto code = code_named(*body.type);
  if (!code) return unknown();
  Error error{*code, {}, std::move(body.item)};
  if (auto& message = body.message ? body.message : body.capital_message) error.message = std::move(*message);
  if (body.cancellation_reasons) error.cancellation_reasons = std::move(*body.cancellation_reasons);
  if (auto& reasons = body.throttling_reasons ? body.throttling_reasons : body.small_throttling_reasons)
    error.throttling_reasons = std::move(*reasons);
  return error;
}

}  // namespace partita::protocol
