// Primary keys as values, for calls that read or remove many items.
#pragma once

#include <partita/model/detail/values.h>

namespace partita::model {

// A primary key of an entity, for calls on many items.
template <class Entity>
struct key_values {
  AttributeMap values = {};
  std::optional<Error> error = {};  // the error of encoding the values; the call that uses them returns it
};

template <class T>
inline constexpr bool is_key = false;
template <class Entity>
inline constexpr bool is_key<key_values<Entity>> = true;

// Makes a key: pt::key_of<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").
template <class Entity, class... Given>
key_values<Entity> key_of(const Given&... given) {
  if constexpr (detail::values_check<Given...>::ok) {
    static_assert(detail::gives_primary_key<Entity, Given...>);
    auto values = detail::values_of<Entity>(given...);
    if (!values) return {{}, std::move(values.error())};
    return {std::move(*values), {}};
  }
  return {};
}

}  // namespace partita::model
