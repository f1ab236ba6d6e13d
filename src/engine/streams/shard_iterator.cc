#include "engine/streams/shard_iterator.h"

#include <openssl/crypto.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>

#include "base/base64.h"
#include "base/bytes.h"
#include "engine/account_age.h"
#include "engine/streams/settings.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

constexpr std::string_view kVersion = "|1|";
constexpr std::size_t kCodeBytes = 16;
constexpr std::size_t kPlaceBytes = sizeof(keys::TableId) + 4 * sizeof(std::uint64_t);

// The first bytes of HMAC-SHA256.
std::string authentication_code(const catalog::StreamInfo& stream, std::string_view place) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
  unsigned length = 0;
  HMAC(EVP_sha256(), stream.secret.data(), static_cast<int>(stream.secret.size()),
       reinterpret_cast<const unsigned char*>(place.data()), place.size(), code.data(), &length);
  return std::string(reinterpret_cast<const char*>(code.data()), kCodeBytes);
}

unexpected<Error> invalid_iterator() { return invalid("Invalid ShardIterator"); }

}  // namespace

std::string text_of(const Context& context, const catalog::StreamInfo& stream, const ShardIterator& iterator) {
  std::string place;
  base::put_big_endian(place, iterator.stream);
  base::put_big_endian(place, iterator.shard);
  base::put_big_endian(place, iterator.position);
  base::put_big_endian(place, static_cast<std::uint64_t>(iterator.made_ms));
  base::put_big_endian(place, context.numbers.run());
  place += authentication_code(stream, place);
  return stream_arn(context, stream).append(kVersion).append(base::to_base64(place));
}

Result<FoundIterator> find_iterator(const Context& context, std::string_view text) {
  const std::size_t bar = text.find(kVersion);
  if (bar == text.npos) return invalid_iterator();
  const std::string_view arn = text.substr(0, bar);
  const auto bytes = base::decode_base64(text.substr(bar + kVersion.size()));
  if (!bytes || bytes->size() != kPlaceBytes + kCodeBytes) return invalid_iterator();
  const std::string_view place = std::string_view(*bytes).substr(0, kPlaceBytes);
  std::string_view rest = place;
  FoundIterator found;
  found.iterator.stream = base::take_big_endian<keys::TableId>(rest);
  found.iterator.shard = base::take_big_endian<SequenceNumber>(rest);
  found.iterator.position = base::take_big_endian<SequenceNumber>(rest);
  found.iterator.made_ms = static_cast<std::int64_t>(base::take_big_endian<std::uint64_t>(rest));
  const bool from_this_run = base::take_big_endian<std::uint64_t>(rest) == context.numbers.run();
  found.stream = context.catalog.find_stream(found.iterator.stream);
  if (!found.stream || is_gone(context, *found.stream)) return stream_not_found(arn);
  const std::string code = authentication_code(*found.stream, place);
  if (arn != stream_arn(context, *found.stream) ||
      CRYPTO_memcmp(code.data(), bytes->data() + kPlaceBytes, kCodeBytes) != 0)
    return invalid_iterator();
  if (account_age_now_ms(context) - found.iterator.made_ms >= limits::kIteratorMs)
    return fail(ErrorCode::ExpiredIteratorException, "Shard iterator has expired");
  // If the clock went back over a restart, the position may be above the numbers of records that came after it.
  if (!from_this_run)
    found.iterator.position =
        std::min(found.iterator.position, std::max(context.numbers.first_of_run(), trim_horizon(context)));
  return found;
}

}  // namespace partita::engine
