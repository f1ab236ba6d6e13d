// The hash of a text is a polynomial over the field of 2^61 - 1 elements. With the hashes of all beginnings of a text,
// that of any part of it takes one multiplication. Most places of a text are passed over because no value begins with
// the three bytes there.
#include "movement/forks/original_values.h"

#include <absl/numeric/int128.h>
#include <absl/strings/ascii.h>
#include <openssl/rand.h>

#include <algorithm>

#include "model/keys/text_forms.h"
#include "model/keys/whole_number.h"
#include "value/limits.h"

namespace partita::movement {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
constexpr std::size_t kLongText = 64;  // longer texts are found by so many bytes first
constexpr std::size_t kMostText = limits::kItemSizeBytes;
constexpr std::size_t kAnchorBits = 22;
constexpr std::size_t kAnchorBytes = 3;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  const absl::uint128 product = absl::uint128(a) * b;
  const std::uint64_t low = absl::Uint128Low64(product) & kPrime, high = absl::Uint128Low64(product >> 61);
  const std::uint64_t sum = low + high;
  return sum >= kPrime ? sum - kPrime : sum;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum >= kPrime ? sum - kPrime : sum;
}

std::uint64_t random_base() {
  std::uint64_t out = 0;
  if (RAND_bytes(reinterpret_cast<unsigned char*>(&out), sizeof out) != 1) out = 0x9e3779b97f4a7c15ULL;
  return out % (kPrime - 1'000) + 500;
}

std::string folded(std::string_view text) {
  std::string out(text);
  absl::AsciiStrToLower(&out);
  return out;
}

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return absl::ascii_isalnum(byte) || byte > 127;
}

// Scripts without spaces have no words, such as Chinese.
bool has_no_words(std::string_view text) {
  return text.size() >= 6 && std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) > 127; });
}

std::size_t anchor_of(std::string_view text, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < kAnchorBytes; ++i) value = value << 8U | static_cast<unsigned char>(text[at + i]);
  return (value * 2'654'435'761U) >> (32 - kAnchorBits);
}

// The digits of a number, without sign, leading zeros and zeros behind the point.
std::string digits_of(std::string_view text) {
  if (const auto whole = model::whole_number(text)) return std::to_string(whole->magnitude);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return std::string(text);
}

std::string hex_of(std::string_view bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out += kDigits[static_cast<unsigned char>(c) >> 4U];
    out += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  return out;
}

// The text of a key without the escapes $HH of the model layer.
std::string unescaped(std::string_view text) {
  const auto digit = [](char c) { return absl::ascii_isxdigit(static_cast<unsigned char>(c)); };
  const auto value = [](char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)) ? c - '0' : c - 'A' + 10; };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$' && i + 2 < text.size() && digit(text[i + 1]) && digit(text[i + 2])) {
      out += static_cast<char>(value(text[i + 1]) * 16 + value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

template <class Take>
void each_leaf(const AttributeValue& value, const Take& take) {
  switch (value.type()) {
    case AttributeType::L:
      for (const AttributeValue& element : value.l()) each_leaf(element, take);
      return;
    case AttributeType::M:
      for (const auto& [name, member] : value.m()) each_leaf(member, take);
      return;
    case AttributeType::SS:
      for (const std::string& text : value.set()) take(AttributeType::S, text);
      return;
    case AttributeType::NS:
      for (const std::string& text : value.set()) take(AttributeType::N, text);
      return;
    case AttributeType::BS:
      for (const std::string& bytes : value.set()) take(AttributeType::B, bytes);
      return;
    case AttributeType::S:
    case AttributeType::N:
    case AttributeType::B:
      take(value.type(), value.text());
      return;
    default:
      return;
  }
}

}  // namespace

OriginalValues::OriginalValues(const std::vector<std::string>& known, const std::vector<std::string>& may_remain)
    : base_(random_base()), sizes_(kLongText + 1), anchors_(std::size_t{1} << kAnchorBits) {
  for (const std::string& text : known) (known_ += '\n') += folded(text);
  for (const std::string& text : may_remain) may_remain_.insert(folded(text));
}

OriginalValues::Hash OriginalValues::hash(std::string_view text) const {
  Hash out = 0;
  for (const char c : text) out = plus(times(out, base_), static_cast<unsigned char>(c) + 1U);
  return out;
}

bool OriginalValues::is_in_known_texts(std::string_view whole) const {
  for (std::size_t at = known_.find(whole); at != known_.npos; at = known_.find(whole, at + 1)) {
    const std::size_t end = at + whole.size();
    const bool is_word =
        (at == 0 || !is_word_byte(known_[at - 1])) && (end == known_.size() || !is_word_byte(known_[end]));
    if (is_word || whole.size() >= kShortestAnywhere) return true;
  }
  return false;
}

void OriginalValues::add_text(std::size_t field, std::string_view text, std::size_t shortest) {
  const std::string whole = folded(text);
  if (whole.empty() || may_remain_.contains(whole)) return;
  const bool is_known = is_in_known_texts(whole);
  const Hash of_whole = hash(whole);
  const std::lock_guard lock(mutex_);
  if (is_known) {
    known_seen_.insert(of_whole);
    return;
  }
  if (whole.size() < shortest || model::has_form(model::FieldKind::Date, whole)) {
    short_.insert(plus(of_whole, times(base_, field + 1)));
    return;
  }
  if (!origins_.emplace(of_whole, static_cast<std::uint32_t>(field)).second) return;
  anchors_[anchor_of(whole, 0)] = true;
  if (whole.size() <= kLongText) {
    sizes_[whole.size()] = true;
    return;
  }
  std::vector<std::uint32_t>& sizes = long_[hash(std::string_view(whole).substr(0, kLongText))];
  const auto size = static_cast<std::uint32_t>(whole.size());
  if (std::ranges::find(sizes, size) == sizes.end()) sizes.push_back(size);
}

