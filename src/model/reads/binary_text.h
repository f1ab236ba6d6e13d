// Unambiguous sequences of integers and texts, from which page tokens and their bindings are made.
#pragma once

#include <partita/attribute_value.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

class BinaryWriter {
 public:
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  // Writes 4 bytes, big-endian.
  void number(std::uint32_t value) {
    const char bytes[] = {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
                          static_cast<char>(value)};
    bytes_.append(bytes, sizeof bytes);
  }
  // Writes the size as a number and then the bytes. Requires: `value` has less than 4 GiB.
  void text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    bytes_ += value;
  }
  // Writes the letter of the type and then the text, number or bytes as a text. Requires: `value` is of type S, N or B.
  void key_value(const AttributeValue& value) {
    byte(static_cast<std::uint8_t>(value.is(AttributeType::S) ? 'S' : value.is(AttributeType::N) ? 'N' : 'B'));
    text(value.text());
  }
  const std::string& bytes() const { return bytes_; }
  std::string take() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads such a sequence. Each function returns nullopt if the bytes do not hold the requested value, and then every
// later call returns nullopt too.
class BinaryReader {
 public:
  // The bytes must outlive the reader.
  explicit BinaryReader(std::string_view bytes) : rest_(bytes) {}

  std::optional<std::uint8_t> byte() {
    const auto one = take(1);
    if (!one) return std::nullopt;
    return static_cast<std::uint8_t>(one->front());
  }
  std::optional<std::uint32_t> number() {
    const auto four = take(4);
    if (!four) return std::nullopt;
    std::uint32_t value = 0;
    for (const char c : *four) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }
  std::optional<std::string> text() {
    const auto size = number();
    const auto body = size ? take(*size) : std::nullopt;
    if (!body) return std::nullopt;
    return std::string(*body);
  }
  std::optional<AttributeValue> key_value() {
    const auto type = byte();
    auto body = type ? text() : std::nullopt;
    if (!body) return std::nullopt;
    if (*type == 'S') return AttributeValue::string(*std::move(body));
    if (*type == 'N') return AttributeValue::number(*std::move(body));
    if (*type == 'B') return AttributeValue::binary(*std::move(body));
    return std::nullopt;
  }
  bool at_end() const { return !failed_ && rest_.empty(); }

 private:
  std::optional<std::string_view> take(std::size_t size) {
    failed_ = failed_ || rest_.size() < size;
    if (failed_) return std::nullopt;
    const std::string_view front = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return front;
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace partita::model
