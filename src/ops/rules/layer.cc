#include "ops/rules/layer.h"

#include <string_view>

#include "base/text.h"

namespace partita::ops {
namespace {

constexpr std::string_view kEnvelope = "1 validation error detected: ";
constexpr std::string_view kItemSize = "Item size ";

// Only "1 validation error detected" and "2 validation errors detected" begin with a digit.
bool is_enveloped(std::string_view message) { return !message.empty() && base::is_digit(message[0]); }

}  // namespace

Error in_layer(Layer layer, Error error) {
  if (layer != Layer::Enveloped || error.code != ErrorCode::ValidationException) return error;
  if (is_enveloped(error.message) || error.message.starts_with(kItemSize)) return error;
  error.message.insert(0, kEnvelope);
  return error;
}

}  // namespace partita::ops
