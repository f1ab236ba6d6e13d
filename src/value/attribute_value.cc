#include <partita/attribute_value.h>

#include <algorithm>
#include <array>
#include <charconv>

template class std::vector<partita::AttributeValue>;
template class std::vector<partita::Attribute>;

namespace partita {

AttributeMap::AttributeMap() = default;
AttributeMap::AttributeMap(const AttributeMap&) = default;
AttributeMap::AttributeMap(AttributeMap&&) noexcept = default;
AttributeMap& AttributeMap::operator=(const AttributeMap&) = default;
AttributeMap& AttributeMap::operator=(AttributeMap&&) noexcept = default;
AttributeMap::~AttributeMap() = default;

AttributeMap::AttributeMap(std::initializer_list<Attribute> attributes) {
  for (const Attribute& a : attributes) set(a.name, a.value);
}

AttributeMap::iterator AttributeMap::lower_bound(std::string_view name) {
  return std::lower_bound(attributes_.begin(), attributes_.end(), name,
                          [](const Attribute& a, std::string_view n) { return a.name < n; });
}

AttributeValue* AttributeMap::find(std::string_view name) {
  auto at = lower_bound(name);
  return at != attributes_.end() && at->name == name ? &at->value : nullptr;
}

const AttributeValue* AttributeMap::find(std::string_view name) const {
  return const_cast<AttributeMap*>(this)->find(name);
}

bool AttributeMap::contains(std::string_view name) const { return find(name) != nullptr; }

void AttributeMap::reserve(std::size_t count) { attributes_.reserve(count); }

AttributeValue& AttributeMap::operator[](std::string_view name) {
  // Names often come in ascending order, so the end is tried first.
  if (attributes_.empty() || attributes_.back().name < name) {
    attributes_.push_back(Attribute{std::string(name), {}});
    return attributes_.back().value;
  }
  auto at = lower_bound(name);
  if (at == attributes_.end() || at->name != name) at = attributes_.insert(at, Attribute{std::string(name), {}});
  return at->value;
}

void AttributeMap::set(std::string_view name, AttributeValue value) { (*this)[name] = std::move(value); }

bool AttributeMap::erase(std::string_view name) {
  auto at = lower_bound(name);
  if (at == attributes_.end() || at->name != name) return false;
  attributes_.erase(at);
  return true;
}

bool operator==(const AttributeMap& a, const AttributeMap& b) { return a.attributes_ == b.attributes_; }

AttributeValue::AttributeValue(const AttributeValue&) = default;
AttributeValue::AttributeValue(AttributeValue&&) noexcept = default;
AttributeValue& AttributeValue::operator=(const AttributeValue&) = default;
AttributeValue& AttributeValue::operator=(AttributeValue&&) noexcept = default;
AttributeValue::~AttributeValue() = default;

AttributeValue::AttributeValue(const char* s) : type_(AttributeType::S), data_(std::string(s)) {}
AttributeValue::AttributeValue(std::string s) : type_(AttributeType::S), data_(std::move(s)) {}
AttributeValue::AttributeValue(std::string_view s) : type_(AttributeType::S), data_(std::string(s)) {}
AttributeValue::AttributeValue(List l) : type_(AttributeType::L), data_(std::move(l)) {}
AttributeValue::AttributeValue(AttributeMap m) : type_(AttributeType::M), data_(std::move(m)) {}

namespace {

std::string shortest(auto number) {
  std::array<char, 64> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

}  // namespace

AttributeValue AttributeValue::of(float n) { return number(shortest(n)); }
AttributeValue AttributeValue::of(double n) { return number(shortest(n)); }

AttributeValue AttributeValue::string(std::string s) { return AttributeValue(AttributeType::S, std::move(s)); }
AttributeValue AttributeValue::number(std::string text) { return AttributeValue(AttributeType::N, std::move(text)); }
AttributeValue AttributeValue::binary(std::string bytes) { return AttributeValue(AttributeType::B, std::move(bytes)); }
AttributeValue AttributeValue::boolean(bool b) { return AttributeValue(AttributeType::Bool, b); }
AttributeValue AttributeValue::null(bool b) { return AttributeValue(AttributeType::Null, b); }
AttributeValue AttributeValue::list(List l) { return AttributeValue(std::move(l)); }
AttributeValue AttributeValue::map(AttributeMap m) { return AttributeValue(std::move(m)); }
AttributeValue AttributeValue::string_set(Set s) { return AttributeValue(AttributeType::SS, std::move(s)); }
AttributeValue AttributeValue::number_set(Set s) { return AttributeValue(AttributeType::NS, std::move(s)); }
AttributeValue AttributeValue::binary_set(Set s) { return AttributeValue(AttributeType::BS, std::move(s)); }

AttributeValue AttributeValue::several() {
  AttributeValue v;
  v.type_ = AttributeType::Several;
  return v;
}

bool operator==(const AttributeValue& a, const AttributeValue& b) { return a.type_ == b.type_ && a.data_ == b.data_; }

}  // namespace partita
