// The bodies of value/view.h's functions. They are inline, because filters and JSON output read every value through
// them.
#pragma once

#include "value/view.h"
#include "value/wire.h"

namespace partita::value {

inline ValueView::ValueView(std::string_view bytes) : bytes_(wire::take_value(bytes)) {}

inline AttributeType ValueView::type() const {
  return bytes_.empty() ? AttributeType::None : wire::type_of(wire::Code{static_cast<std::uint8_t>(bytes_[0])});
}

inline std::string_view ValueView::text() const { return payload(); }
inline std::string_view ValueView::number() const { return bytes_.substr(1); }
inline bool ValueView::boolean() const { return wire::Code{static_cast<std::uint8_t>(bytes_[0])} == wire::Code::True; }
inline ListView ValueView::list() const { return ListView(payload()); }
inline MapView ValueView::map() const { return MapView(payload()); }
inline SetView ValueView::set() const { return SetView(type(), payload()); }

inline std::string_view ValueView::payload() const {
  std::string_view rest = bytes_.substr(1);
  return wire::take_sized(rest);
}

inline ListView::ListView(std::string_view body) : size_(wire::take_length(body)), elements_(body) {}

inline ListView::Iterator::Iterator(std::string_view rest, std::size_t left) : rest_(rest), left_(left) {
  if (left_ > 0) current_ = ValueView(rest_);
}
inline ListView::Iterator& ListView::Iterator::operator++() {
  rest_.remove_prefix(current_.bytes().size());
  if (--left_ > 0) current_ = ValueView(rest_);
  return *this;
}

inline SetView::SetView(AttributeType type, std::string_view body)
    : type_(type), size_(wire::take_length(body)), elements_(body) {}

inline SetView::Iterator::Iterator(AttributeType type, std::string_view rest, std::size_t left)
    : type_(type), rest_(rest), left_(left) {
  if (left_ > 0) read();
}
inline SetView::Iterator& SetView::Iterator::operator++() {
  if (--left_ > 0) read();
  return *this;
}
inline void SetView::Iterator::read() {
  current_ = type_ == AttributeType::NS ? wire::take_number(rest_) : wire::take_sized(rest_);
}

inline MapView::MapView(std::string_view body) : size_(wire::take_length(body)), attributes_(body) {}

inline MapView::Iterator::Iterator(std::string_view rest, std::size_t left) : rest_(rest), left_(left) {
  if (left_ > 0) read();
}
inline MapView::Iterator& MapView::Iterator::operator++() {
  if (--left_ > 0) read();
  return *this;
}
inline void MapView::Iterator::read() {
  current_.name = wire::take_sized(rest_);
  current_.value = ValueView(rest_);
  rest_.remove_prefix(current_.value.bytes().size());
}

inline std::optional<ValueView> MapView::find(std::string_view name) const {
  std::string_view rest = attributes_;
  for (std::size_t left = size_; left > 0; --left) {
    const int order = wire::take_sized(rest).compare(name);
    if (order == 0) return ValueView(rest);
    if (order > 0) return std::nullopt;
    wire::take_value(rest);
  }
  return std::nullopt;
}

inline ItemView::ItemView(std::string_view bytes)
    : MapView(bytes.empty() ? MapView() : MapView(bytes.substr(1))), bytes_(bytes) {
  PARTITA_CHECK(bytes.empty() || bytes[0] == wire::kItemVersion);
}

}  // namespace partita::value
