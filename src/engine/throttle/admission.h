// Whether an operation may begin. Without a throttle this costs a branch.
#pragma once

#include <string_view>

#include "engine/context.h"
#include "engine/throttle/throttle.h"
#include "keys/key_space.h"

namespace partita::engine {

// Each function takes the store key of the item. Errors: those of throttled().
inline Result<void> admit(const Context& context, const catalog::TableInfo& table, Side side, std::string_view key) {
  if (!context.throttle) return {};
  auto refused = context.throttle->refuse({table, nullptr, side, keys::hash_in(key), key});
  if (!refused) return {};
  return unexpected(*std::move(refused));
}
inline Result<void> admit_read(const Context& context, const catalog::TableInfo& table, std::string_view key) {
  return admit(context, table, Side::Read, key);
}
inline Result<void> admit_write(const Context& context, const catalog::TableInfo& table, std::string_view key) {
  return admit(context, table, Side::Write, key);
}

}  // namespace partita::engine
