// Declares searches: the members that a caller gives beside a vector, and the struct of the items that come back.
//
//   using LikeText = pt::similar<"Notes of a tenant that mean something similar", NoteE, pt::by<"tenantId">>;
//
// detail/planned_search.h finds the vector index on a table. A search without one does not compile.
#pragma once

#include <partita/model/pattern.h>

namespace partita::model {

namespace detail {
// The options of a pattern that mean something for a search, which has no order and no sort key.
template <class Option>
inline constexpr bool is_search_option = false;
template <fixed_string... Fields>
inline constexpr bool is_search_option<by<Fields...>> = true;
template <fixed_string Index>
inline constexpr bool is_search_option<using_index<Index>> = true;
template <class Struct>
inline constexpr bool is_search_option<as<Struct>> = true;
template <>
inline constexpr bool is_search_option<with_expired> = true;
template <Unreadable What>
inline constexpr bool is_search_option<on_unreadable<What>> = true;
}  // namespace detail

// The base of a search. Its name is used in messages and tools. It finds items of one entity whose vectors are similar
// to the vector of a call. `pt::by` names the members of the partition key of the vector index, and perhaps members
// that are inline filters of it. The other options are using_index, as, with_expired and on_unreadable. If the struct
// of the answer has no member for the vector, the vector does not travel.
template <fixed_string Name, class Entity, class... Options>
struct similar {
  using entity = Entity;
  // The type of the items that a call finds.
  using value_type = typename detail::result_of<typename Entity::value_type, Options...>::type;

  static constexpr std::string_view name() { return Name.view(); }
  static constexpr bool is_search = true;
  static constexpr detail::PatternOptions options() {
    static_assert((detail::is_search_option<Options> && ...),
                  "partita: pt::similar takes pt::by, using_index, as, with_expired and on_unreadable");
    detail::PatternOptions out;
    if constexpr ((detail::is_search_option<Options> && ...)) {
      static_assert(detail::each_once<Options...>());
      (detail::pattern_option<Options>::template apply<Entity>(out), ...);
    }
    return out;
  }
};

}  // namespace partita::model
