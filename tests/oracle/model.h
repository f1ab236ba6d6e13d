// Model: the expected contents of the table, computed in a naive way. It has a std::map of items, computes an index for
// each question by filtering and sorting, and has plain code for the few rules of conditions and updates that the
// oracle uses.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shape.h"

namespace partita::test {

// One term of a condition or filter. Terms are joined by AND.
struct Rule {
  enum class Kind { Exists, NotExists, Equal, Greater, Contains };
  Kind kind = Kind::Exists;
  std::string attribute;
  AttributeValue value;
};
using Rules = std::vector<Rule>;

// One action of an update.
struct Action {
  enum class Kind { Set, SetPlus, SetDefaultPlus, Remove, Add, Delete };
  Kind kind = Kind::Set;
  std::string attribute;
  AttributeValue value;
};
using Actions = std::vector<Action>;

// One condition on a sort key attribute.
struct SortRule {
  enum class Kind { Equal, Less, AtMost, Greater, AtLeast, Between, BeginsWith };
  Kind kind = Kind::Equal;
  std::string attribute;
  AttributeValue value;
  AttributeValue upper;
};

// Numbers have so few digits that a double holds them exactly.
double number_of(const AttributeValue& value);
AttributeValue number_value(double number);
// Negative, zero or positive. Requires: both have the same type, which is S, N or B.
int compare_scalars(const AttributeValue& a, const AttributeValue& b);
// Sorts the elements of sets, so that equal items are ==.
AttributeMap normalized(AttributeMap item);

class Model {
 public:
  using Key = std::pair<std::string, double>;

  explicit Model(bool with_indexes) : with_indexes_(with_indexes) {}

  static Key key_of(const AttributeMap& item);
  static bool holds(const Rules& rules, const AttributeMap* item);

  const AttributeMap* find(const Key& key) const;
  // Whether each index key attribute of the item is absent or has the right type, so that the item may be stored.
  bool is_valid(const AttributeMap& item) const;
  // Whether the actions set no index key attribute to a value of another type. The service checks such values before it
  // reads the item.
  bool sets_right_types(const Actions& actions) const;
  void put(AttributeMap item);
  void erase(const Key& key) { items_.erase(key); }
  // Whether the item is absent and the actions only remove, so that it stays absent.
  static bool makes_no_item(const AttributeMap* item, const Actions& actions);
  // The item after the update; nullopt if an action does not fit it.
  static std::optional<AttributeMap> updated(const AttributeMap& key, const AttributeMap* item, const Actions& actions);

  // The projected entries of an index or of the table, in no order.
  std::vector<AttributeMap> entries(const Shape& shape) const;
  // The entries of one partition that match the rules, in the order of the sort key.
  std::vector<AttributeMap> query(const Shape& shape, const AttributeMap& partition, const std::vector<SortRule>& rules,
                                  bool forward) const;
  const std::map<Key, AttributeMap>& items() const { return items_; }

 private:
  const bool with_indexes_;
  std::map<Key, AttributeMap> items_;
};

}  // namespace partita::test