void OriginalValues::add_number(std::size_t field, const std::string& text) {
  const std::string digits = digits_of(text);
  const auto count = static_cast<std::size_t>(std::ranges::count_if(digits, absl::ascii_isdigit));
  add_text(field, digits, count < kShortestNumber ? digits.size() + 1 : kShortestWord);
}

void OriginalValues::add(std::size_t field, const AttributeValue& value) {
  each_leaf(value, [&](AttributeType type, const std::string& text) {
    if (type == AttributeType::N) return add_number(field, text);
    add_text(field, text, kShortestWord);
    // Keys have the digits of bytes.
    if (type == AttributeType::B && text.size() >= kShortestWord) add_text(field, hex_of(text), kShortestWord);
  });
}

void OriginalValues::prepare() {
  for (std::size_t size = 1; size < sizes_.size(); ++size)
    if (sizes_[size]) lengths_.push_back(static_cast<std::uint32_t>(size));
  powers_.resize(kMostText + 1, 1);
  for (std::size_t i = 1; i < powers_.size(); ++i) powers_[i] = times(powers_[i - 1], base_);
}

OriginalValues::Hash OriginalValues::part(const std::vector<Hash>& sums, std::size_t begin, std::size_t size) const {
  const Hash before = times(sums[begin], powers_[size]);
  return plus(sums[begin + size], before == 0 ? 0 : kPrime - before);
}

bool OriginalValues::may_begin_at(std::string_view text, std::size_t at) {
  // A padded number has zeros in front, and one with a sign has a 1 before them.
  if (absl::ascii_isdigit(static_cast<unsigned char>(text[at]))) {
    while (at > 0 && text[at - 1] == '0') --at;
    if (at > 0 && text[at - 1] == '1' && text[at] == '0') --at;
  }
  return at == 0 || !is_word_byte(text[at - 1]);
}

std::optional<std::size_t> OriginalValues::origin(Hash of_whole) const {
  const auto found = origins_.find(of_whole);
  return found == origins_.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

std::optional<std::size_t> OriginalValues::find_at(std::string_view text, std::size_t at,
                                                   const std::vector<Hash>& sums) const {
  const bool begins_word = may_begin_at(text, at);
  for (const std::uint32_t size : lengths_) {
    const std::size_t end = at + size;
    if (end > text.size()) return std::nullopt;
    const bool is_word = begins_word && (end == text.size() || !is_word_byte(text[end]));
    if (!is_word && size < kShortestAnywhere && !has_no_words(text.substr(at, size))) continue;
    if (const auto field = origin(part(sums, at, size))) return field;
  }
  if (long_.empty() || at + kLongText > text.size()) return std::nullopt;
  const auto sizes = long_.find(part(sums, at, kLongText));
  if (sizes == long_.end()) return std::nullopt;
  for (const std::uint32_t size : sizes->second)
    if (at + size <= text.size())
      if (const auto field = origin(part(sums, at, size))) return field;
  return std::nullopt;
}

std::optional<std::size_t> OriginalValues::find_in(std::string_view given) const {
  if (given.size() < kShortestWord || given.size() > kMostText) return std::nullopt;
  const std::string text = folded(given);
  std::vector<Hash> sums(text.size() + 1);
  for (std::size_t i = 0; i < text.size(); ++i)
    sums[i + 1] = plus(times(sums[i], base_), static_cast<unsigned char>(text[i]) + 1U);
  for (std::size_t at = 0; at + kAnchorBytes <= text.size(); ++at) {
    if (!anchors_[anchor_of(text, at)]) continue;
    if (const auto field = find_at(text, at, sums)) return field;
  }
  return std::nullopt;
}

std::optional<std::size_t> OriginalValues::find_in_leaf(AttributeType type, std::string_view text) const {
  if (type == AttributeType::N) {
    const std::string digits = digits_of(text);
    return digits.size() < kShortestNumber ? std::nullopt : origin(hash(digits));
  }
  if (const auto field = find_in(text)) return field;
  const std::string plain = unescaped(text);
  return plain.size() == text.size() ? std::nullopt : find_in(plain);
}

void OriginalValues::find_in(const std::string& path, const AttributeValue& value, const Found& found) const {
  if (value.is(AttributeType::M)) {
    for (const auto& [name, member] : value.m()) {
      const std::string inner = path + '.' + name;
      if (const auto field = find_in(name)) found(inner, *field);
      find_in(inner, member, found);
    }
    return;
  }
  if (value.is(AttributeType::L)) {
    for (std::size_t i = 0; i < value.l().size(); ++i)
      find_in(path + '[' + std::to_string(i) + ']', value.l()[i], found);
    return;
  }
  each_leaf(value, [&](AttributeType type, const std::string& text) {
    if (const auto field = find_in_leaf(type, text)) found(path, *field);
  });
}

bool OriginalValues::is_short_value_of(std::size_t field, const AttributeValue& value) const {
  bool is_found = false;
  each_leaf(value, [&](AttributeType type, const std::string& text) {
    const std::string whole = type == AttributeType::N ? digits_of(text) : folded(text);
    is_found = is_found || short_.contains(plus(hash(whole), times(base_, field + 1)));
  });
  return is_found;
}

}  // namespace partita::movement
