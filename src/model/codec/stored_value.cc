#include <partita/model/stored_value.h>

#include <charconv>
#include <limits>

#include "model/codec/stored_reader.h"
#include "value/number.h"

namespace partita::model {
namespace {

template <class Integer>
std::optional<Integer> digits_in(std::string_view text) {
  Integer number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Integers nearly always have their canonical text, so the canonical text is made only if the first attempt fails.
template <class Integer>
std::optional<Integer> integer_in(std::string_view text) {
  if (const auto number = digits_in<Integer>(text)) return number;
  const auto number = value::Number::parse(text);
  return number ? digits_in<Integer>(number->to_text()) : std::nullopt;
}

template <class Integer>
std::optional<Integer> integer_encoded(std::string_view encoded) {
  const auto whole = value::Number::whole(encoded);
  if (!whole) return std::nullopt;
  using Limits = std::numeric_limits<Integer>;
  const auto most = static_cast<std::uint64_t>(Limits::max());
  if (!whole->negative)
    return whole->magnitude <= most ? std::optional(static_cast<Integer>(whole->magnitude)) : std::nullopt;
  if (!std::is_signed_v<Integer> || whole->magnitude > most + 1) return std::nullopt;
  return static_cast<Integer>(0 - whole->magnitude);
}

AttributeType element_of(AttributeType set) {
  switch (set) {
    case AttributeType::NS:
      return AttributeType::N;
    case AttributeType::BS:
      return AttributeType::B;
    default:
      return AttributeType::S;
  }
}

AttributeValue set_of(const StoredValue& set) {
  StoredElements elements(set);
  AttributeValue::Set texts;
  texts.reserve(elements.left());
  while (elements.next()) texts.push_back(std::move(elements.value().to_value().text()));
  if (set.is(AttributeType::SS)) return AttributeValue::string_set(std::move(texts));
  return set.is(AttributeType::NS) ? AttributeValue::number_set(std::move(texts))
                                   : AttributeValue::binary_set(std::move(texts));
}

AttributeValue list_of(const StoredValue& list) {
  StoredElements elements(list);
  AttributeValue::List values;
  values.reserve(elements.left());
  while (elements.next()) values.push_back(elements.value().to_value());
  return AttributeValue::list(std::move(values));
}

AttributeValue map_of(const StoredValue& map) {
  StoredElements elements(map);
  AttributeMap values;
  values.reserve(elements.left());
  while (elements.next()) values.set(elements.name(), elements.value().to_value());
  return AttributeValue::map(std::move(values));
}

}  // namespace

StoredValue::StoredValue(const AttributeValue& value) : type_(value.type()) {
  switch (type_) {
    case AttributeType::S:
    case AttributeType::N:
    case AttributeType::B:
      content_ = value.text();
      break;
    case AttributeType::Bool:
    case AttributeType::Null:
      boolean_ = value.boolean();
      break;
    default:
      value_ = &value;
  }
}

std::string StoredValue::number() const {
  if (!encoded_) return std::string(content_);
  std::string text;
  value::Number::append_text(content_, text);
  return text;
}

std::optional<std::int64_t> StoredValue::signed_number() const {
  return encoded_ ? integer_encoded<std::int64_t>(content_) : integer_in<std::int64_t>(content_);
}

std::optional<std::uint64_t> StoredValue::unsigned_number() const {
  return encoded_ ? integer_encoded<std::uint64_t>(content_) : integer_in<std::uint64_t>(content_);
}

AttributeValue StoredValue::to_value() const {
  if (value_) return *value_;
  switch (type_) {
    case AttributeType::S:
      return AttributeValue(content_);
    case AttributeType::N:
      return AttributeValue::number(number());
    case AttributeType::B:
      return AttributeValue::binary(std::string(content_));
    case AttributeType::Bool:
      return AttributeValue::boolean(boolean_);
    case AttributeType::Null:
      return AttributeValue::null(encoded_ || boolean_);
    case AttributeType::L:
      return list_of(*this);
    case AttributeType::M:
      return map_of(*this);
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      return set_of(*this);
    case AttributeType::None:
    case AttributeType::Several:
      break;
  }
  return {};
}

StoredElements::StoredElements(const StoredValue& container)
    : container_(container.type_), encoded_(container.encoded_) {
  if (encoded_) {
    rest_ = container.content_;
    left_ = value::wire::take_length(rest_);
    return;
  }
  switch (container_) {
    case AttributeType::L:
      left_ = container.value_->l().size();
      after_ = container.value_->l().data();
      break;
    case AttributeType::M:
      left_ = container.value_->m().size();
      after_ = left_ > 0 ? &*container.value_->m().begin() : nullptr;
      break;
    default:
      left_ = container.value_->set().size();
      after_ = container.value_->set().data();
  }
}

bool StoredElements::next() {
  if (left_ == 0) return false;
  --left_;
  switch (container_) {
    case AttributeType::L: {
      if (encoded_) {
        value_ = {};
        StoredReader::take(rest_, value_);
        break;
      }
      const auto* element = static_cast<const AttributeValue*>(after_);
      value_ = StoredValue(*element);
      after_ = element + 1;
      break;
    }
    case AttributeType::M: {
      if (encoded_) {
        name_ = value::wire::take_sized(rest_);
        value_ = {};
        StoredReader::take(rest_, value_);
        break;
      }
      const auto* attribute = static_cast<const Attribute*>(after_);
      name_ = attribute->name;
      value_ = StoredValue(attribute->value);
      after_ = attribute + 1;
      break;
    }
    default: {
      if (encoded_) {
        value_ = StoredReader::take_element(element_of(container_), rest_);
        break;
      }
      const auto* element = static_cast<const std::string*>(after_);
      value_ = StoredValue();
      value_.type_ = element_of(container_);
      value_.content_ = *element;
      after_ = element + 1;
    }
  }
  return true;
}

}  // namespace partita::model
