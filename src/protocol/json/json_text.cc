#include "protocol/json/json_text.h"

#include <new>

#include "protocol/faults.h"
#include "protocol/json/big_numbers.h"

namespace partita::protocol {
namespace {
constexpr std::size_t kSharedParserBytes = 256 * 1024;

simdjson::dom::parser& shared_parser() {
  thread_local simdjson::dom::parser parser;
  return parser;
}
}  // namespace

Result<JsonText> JsonText::parse(std::string_view text) {
  JsonText json;
  if (text.size() > kSharedParserBytes) json.own_parser_ = std::make_unique<simdjson::dom::parser>();
  auto& parser = json.own_parser_ ? *json.own_parser_ : shared_parser();
  auto error = parser.parse(text.data(), text.size()).get(json.root_);
  if (error == simdjson::NUMBER_ERROR) error = parser.parse(within_bounds(text)).get(json.root_);
  if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  if (error == simdjson::DEPTH_ERROR) return invalid(std::string(kNestingFault));
  if (error) return fail(ErrorCode::SerializationException, "");
  return json;
}

}  // namespace partita::protocol
