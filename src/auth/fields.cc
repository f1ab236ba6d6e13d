#include "auth/fields.h"

namespace partita::auth {

void HeaderFields::add(std::string_view name, std::string_view value) {
  places_.push_back({static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(name.size()),
                     static_cast<std::uint32_t>(value.size())});
  text_.append(name).append(value);
  // Without a branch, because this runs for each character of each name.
  char* const stored = text_.data() + places_.back().at;
  for (std::size_t i = 0; i < name.size(); ++i)
    stored[i] = static_cast<char>(stored[i] | (static_cast<unsigned char>(stored[i] - 'A') < 26 ? 0x20 : 0));
}

void HeaderFields::clear() {
  text_.clear();
  places_.clear();
}

void HeaderFields::release() {
  std::string().swap(text_);
  std::vector<Place>().swap(places_);
}

}  // namespace partita::auth
