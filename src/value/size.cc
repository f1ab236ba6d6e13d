#include "value/size.h"

#include "value/number.h"

namespace partita::value {
namespace {
constexpr std::size_t kContainerBytes = 3;
constexpr std::size_t kElementBytes = 1;

// A number that does not parse counts its text; the validators refuse it anyway.
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

std::size_t value_size_bytes(ValueView value) {
  std::size_t size = 0;
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::B:
      return value.text().size();
    case AttributeType::N:
      return Number::size_bytes(value.number());
    case AttributeType::SS:
    case AttributeType::BS:
      for (std::string_view element : value.set()) size += element.size();
      return size;
    case AttributeType::NS:
      for (std::string_view element : value.set()) size += Number::size_bytes(element);
      return size;
    case AttributeType::L:
      for (ValueView element : value.list()) size += kElementBytes + value_size_bytes(element);
      return kContainerBytes + size;
    case AttributeType::M: {
      const MapView map = value.map();
      return kContainerBytes + kElementBytes * map.size() + item_size_bytes(map);
    }
    default:
      return 1;
  }
}

std::size_t item_size_bytes(const AttributeMap& item) {
  std::size_t size = 0;
  for (const Attribute& attribute : item) size += attribute.name.size() + value_size_bytes(attribute.value);
  return size;
}

std::size_t item_size_bytes(const MapView& item) {
  std::size_t size = 0;
  for (const AttributeView& attribute : item) size += attribute.name.size() + value_size_bytes(attribute.value);
  return size;
}

}  // namespace partita::value
