// CallFacts: what the rules must know about a call.
#pragma once

#include <partita/attribute_value.h>
#include <partita/database.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/retry/repeatable.h"
#include "protocol/target.h"

namespace partita::client {

// One thing that a call names: a table, or an item of a table. A batch and a transaction have one for each member, in
// the order of the request.
struct NamedItem {
  std::string table;                         // its name, not its ARN; empty if there is none
  const AttributeMap* attributes = nullptr;  // of the request: the key, or the item that is put
  AttributeMap found = {};                   // those that are compared by =, if `attributes` is null
};

struct CallFacts {
  protocol::Operation operation;
  Repeatable repeatable;
  std::vector<NamedItem> named;  // points into the request
};

// Whether the equalities of conditions and statements are looked for.
enum class FindKeys : std::uint8_t { No, Yes };

// The facts are valid as long as `request` and until it changes.
#define PARTITA_OPERATION(function, Name) CallFacts facts_of(const Name##Request& request, FindKeys find);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::client
