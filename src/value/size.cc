#include "value/size.h"

#include "value/number.h"
#include "value/wire.h"

namespace partita::value {
namespace {
constexpr std::size_t kContainerBytes = 3;
constexpr std::size_t kElementBytes = 1;

// A number that does not parse counts the bytes of its text. The validators refuse such a number anyway.
std::size_t number_size_bytes(const std::string& text) {
  const auto number = Number::parse(text);
  return number ? number->size_bytes() : text.size();
}
}  // namespace

std::size_t value_size_bytes(const AttributeValue& value) {
  std::size_t size = 0;
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::B:
      return value.text().size();
    case AttributeType::N:
      return number_size_bytes(value.n());
    case AttributeType::SS:
    case AttributeType::BS:
      for (const std::string& element : value.set()) size += element.size();
      return size;
    case AttributeType::NS:
      for (const std::string& element : value.set()) size += number_size_bytes(element);
      return size;
    case AttributeType::L:
      for (const AttributeValue& element : value.l()) size += kElementBytes + value_size_bytes(element);
      return kContainerBytes + size;
    case AttributeType::M:
      return kContainerBytes + kElementBytes * value.m().size() + item_size_bytes(value.m());
    default:
      return 1;
  }
}

namespace {

std::size_t sizes_of(std::string_view attributes, std::size_t count);

// The size of a list, map or set. `body` is the bytes after its byte length.
std::size_t container_size(wire::Code code, std::string_view body);

// Takes the value at the front of `in` and returns its size. It needs one pass only, because a page computes the size
// of every item that it evaluates.
std::size_t take_size(std::string_view& in) {
  PARTITA_CHECK(!in.empty());
  const wire::Code code{static_cast<std::uint8_t>(in[0])};
  in.remove_prefix(1);
  switch (code) {
    case wire::Code::S:
    case wire::Code::B:
      return wire::take_sized(in).size();
    case wire::Code::N:
      return Number::size_bytes(wire::take_number(in));
    case wire::Code::False:
    case wire::Code::True:
    case wire::Code::Null:
      return 1;
    default:
      return container_size(code, wire::take_sized(in));
  }
}

std::size_t container_size(wire::Code code, std::string_view body) {
  const std::size_t count = wire::take_length(body);
  if (code == wire::Code::M) return kContainerBytes + kElementBytes * count + sizes_of(body, count);
  std::size_t size = code == wire::Code::L ? kContainerBytes + kElementBytes * count : 0;
  for (std::size_t left = count; left > 0; --left) {
    if (code == wire::Code::L)
      size += take_size(body);
    else if (code == wire::Code::NS)
      size += Number::size_bytes(wire::take_number(body));
    else
      size += wire::take_sized(body).size();
  }
  return size;
}

std::size_t sizes_of(std::string_view attributes, std::size_t count) {
  std::size_t size = 0;
  for (; count > 0; --count) {
    size += wire::take_sized(attributes).size();
    // Most attributes are strings. This shortcut keeps `attributes` in registers.
    if (!attributes.empty() && wire::Code{static_cast<std::uint8_t>(attributes[0])} == wire::Code::S) {
      attributes.remove_prefix(1);
      size += wire::take_sized(attributes).size();
    } else {
      size += take_size(attributes);
    }
  }
  return size;
}

}  // namespace

std::size_t value_size_bytes(ValueView value) {
  std::string_view bytes = value.bytes();
  return bytes.empty() ? 1 : take_size(bytes);
}

std::size_t item_size_bytes(const AttributeMap& item) {
  std::size_t size = 0;
  for (const Attribute& attribute : item) size += attribute.name.size() + value_size_bytes(attribute.value);
  return size;
}

std::size_t item_size_bytes(const MapView& item) { return sizes_of(item.attributes(), item.size()); }

}  // namespace partita::value
