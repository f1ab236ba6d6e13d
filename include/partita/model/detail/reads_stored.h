// Tells at compile time whether a member of one type can read every value that a member of another type has stored.
#pragma once

#include <partita/model/detail/codec.h>
#include <partita/model/detail/nested_structs.h>

#include <limits>

namespace partita::model::detail {

enum class Reads : std::uint8_t {
  All,
  NotEmpty,  // all values except an absent one
  Not,
};

// True for types whose codec is Partita's. Of a codec of the program only the kind is known.
template <class T>
inline constexpr bool is_known_type =
    value_codec<T>::kind != FieldKind::Document || is_list<T> || is_set<T> || map_of_names<T> || described_struct<T> ||
    is_variant<T> || std::same_as<T, other_attributes>;

template <class To, class From>
constexpr bool holds_range() {
  if constexpr (whole_number<To> && whole_number<From>)
    return std::in_range<To>(std::numeric_limits<From>::min()) && std::in_range<To>(std::numeric_limits<From>::max());
  else if constexpr (std::floating_point<To> && (whole_number<From> || std::floating_point<From>))
    return std::numeric_limits<From>::digits <= std::numeric_limits<To>::digits;
  else if constexpr (std::same_as<To, epoch_seconds> && whole_number<From>)
    return holds_range<std::int64_t, From>();
  else if constexpr (whole_number<To> && std::same_as<From, epoch_seconds>)
    return holds_range<To, std::int64_t>();
  else
    return std::same_as<To, decimal> && value_codec<From>::kind != FieldKind::Document &&
           set_type(value_codec<From>::kind) == AttributeType::NS;
}

// True if `To` has each text of the enumerators of `From`.
template <class To, class From>
constexpr bool has_enumerators() {
  if constexpr (requires { unknown_enumerator<To>::value; }) return true;
  for (const EnumeratorInfo& from : value_codec<From>::enumerators) {
    bool has = false;
    for (const EnumeratorInfo& to : value_codec<To>::enumerators) has = has || to.attribute == from.attribute;
    if (!has) return false;
  }
  return true;
}

template <class To, class From>
constexpr Reads reads_stored();

// True if the struct To can be made of the stored form of the struct From.
template <class To, class From, std::size_t... I>
constexpr bool reads_members(std::index_sequence<I...>) {
  const auto reads = []<std::size_t At>() {
    constexpr FieldInfo field = member_infos<To>[At];
    if constexpr (field.attribute.empty()) {
      return true;
    } else {
      constexpr std::size_t same = [] {
        std::size_t at = 0;
        while (at < member_infos<From>.size() && member_infos<From>[at].attribute != member_infos<To>[At].attribute)
          ++at;
        return at;
      }();
      if constexpr (same == member_infos<From>.size()) {
        return field.optional || field.has_default;
      } else {
        constexpr Reads how = reads_stored<member_type<To, At>, member_type<From, same>>();
        // An item may lack a member that has a default in From.
        constexpr bool may_lack = how == Reads::NotEmpty || (member_infos<From>[same].has_default && !field.optional);
        return how != Reads::Not && (!may_lack || field.has_default);
      }
    }
  };
  return (reads.template operator()<I>() && ...);
}

template <class To, class From>
constexpr Reads reads_stored() {
  using T = typename required<To>::type;
  using F = typename required<From>::type;
  const auto all_if = [](bool reads) { return reads ? Reads::All : Reads::Not; };
  if constexpr (std::same_as<To, From>) {
    return Reads::All;
  } else if constexpr (is_optional<To> || is_optional<From>) {
    const Reads inner = reads_stored<T, F>();
    return inner == Reads::All && is_optional<From> && !value_codec<To>::optional ? Reads::NotEmpty : inner;
  } else if constexpr (!is_known_type<T> || !is_known_type<F>) {
    return Reads::All;  // The program decides.
  } else if constexpr (is_list<T> && is_list<F>) {
    return all_if(reads_stored<typename T::value_type, typename F::value_type>() == Reads::All);
  } else if constexpr (is_set<T> && is_set<F>) {
    return all_if(reads_stored<typename T::key_type, typename F::key_type>() == Reads::All);
  } else if constexpr (map_of_names<T> && map_of_names<F>) {
    return all_if(reads_stored<typename T::mapped_type, typename F::mapped_type>() == Reads::All);
  } else if constexpr (described_struct<T> && described_struct<F>) {
    return all_if(reads_members<T, F>(std::make_index_sequence<members_of<T>::count>()));
  } else {
    constexpr FieldKind to = value_codec<T>::kind, from = value_codec<F>::kind;
    constexpr bool from_text =
        from != FieldKind::Document && from != FieldKind::Bool && set_type(from) == AttributeType::SS;
    if constexpr (to == FieldKind::Enum && from == FieldKind::Enum) return all_if(has_enumerators<T, F>());
    return all_if((to == FieldKind::String && from_text) || holds_range<T, F>());
  }
}

}  // namespace partita::model::detail
