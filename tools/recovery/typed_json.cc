#include "recovery/typed_json.h"

#include <fmt/format.h>

#include "base/iso_time.h"
#include "protocol/codec.h"
#include "protocol/item_json.h"

namespace partita::tools {
namespace {

// Reads `json` as one member of a request, so that it has the form that the API has.
Result<GetItemRequest> request_with(std::string_view member, const std::string& json, const std::string& option,
                                    std::string_view example) {
  const auto fault = [&](std::string_view why) {
    return invalid(fmt::format("{} is not JSON such as {}: {}", option, example, why));
  };
  if (!protocol::is_json(json)) return fault("it is not JSON at all");
  auto request = protocol::decode_request<GetItemRequest>(fmt::format(R"({{"{}":{}}})", member, json));
  if (!request) return fault(request.error().message);
  return request;
}

}  // namespace

Result<AttributeMap> typed_item(const std::string& json, const std::string& option) {
  constexpr std::string_view kExample = R"({"id": {"S": "7"}})";
  auto request = request_with("Key", json, option, kExample);
  if (!request) return unexpected(std::move(request.error()));
  if (!request->key) return invalid(fmt::format("{} is null; give JSON such as {}", option, kExample));
  return *std::move(request->key);
}

Result<OptionalNames> placeholder_names(const std::string& json, const std::string& option) {
  auto request = request_with("ExpressionAttributeNames", json, option, R"({"#s": "state"})");
  if (!request) return unexpected(std::move(request.error()));
  return std::move(request->expression_attribute_names);
}

std::string need_time(const std::string& text) {
  return base::parse_iso_time(text) ? std::string() : "'" + text + "' is not a time such as 2026-11-21T06:00:00Z";
}

std::string need_second(const std::string& text) {
  if (std::string fault = need_time(text); !fault.empty()) return fault;
  return *base::parse_iso_time(text) % 1000 == 0 ? std::string()
                                                 : "'" + text +
                                                       "' has a fraction of a second: a table is restored to a whole "
                                                       "one, or to the number of a change";
}

std::optional<double> epoch_seconds(const std::string& time) {
  if (time.empty()) return std::nullopt;
  return static_cast<double>(*base::parse_iso_time(time)) / 1000;
}

}  // namespace partita::tools
