// Bases that refuse wrong uses of writes with a message.
//
// A chain of a write must be one expression, because each step moves the write. The members of OneExpression stop the
// compiler if a chain continues from a name: auto write = pt::update<OrderE>(...); write.set(...);
#pragma once

#include <cstdint>

namespace partita::model::detail {

template <class...>
inline constexpr bool is_one_expression = false;

struct OneExpression {
#define PARTITA_NOT_ON_A_NAME(step)                                                                                  \
  template <class... Anything>                                                                                       \
  void step(const Anything&...) const& {                                                                             \
    static_assert(is_one_expression<Anything...>,                                                                    \
                  "partita: a chain is one expression, because each step moves the step before it: write it as one " \
                  "expression, or continue with std::move, as in auto next = std::move(write)." #step "(...)");      \
  }
  PARTITA_NOT_ON_A_NAME(set)
  PARTITA_NOT_ON_A_NAME(set_if)
  PARTITA_NOT_ON_A_NAME(apply)
  PARTITA_NOT_ON_A_NAME(set_if_absent)
  PARTITA_NOT_ON_A_NAME(increment)
  PARTITA_NOT_ON_A_NAME(append)
  PARTITA_NOT_ON_A_NAME(prepend)
  PARTITA_NOT_ON_A_NAME(add_to_set)
  PARTITA_NOT_ON_A_NAME(remove_from_set)
  PARTITA_NOT_ON_A_NAME(erase)
  PARTITA_NOT_ON_A_NAME(given)
  PARTITA_NOT_ON_A_NAME(read_first)
  PARTITA_NOT_ON_A_NAME(any_version)
  PARTITA_NOT_ON_A_NAME(when)
  PARTITA_NOT_ON_A_NAME(must_exist)
#undef PARTITA_NOT_ON_A_NAME
  template <class Never = void>
  void expect_version(std::int64_t) const& {
    static_assert(is_one_expression<Never>, "partita: a chain is one expression: std::move(write).expect_version(...)");
  }
};

// The base of values that only describe a write, which a db runs. It refuses attempts to run them directly, and steps
// that need the name of the entity.
struct UnboundWrite {
#define PARTITA_NOT_RUN(step)                                                                   \
  template <class... Anything>                                                                  \
  void step(const Anything&...) const {                                                         \
    static_assert(is_one_expression<Anything...>,                                               \
                  "partita: pt::create and the like only describe a write: db.create(item) or " \
                  "db.run(pt::create(item)) executes it, db.transact(...) too");                \
  }
  PARTITA_NOT_RUN(run)
  PARTITA_NOT_RUN(value)
  PARTITA_NOT_RUN(async)
  PARTITA_NOT_RUN(explain)
#undef PARTITA_NOT_RUN
#define PARTITA_NEEDS_ENTITY(step)                                                                               \
  template <class... Anything>                                                                                   \
  void step(const Anything&...) const {                                                                          \
    static_assert(is_one_expression<Anything...>,                                                                \
                  "partita: name the entity to add a step to the write, as in pt::replace<OrderE>(order)." #step \
                  "(...)");                                                                                      \
  }
  PARTITA_NEEDS_ENTITY(given)
  PARTITA_NEEDS_ENTITY(read_first)
  PARTITA_NEEDS_ENTITY(expect_version)
  PARTITA_NEEDS_ENTITY(any_version)
  PARTITA_NEEDS_ENTITY(when)
  PARTITA_NEEDS_ENTITY(returning_old)
#undef PARTITA_NEEDS_ENTITY
};

}  // namespace partita::model::detail
