// bytes is a binary value. Its type tells it apart from text.
#pragma once

#include <partita/export.h>

#include <compare>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace partita::model {

struct bytes {
  std::string data = {};

  bytes() = default;
  explicit bytes(std::string from) : data(std::move(from)) {}
  explicit bytes(std::span<const std::byte> from) : data(reinterpret_cast<const char*>(from.data()), from.size()) {}

  std::size_t size() const { return data.size(); }
  bool empty() const { return data.empty(); }
  // The view is valid until `data` changes.
  std::span<const std::byte> span() const { return std::as_bytes(std::span<const char>(data)); }

  // Compares unsigned bytes, as the order of keys does.
  friend auto operator<=>(const bytes&, const bytes&) = default;
  // Writes hexadecimal digits.
  PARTITA_API friend std::ostream& operator<<(std::ostream&, const bytes&);
};

}  // namespace partita::model

template <>
struct std::hash<partita::model::bytes> {
  std::size_t operator()(const partita::model::bytes& b) const noexcept { return std::hash<std::string>()(b.data); }
};
