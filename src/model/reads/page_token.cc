#include "model/reads/page_token.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <xxhash.h>

#include <algorithm>

#include "base/base64.h"
#include "base/check.h"
#include "model/reads/binary_text.h"
#include "model/reads/hmac.h"

namespace partita::model {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kMacBytes = kHmacBytes;
constexpr std::size_t kUsualBindingBytes = 256;
constexpr std::size_t kUsualPatternBytes = 1024;

std::array<char, kMacBytes> mac_of(std::string_view binding, std::string_view payload, const std::string& key) {
  BinaryWriter binding_size, payload_size;
  binding_size.number(static_cast<std::uint32_t>(binding.size()));
  payload_size.number(static_cast<std::uint32_t>(payload.size()));
  return hmac_sha256(key, {binding_size.bytes(), binding, payload_size.bytes(), payload});
}

void write_template(const KeyAttribute& key, BinaryWriter& out) {
  out.text(key.attribute);
  out.byte(static_cast<std::uint8_t>(key.type));
  out.byte(key.natural);
  out.text(key.value.text);
  out.number(static_cast<std::uint32_t>(key.value.parts.size()));
  for (const KeyPart& part : key.value.parts) {
    out.text(part.literal);
    out.byte(static_cast<std::uint8_t>(part.format));
    out.byte(part.width);
    out.byte(part.shards);
    out.byte(static_cast<std::uint8_t>(part.escape));
  }
}

void write_key(const EntityKey& key, BinaryWriter& out) {
  for (const auto& attributes : {key.partition, key.sort}) {
    out.number(static_cast<std::uint32_t>(attributes.size()));
    for (const KeyAttribute& attribute : attributes) write_template(attribute, out);
  }
}

// The binding's part that comes from the pattern. Only the program writes a pattern, so the digest must tell patterns
// apart but needs no cryptographic hash.
std::string digest_of(const PatternInfo& pattern) {
  BinaryWriter out;
  out.reserve(kUsualPatternBytes);
  out.text(pattern.name);
  out.text(pattern.plan.index == kNone ? std::string_view() : pattern.table->at(pattern.plan.index).name);
  for (const EntityInfo* entity : pattern.entities) {
    out.text(entity->name);
    write_key(entity->primary, out);
    const EntityKey* key = find_key(*entity, pattern.plan.index);
    if (key && key != &entity->primary) write_key(*key, out);
  }
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(out.bytes().data(), out.bytes().size()));
  return std::string(reinterpret_cast<const char*>(digest.digest), sizeof digest.digest);
}

void write_position(const QueryPosition& position, BinaryWriter& out) {
  out.byte(static_cast<std::uint8_t>(position.kind));
  if (position.kind != QueryPosition::Kind::After) return;
  out.number(static_cast<std::uint32_t>(position.key.size()));
  for (const Attribute& attribute : position.key) {
    out.text(attribute.name);
    out.key_value(attribute.value);
  }
}

std::optional<QueryPosition> read_position(BinaryReader& in) {
  const auto kind = in.byte();
  if (!kind || *kind > static_cast<std::uint8_t>(QueryPosition::Kind::End)) return std::nullopt;
  QueryPosition position{.kind = static_cast<QueryPosition::Kind>(*kind)};
  if (position.kind != QueryPosition::Kind::After) return position;
  const auto count = in.number();
  for (std::uint32_t i = 0; count && i < *count; ++i) {
    const auto name = in.text();
    auto value = name ? in.key_value() : std::nullopt;
    if (!value) return std::nullopt;
    position.key.set(*name, *std::move(value));
  }
  return count ? std::optional(std::move(position)) : std::nullopt;
}

std::optional<std::vector<QueryPosition>> read_positions(std::string_view payload, std::size_t queries) {
  BinaryReader in(payload);
  if (in.byte() != kVersion || in.number() != queries) return std::nullopt;
  std::vector<QueryPosition> positions;
  for (std::size_t i = 0; i < queries; ++i) {
    auto position = read_position(in);
    if (!position) return std::nullopt;
    positions.push_back(*std::move(position));
  }
  if (!in.at_end()) return std::nullopt;
  return positions;
}

// Compares with all keys, also after one has matched, so that the time does not tell which key it was.
bool verifies(std::string_view binding, std::string_view payload, std::string_view mac,
              std::span<const std::string> keys) {
  bool fits = false;
  for (const std::string& key : keys)
    fits |= CRYPTO_memcmp(mac_of(binding, payload, key).data(), mac.data(), kMacBytes) == 0;
  return fits;
}

}  // namespace

std::string token_binding(const PatternInfo& pattern, std::string_view table_name, std::span<const KeyRange> ranges,
                          bool forward) {
  BinaryWriter out;
  out.reserve(kUsualBindingBytes);
  out.text(digest_of(pattern));
  out.text(table_name);
  out.byte(forward);
  out.number(static_cast<std::uint32_t>(ranges.size()));
  for (const KeyRange& range : ranges) {
    out.number(static_cast<std::uint32_t>(range.comparisons.size()));
    for (const KeyComparison& comparison : range.comparisons) {
      out.text(comparison.attribute);
      out.byte(static_cast<std::uint8_t>(comparison.kind));
      out.key_value(comparison.low);
      if (comparison.kind == KeyComparison::Kind::Between) out.key_value(comparison.high);
    }
    out.byte(range.excluded.has_value());
    if (range.excluded) out.key_value(*range.excluded);
  }
  return std::move(out).take();
}

std::string make_page_token(std::span<const QueryPosition> positions, std::string_view binding,
                            std::span<const std::string> keys) {
  PARTITA_CHECK(!keys.empty());
  BinaryWriter out;
  out.reserve(kUsualBindingBytes);
  out.byte(kVersion);
  out.number(static_cast<std::uint32_t>(positions.size()));
  for (const QueryPosition& position : positions) write_position(position, out);
  const auto mac = mac_of(binding, out.bytes(), keys.front());
  return base::to_base64_for_urls(std::move(out).take().append(mac.data(), mac.size()));
}

Result<std::vector<QueryPosition>> read_page_token(std::string_view token, std::string_view binding,
                                                   std::span<const std::string> keys, std::size_t queries,
                                                   std::string_view pattern_name) {
  const auto bytes = base::decode_base64_for_urls(token);
  if (bytes && bytes->size() > kMacBytes) {
    const std::string_view payload = std::string_view(*bytes).substr(0, bytes->size() - kMacBytes);
    const std::string_view mac = std::string_view(*bytes).substr(payload.size());
    if (verifies(binding, payload, mac, keys))
      if (auto positions = read_positions(payload, queries)) return *std::move(positions);
  }
  return foreign_token(pattern_name);
}

unexpected<Error> foreign_token(std::string_view pattern_name) {
  return invalid(fmt::format(
      "The page token does not belong to this read of \"{}\": it was changed, or made for another access pattern, "
      "table, key values, range or direction, by another version of the model, or with a page token key that this "
      "session does not have. Read the first page again without a token; to use tokens across processes, give all of "
      "them the same page_token_keys",
      pattern_name));
}

}  // namespace partita::model
