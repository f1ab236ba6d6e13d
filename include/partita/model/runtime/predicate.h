// Predicates: conditions and filters over the attributes of an item, as data.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/export.h>
#include <partita/model/runtime/path.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace partita::model {

// The meaning of an absent value. It is the value of the whole path, or of its first `steps` steps.
struct AbsentValue {
  std::size_t steps = 0;
  AttributeValue value = {};
  bool is_null = false;  // The value is an element of a list or map: an empty one is NULL and not absent.
};

// A tree of conditions over attribute paths. The library writes it as an expression with placeholders.
struct PARTITA_API Predicate {
  enum class Kind : std::uint8_t {
    None,  // always true
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Between,
    In,
    Exists,
    NotExists,
    HasType,
    BeginsWith,
    Contains,
    SizeEqual,
    SizeNotEqual,
    SizeLess,
    SizeLessOrEqual,
    SizeGreater,
    SizeGreaterOrEqual,
    And,
    Or,
    Not,
  };
  Kind kind = Kind::None;
  Path path = {};                           // begins with an attribute of the item
  std::vector<AttributeValue> values = {};  // the operands
  std::vector<Predicate> children = {};     // the operands of And, Or and Not
  // The meanings of absent values that the defaults of the entity's own members do not cover: an empty set, and
  // defaults of members of structs inside of the item.
  std::vector<AbsentValue> absent = {};
};

}  // namespace partita::model

extern template class std::vector<partita::model::Predicate>;
extern template class partita::expected<partita::model::Predicate, partita::Error>;
