#include "model/codec/stored_attributes.h"

#include <algorithm>

#include "model/codec/stored_reader.h"

namespace partita::model {
namespace {

// Up to this many names, a linear search that compares sizes first is faster than a binary search by bytes.
constexpr std::size_t kFewNames = 16;

bool name_before(const StoredAttribute& a, const StoredAttribute& b) { return a.name < b.name; }

}  // namespace

void StoredAttributes::assign(const Item& item) {
  attributes_.clear();
  std::string_view rest = item.bytes();
  if (rest.empty()) return;
  PARTITA_CHECK(rest[0] == value::wire::kItemVersion);
  rest.remove_prefix(1);
  const std::size_t count = value::wire::take_length(rest);
  attributes_.resize(count);
  for (StoredAttribute& attribute : attributes_) {
    attribute.name = value::wire::take_sized(rest);
    StoredReader::take(rest, attribute.value);
  }
}

void StoredAttributes::merge(const AttributeMap& more, Which stays) {
  if (more.empty()) return;
  auto stored = static_cast<std::ptrdiff_t>(attributes_.size());
  for (const Attribute& attribute : more) attributes_.push_back({attribute.name, StoredValue(attribute.value)});
  // std::unique keeps the first of two attributes with one name.
  if (stays == Which::New) {
    std::rotate(attributes_.begin(), attributes_.begin() + stored, attributes_.end());
    stored = static_cast<std::ptrdiff_t>(attributes_.size()) - stored;
  }
  std::inplace_merge(attributes_.begin(), attributes_.begin() + stored, attributes_.end(), name_before);
  const auto same = [](const StoredAttribute& a, const StoredAttribute& b) { return a.name == b.name; };
  attributes_.erase(std::unique(attributes_.begin(), attributes_.end(), same), attributes_.end());
}

void StoredAttributes::add_missing(const AttributeMap& more) {
  const auto is_missing = [&](const StoredAttribute& one) {
    return one.value.is(AttributeType::Null) && more.contains(one.name);
  };
  attributes_.erase(std::remove_if(attributes_.begin(), attributes_.end(), is_missing), attributes_.end());
  merge(more, Which::Old);
}

void StoredAttributes::append(const StoredValue& map) {
  StoredElements elements(map);
  attributes_.reserve(elements.left());
  while (elements.next()) attributes_.push_back({elements.name(), elements.value()});
}

std::size_t StoredAttributes::place_of(std::string_view name) const {
  if (attributes_.size() > kFewNames) {
    const auto at = std::lower_bound(attributes_.begin(), attributes_.end(), name,
                                     [](const StoredAttribute& a, std::string_view b) { return a.name < b; });
    return at != attributes_.end() && at->name == name ? static_cast<std::size_t>(at - attributes_.begin())
                                                       : attributes_.size();
  }
  std::size_t at = 0;
  while (at < attributes_.size() && attributes_[at].name != name) ++at;
  return at;
}

}  // namespace partita::model
