#include "model/codec/stored_attributes.h"

#include <algorithm>

#include "model/codec/stored_reader.h"

namespace partita::model {
namespace {

// So many names are compared by their sizes faster than they are halved by their bytes.
constexpr std::size_t kFew = 16;

bool stands_before(const StoredAttribute& a, const StoredAttribute& b) { return a.name < b.name; }

}  // namespace

StoredAttributes::StoredAttributes(const Item& item, const AttributeMap& more) {
  if (std::string_view rest = item.bytes(); !rest.empty()) {
    PARTITA_CHECK(rest[0] == value::wire::kItemVersion);
    rest.remove_prefix(1);
    std::size_t left = value::wire::take_length(rest);
    attributes_.reserve(left + more.size());
    for (; left > 0; --left) {
      StoredAttribute& attribute = attributes_.emplace_back();
      attribute.name = value::wire::take_sized(rest);
      StoredReader::take(rest, attribute.value);
    }
  }
  if (more.empty()) return;
  const auto stored = static_cast<std::ptrdiff_t>(attributes_.size());
  for (const Attribute& attribute : more) attributes_.push_back({attribute.name, StoredValue(attribute.value)});
  // Of two with one name the one from `more` stands first, and is the one that is found.
  std::rotate(attributes_.begin(), attributes_.begin() + stored, attributes_.end());
  const auto behind = static_cast<std::ptrdiff_t>(attributes_.size()) - stored;
  std::inplace_merge(attributes_.begin(), attributes_.begin() + behind, attributes_.end(), stands_before);
  const auto same = [](const StoredAttribute& a, const StoredAttribute& b) { return a.name == b.name; };
  attributes_.erase(std::unique(attributes_.begin(), attributes_.end(), same), attributes_.end());
}

void StoredAttributes::append(const StoredValue& map) {
  StoredElements elements(map);
  attributes_.reserve(elements.left());
  while (elements.next()) attributes_.push_back({elements.name(), elements.value()});
}

const StoredValue* StoredAttributes::find(std::string_view name) const {
  if (attributes_.size() > kFew) {
    const auto at = std::lower_bound(attributes_.begin(), attributes_.end(), name,
                                     [](const StoredAttribute& a, std::string_view b) { return a.name < b; });
    return at != attributes_.end() && at->name == name ? &at->value : nullptr;
  }
  for (const StoredAttribute& attribute : attributes_)
    if (attribute.name == name) return &attribute.value;
  return nullptr;
}

}  // namespace partita::model
