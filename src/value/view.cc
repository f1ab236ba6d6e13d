#include "value/view.h"

#include "value/number.h"

namespace partita::value {
namespace {

AttributeValue set_to_value(const SetView& set) {
  AttributeValue::Set elements;
  elements.reserve(set.size());
  for (std::string_view element : set) {
    if (set.type() == AttributeType::NS) {
      Number::append_text(element, elements.emplace_back());
    } else {
      elements.emplace_back(element);
    }
  }
  switch (set.type()) {
    case AttributeType::SS:
      return AttributeValue::string_set(std::move(elements));
    case AttributeType::NS:
      return AttributeValue::number_set(std::move(elements));
    default:
      return AttributeValue::binary_set(std::move(elements));
  }
}

AttributeValue list_to_value(const ListView& list) {
  AttributeValue::List elements;
  elements.reserve(list.size());
  for (ValueView element : list) elements.push_back(element.to_value());
  return AttributeValue::list(std::move(elements));
}

}  // namespace

AttributeValue ValueView::to_value() const {
  switch (type()) {
    case AttributeType::S:
      return AttributeValue(text());
    case AttributeType::B:
      return AttributeValue::binary(std::string(text()));
    case AttributeType::N: {
      std::string digits;
      Number::append_text(number(), digits);
      return AttributeValue::number(std::move(digits));
    }
    case AttributeType::Bool:
      return AttributeValue::boolean(boolean());
    case AttributeType::Null:
      return AttributeValue::null();
    case AttributeType::L:
      return list_to_value(list());
    case AttributeType::M:
      return AttributeValue::map(map().to_map());
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      return set_to_value(set());
    case AttributeType::None:
    case AttributeType::Several:
      break;
  }
  return {};
}

std::optional<ValueView> ListView::at(std::size_t index) const {
  if (index >= size_) return std::nullopt;
  std::string_view rest = elements_;
  for (; index > 0; --index) wire::take_value(rest);
  return ValueView(rest);
}

bool SetView::contains(std::string_view element) const {
  for (std::string_view present : *this) {
    const int order = present.compare(element);
    if (order >= 0) return order == 0;
  }
  return false;
}

AttributeMap MapView::to_map() const {
  AttributeMap map;
  for (const AttributeView& attribute : *this) map.set(attribute.name, attribute.value.to_value());
  return map;
}

}  // namespace partita::value
