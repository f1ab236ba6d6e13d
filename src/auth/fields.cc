#include "auth/fields.h"

#include "base/text.h"

namespace partita::auth {

void HeaderFields::add(std::string_view name, std::string_view value) {
  places_.push_back({static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(name.size()),
                     static_cast<std::uint32_t>(value.size())});
  text_.append(name).append(value);
}

void HeaderFields::clear() {
  text_.clear();
  places_.clear();
}

void HeaderFields::release() {
  std::string().swap(text_);
  std::vector<Place>().swap(places_);
}

HeaderField HeaderFields::operator[](std::size_t i) const {
  const Place& place = places_[i];
  const std::string_view text = text_;
  return {text.substr(place.at, place.name_size), text.substr(place.at + place.name_size, place.value_size)};
}

std::optional<std::string_view> HeaderFields::find(std::string_view lower_name) const {
  for (std::size_t i = 0; i < size(); ++i)
    if (const HeaderField field = (*this)[i]; is_named(field.name, lower_name)) return field.value;
  return std::nullopt;
}

bool is_named(std::string_view name, std::string_view lower_name) {
  if (name.size() != lower_name.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (base::lower(name[i]) != lower_name[i]) return false;
  return true;
}

}  // namespace partita::auth
