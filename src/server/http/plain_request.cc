#include "server/http/plain_request.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "base/text.h"

namespace partita::server {
namespace {

constexpr std::string_view kRequestLine = "POST / HTTP/1.1\r\n";
constexpr std::string_view kLineEnd = "\r\n";

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

// The position of the first control character from `from` on, or the size of `text`. Checks sixteen bytes at a time.
std::size_t find_control(std::string_view text, std::size_t from) {
  using Block = unsigned char __attribute__((vector_size(16)));
  using Words = unsigned long long __attribute__((vector_size(16)));
  for (; from + sizeof(Block) <= text.size(); from += sizeof(Block)) {
    Block block;
    std::memcpy(&block, text.data() + from, sizeof block);
    const Words found = reinterpret_cast<Words>((block < 0x20) | (block == 0x7f));
    if ((found[0] | found[1]) == 0) continue;
    if constexpr (std::endian::native != std::endian::little) break;
    const std::size_t word = found[0] != 0 ? 0 : 1;
    return from + word * 8 + static_cast<std::size_t>(std::countr_zero(found[word])) / 8;
  }
  while (from < text.size() && !is_control(static_cast<unsigned char>(text[from]))) ++from;
  return from;
}

// The characters of a token in RFC 9110.
constexpr std::array<bool, 256> make_token_characters() {
  std::array<bool, 256> is_token{};
  for (unsigned char c = '0'; c <= '9'; ++c) is_token[c] = true;
  for (unsigned char c = 'a'; c <= 'z'; ++c) is_token[c] = is_token[c - 'a' + 'A'] = true;
  for (const unsigned char c : std::string_view("!#$%&'*+-.^_`|~")) is_token[c] = true;
  return is_token;
}

// The number of token characters at the start of `text`.
std::size_t token_length(std::string_view text) {
  static constexpr auto kTokenCharacters = make_token_characters();
  std::size_t length = 0;
  while (length < text.size() && kTokenCharacters[static_cast<unsigned char>(text[length])]) ++length;
  return length;
}

// Whether `text` equals `lower` if case is ignored. Requires: `text` has the length of `lower` and no control
// characters, and `lower` has only lower-case letters and '-'.
template <std::size_t kWithEnd>
bool is(std::string_view text, const char (&lower)[kWithEnd]) {
  constexpr std::size_t kLength = kWithEnd - 1;
  static_assert(kLength >= 4);
  using Word = std::conditional_t<(kLength >= 8), std::uint64_t, std::uint32_t>;
  const auto differ = [&](std::size_t at) {
    Word given, wanted;
    std::memcpy(&given, text.data() + at, sizeof given);
    std::memcpy(&wanted, lower + at, sizeof wanted);
    return (given | static_cast<Word>(0x2020202020202020)) != wanted;
  };
  for (std::size_t at = 0; at + sizeof(Word) <= kLength; at += sizeof(Word))
    if (differ(at)) return false;
  return !differ(kLength - sizeof(Word));
}

// Returns false if the request has the field already.
bool keep_one(Field& field, std::string_view value) {
  if (field.present) return false;
  field.present = true;
  field.value.assign(value);
  return true;
}

struct Head {
  Request& request;
  std::optional<std::size_t> content_length;

  bool take_length(std::string_view value) {
    if (content_length) return false;
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
    if (error != std::errc() || end != value.data() + value.size()) return false;
    content_length = length;
    return true;
  }

  bool take_host(std::string_view value) {
    if (request.has_host) return false;
    request.has_host = true;
    request.host.assign(value);
    return true;
  }

  // Returns false for a field that needs the full parser. `name` must be a token. The switch on its length spares most
  // comparisons.
  bool take(std::string_view name, std::string_view value) {
    switch (name.size()) {
      case 4:
        if (is(name, "host")) return take_host(value);
        if (is(name, "date")) request.has_date = true;
        return true;
      case 6:
        return !is(name, "expect") && !is(name, "origin");
      case 7:
        return !is(name, "upgrade");
      case 10:
        if (is(name, "x-amz-date")) request.has_date = true;
        return !is(name, "connection") || (value.size() == 10 && is(value, "keep-alive"));
      case 12:
        if (is(name, "x-amz-target")) return keep_one(request.amz_target, value);
        return !is(name, "content-type") || keep_one(request.content_type, value);
      case 13:
        return !is(name, "authorization") || keep_one(request.authorization, value);
      case 14:
        return !is(name, "content-length") || take_length(value);
      case 15:
        if (is(name, "accept-encoding")) request.accept_encoding.assign(value);
        return true;
      case 16:
        return !is(name, "content-encoding") && !is(name, "proxy-connection");
      case 17:
        return !is(name, "transfer-encoding");
      case 29:
        return !is(name, "access-control-request-method");
      case 30:
        return !is(name, "access-control-request-headers");
      default:
        return true;
    }
  }

  bool take_line(std::string_view line) {
    const std::string_view name = line.substr(0, token_length(line));
    if (name.empty() || name.size() == line.size() || line[name.size()] != ':') return false;
    const std::string_view value = base::trimmed(line.substr(name.size() + 1), ' ');
    if (request.keeps_fields) request.fields.add(name, value);
    return take(name, value);
  }
};

}  // namespace

std::size_t read_plain_request(std::string_view input, std::size_t max_header_bytes, std::size_t max_body_bytes,
                               Request& request) {
  if (!input.starts_with(kRequestLine)) return 0;
  Head head{request, std::nullopt};
  std::size_t at = kRequestLine.size();
  for (;;) {
    // A request with a control character inside a line is not plain.
    const std::size_t end = find_control(input, at);
    if (!input.substr(end).starts_with(kLineEnd)) return 0;
    const std::string_view line = input.substr(at, end - at);
    at = end + kLineEnd.size();
    if (line.empty()) break;
    if (!head.take_line(line)) return 0;
  }
  if (at > max_header_bytes || !head.content_length || *head.content_length > max_body_bytes ||
      *head.content_length > input.size() - at)
    return 0;
  request.method = Method::Post;
  request.target.assign("/");
  request.body.assign(input.substr(at, *head.content_length));
  return at + *head.content_length;
}

}  // namespace partita::server
