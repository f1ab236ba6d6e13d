// A JSON text as a tree that knows the place of each value, so that faults of a policy name their place.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::iam {

// A place in a text, counted from 1. Columns count characters.
struct JsonPlace {
  int line = 1;
  int column = 1;
};

struct DocumentFault {
  JsonPlace place;
  std::string text;  // the fault and its cure
};

struct Json {
  enum class Kind : std::uint8_t { Null, Bool, Number, String, List, Object };
  struct Member;

  Kind kind = Kind::Null;
  JsonPlace place;
  std::string text;             // of a String; "true" or "false" of a Bool; the digits of a Number
  std::vector<Json> elements;   // of a List
  std::vector<Member> members;  // of an Object, in the text's order; a name can occur several times

  // The first member of that name, or nullptr if no member has it.
  const Json* find(std::string_view name) const;
  // "a list", "text" and so on, for faults.
  std::string_view kind_name() const;
};

struct Json::Member {
  std::string name;
  JsonPlace place;
  Json value;
};

// Reads strict JSON (RFC 8259) of at most 32 levels. Errors: the first fault.
expected<Json, DocumentFault> parse_json(std::string_view text);

}  // namespace partita::iam
