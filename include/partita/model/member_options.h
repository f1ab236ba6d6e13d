// Options of the members of structs: another name for the attribute, and a default for an absent one.
#pragma once

#include <array>
#include <string_view>

namespace partita::model {

// One line of member_options.
struct member_option {
  std::string_view member;
  std::string_view attribute = {};  // the attribute that stores the member; empty: the member's name
  bool has_default = false;         // an absent attribute leaves the member as S{} has it
};

// A program specialises this struct for options of members, also in structs inside of structs:
//   template <> struct pt::member_options<Address> {
//     static constexpr pt::member_option list[] = {{.member = "zip", .attribute = "zipCode"}};
//   };
template <class S>
struct member_options {
  static constexpr std::array<member_option, 0> list = {};
};

}  // namespace partita::model
