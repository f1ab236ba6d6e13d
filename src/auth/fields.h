// HeaderFields: the header fields of a request in the order in which they came, in memory that is used again for the
// next request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::auth {

struct HeaderField {
  std::string_view name;  // in lower case
  std::string_view value;
};

class HeaderFields {
 public:
  // Copies both texts. The name may be in any case.
  void add(std::string_view name, std::string_view value);
  void clear();
  void release();  // also gives the memory back
  // The bytes of memory that the fields take.
  std::size_t capacity() const { return text_.capacity() + places_.capacity() * sizeof(Place); }

  std::size_t size() const { return places_.size(); }
  // The views are valid until the next call that is not const.
  HeaderField operator[](std::size_t i) const {
    const Place& place = places_[i];
    const char* const name = text_.data() + place.at;
    return {{name, place.name_size}, {name + room_for(place.name_size), place.value_size}};
  }
  // The value of the first field with this name, which must be in lower case.
  std::optional<std::string_view> find(std::string_view lower_name) const {
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (const HeaderField field = (*this)[i]; field.name == lower_name) return field.value;
    return std::nullopt;
  }

 private:
  struct Place {
    std::uint32_t at, name_size, value_size;
  };
  // Names take whole words, so that eight characters at a time are changed to lower case.
  static constexpr std::size_t kWord = 8;
  static constexpr std::size_t room_for(std::size_t name_size) { return (name_size + kWord - 1) / kWord * kWord; }

  std::string text_;
  std::vector<Place> places_;
};

}  // namespace partita::auth
