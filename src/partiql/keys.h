// Finds in a WHERE clause the keys to read or write.
#pragma once

#include <partita/attribute_value.h>

#include <optional>
#include <string_view>
#include <vector>

#include "expr/bind/condition_node.h"
#include "expr/key_condition.h"
#include "partiql/bind.h"
#include "partiql/syntax.h"

namespace partita::partiql {

// The names of the key attributes of a table or an index. `sort` is empty if there is none.
struct KeyNames {
  std::string_view partition;
  std::string_view sort;
  std::size_t size() const { return sort.empty() ? 1 : 2; }
};

// A part of one partition.
struct KeyBranch {
  AttributeValue partition;
  std::optional<expr::KeyComparison> sort;
  expr::KeyCondition condition(const KeyNames& keys) const;
};

// The partitions in which all items that match the WHERE clause are.
struct KeyPlan {
  std::vector<KeyBranch> branches;
  std::size_t largest_in = 0;     // the most values of the partition key in one IN
  bool negates_sort_key = false;  // a condition on the sort key is `<>` or below a NOT
};

// nullopt if the WHERE clause leaves the partition open, so that all items must be read. The top-level AND chain must
// have an equality or IN of the partition key, or an OR whose branches all have one. Source: PARITY and the developer
// guide, "PartiQL select statements".
std::optional<KeyPlan> plan_keys(const expr::ConditionNode& where, const KeyNames& keys);

// The key of the one item that a WHERE clause names, by an equality of each key attribute in its AND chain, or nullopt.
std::optional<AttributeMap> item_key(const expr::ConditionNode& where, const KeyNames& keys);

// The same for a WHERE clause that has nothing but these equalities. Requires: check_values() passed.
std::optional<AttributeMap> exact_item_key(const Statement& statement, const Parameters& parameters,
                                           const KeyNames& keys);

// The attributes whose absence from an index makes a read by key fail, in the order of the clause. Those inside of an
// OR are left out.
std::vector<std::string_view> names_outside_or(const expr::ConditionNode& where);

}  // namespace partita::partiql
