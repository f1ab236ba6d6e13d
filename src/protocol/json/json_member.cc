#include "protocol/json/json_member.h"

#include "base/try.h"
#include "protocol/faults.h"
#include "protocol/json/json_text.h"

namespace partita::protocol {

Result<std::optional<std::string>> member_json(std::string_view json, std::string_view name) {
  PARTITA_TRY_VALUE(text, JsonText::parse(json));
  const Json root = text.root();
  if (!root.is_object()) return fail(ErrorCode::SerializationException, "");
  Json member;
  if (root[name].get(member) != simdjson::SUCCESS) return std::optional<std::string>();
  return std::optional(simdjson::minify(member));
}

}  // namespace partita::protocol
