#include "engine/statements/next_token.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>

#include "base/base64.h"
#include "base/bytes.h"
#include "value/encode.h"
#include "value/number.h"
#include "value/view.h"

namespace partita::engine {
namespace {

constexpr char kTokenVersion = 1;
constexpr std::size_t kTokenHashBytes = 16;

// The first bytes of the SHA-256 of `parts`, each with its length in front.
std::string short_hash(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const std::string_view part : parts) {
    base::put_varint(all, part.size());
    all += part;
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
  unsigned length = 0;
  EVP_Digest(all.data(), all.size(), hash.data(), &length, EVP_sha256(), nullptr);
  return std::string(reinterpret_cast<const char*>(hash.data()), kTokenHashBytes);
}

unexpected<Error> invalid_token() { return invalid("Invalid NextToken"); }

}  // namespace

std::string binding_of(const partiql::PreparedStatement& statement, const catalog::TableInfo& table) {
  const partiql::Statement& parsed = *statement.statement;
  std::string parameters;
  for (const AttributeValue& value : *statement.parameters) {
    value::encode_value(value, parameters);
    if (value.is(AttributeType::N)) parameters += std::to_string(value::Number::scale_of(value.n()));
  }
  return short_hash({parsed.text, parameters, table.uuid});
}

std::string token_binding(std::initializer_list<std::string_view> parts) { return short_hash(parts); }

bool can_be_resumed(const partiql::PreparedStatement& statement) {
  return std::ranges::none_of(*statement.parameters, [](const AttributeValue& value) {
    return value.is(AttributeType::L) || value.is(AttributeType::M);
  });
}

// version, binding, number of the range, last key, checksum
std::string next_token(std::string_view binding, const PagePlace& place) {
  std::string bytes(1, kTokenVersion);
  bytes += binding;
  base::put_varint(bytes, place.range);
  if (place.last_key) bytes += value::encode_item(*place.last_key);
  bytes += short_hash({bytes});
  return base::to_base64(bytes);
}

unexpected<Error> token_of_other_statement() { return invalid("NextToken does not match request"); }

Result<PagePlace> place_of(std::string_view token, std::string_view binding) {
  const auto decoded = base::decode_base64(token);
  if (!decoded || decoded->size() < 1 + 2 * kTokenHashBytes + 1 || decoded->front() != kTokenVersion)
    return invalid_token();
  std::string_view bytes(*decoded);
  const std::string_view checked = bytes.substr(0, bytes.size() - kTokenHashBytes);
  if (short_hash({checked}) != bytes.substr(checked.size())) return invalid_token();
  if (checked.substr(1, kTokenHashBytes) != binding) return token_of_other_statement();
  std::string_view rest = checked.substr(1 + kTokenHashBytes);
  const auto range = base::take_varint(rest);
  if (!range || (!rest.empty() && !value::ItemView::check(rest))) return invalid_token();
  PagePlace place{static_cast<std::size_t>(*range), std::nullopt};
  if (!rest.empty()) place.last_key = value::ItemView(rest).to_map();
  return place;
}

}  // namespace partita::engine
