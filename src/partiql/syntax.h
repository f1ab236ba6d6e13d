// The syntax tree of a statement. A tree depends only on the text, with unresolved parameters. Trees are cached by
// their text and shared by all threads, so they never change.
#pragma once

#include <partita/attribute_value.h>
#include <partita/enums.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "expr/projection.h"
#include "expr/syntax/ast.h"
#include "value/path.h"

namespace partita::partiql {

// The place of a token in the text, as errors print it. All three count characters, and the first two begin at 1.
struct TokenPlace {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::uint32_t length = 0;
  // "at 1:8:5"
  std::string text() const;
};

// An operand, a value or a condition.
struct Term {
  enum class Kind : std::uint8_t {
    Constant,   // `constant`
    Parameter,  // the parameter number `parameter`
    Path,       // `path`
    List,       // `terms`, of which at least one is no constant
    Map,        // `terms` with their `names`, likewise
    Bag,        // `terms`, likewise
    Call,       // the function `name` of `terms`
    Plus,
    Minus,  // two `terms`
    And,
    Or,          // at least two `terms`
    Not,         // one term
    Comparison,  // two `terms`, compared by `comparison`; with ConditionKind::Between three
    In,          // the first of `terms` is looked for among the others, or in the list that a sole other term is
    Is,          // whether the only term has the type `name`, in upper case
    Like,        // two `terms`
    Star,        // the '*' in COUNT(*)
  };
  Kind kind = Kind::Constant;
  expr::ConditionKind comparison = expr::ConditionKind::Eq;
  TokenPlace place = {};
  std::size_t parameter = 0;  // counts from 0
  AttributeValue constant = {};
  value::Path path = {};
  std::string name = {};
  std::vector<std::string> names = {};
  std::vector<Term> terms = {};
};

struct OrderTerm {
  std::string attribute;
  bool descending = false;
};

// SET path = value, or REMOVE path.
struct Clause {
  value::Path target;
  std::optional<Term> value;  // absent for REMOVE
};

struct Returning {
  bool modified = false;    // MODIFIED rather than ALL
  bool new_values = false;  // NEW rather than OLD
  // "RETURNING MODIFIED OLD *"
  std::string text() const;
  ReturnValue value() const;
};

// An equality of a top-level attribute and a constant or a parameter.
struct KeyEquality {
  std::string attribute;
  std::optional<std::size_t> parameter;
  AttributeValue constant;  // if there is no parameter
};

struct Statement {
  enum class Kind : std::uint8_t { Select, Insert, Update, Delete, Exists };
  Kind kind = Kind::Select;
  std::string text;
  std::string table;                 // a name, as written between the quotes
  std::optional<std::string> index;  // only of Select and Exists
  std::vector<Term> projection;      // empty for '*'; of Exists too
  std::optional<Term> where;
  std::vector<OrderTerm> order;
  Term item;                    // of Insert
  std::vector<Clause> clauses;  // of Update
  std::optional<Returning> returning;
  std::size_t parameters = 0;  // the number of '?'

  // The first value that the service cannot store, with the number of parameters before it.
  struct ValueFault {
    std::string text;
    std::size_t parameters_before = 0;
  };
  std::optional<ValueFault> value_fault;
  // The first other fault that needs neither parameters nor the table. Empty if there is none.
  std::string fault;
  // The first projected term that is not a path: the error's text. The service reports it after faults of the index.
  std::string projection_fault;

  // Set if WHERE consists of equalities of different attributes joined by AND.
  std::optional<std::vector<KeyEquality>> equalities;
  // Of `projection`, if it is not '*' and has only paths.
  std::optional<expr::Projection> projected;

  bool reads() const { return kind == Kind::Select; }
};

}  // namespace partita::partiql
