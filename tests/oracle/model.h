// Model: what the table should hold, done the naive way: a std::map of items, indexes made anew for each question by
// filtering and sorting, and the few rules of conditions and updates that the oracle uses, in plain code.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shape.h"

namespace partita::test {

// One term of a condition or filter; terms are joined by AND.
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

// Numbers are few enough in digits for a double to hold them exactly.
double number_of(const AttributeValue& value);
AttributeValue number_value(double number);
// Below, at or above zero. Requires: the same type, S, N or B.
int compare_scalars(const AttributeValue& a, const AttributeValue& b);
// Sets in the order of their elements, so that equal items are ==.
AttributeMap normalized(AttributeMap item);

class Model {
 public:
  using Key = std::pair<std::string, double>;

  explicit Model(bool with_indexes) : with_indexes_(with_indexes) {}

  static Key key_of(const AttributeMap& item);
  static bool holds(const Rules& rules, const AttributeMap* item);

  const AttributeMap* find(const Key& key) const;
  // Whether the item's index key attributes may be stored: there with their types, or not there.
  bool is_valid(const AttributeMap& item) const;
  void put(AttributeMap item);
  void erase(const Key& key) { items_.erase(key); }
  // Whether the actions only take away, from an item that is not there: it then stays away.
  static bool makes_no_item(const AttributeMap* item, const Actions& actions);
  // What the item would become; nothing where an action does not fit it.
  static std::optional<AttributeMap> updated(const AttributeMap& key, const AttributeMap* item, const Actions& actions);

  // The entries of an index or of the table, as projected, in no order.
  std::vector<AttributeMap> entries(const Shape& shape) const;
  // Those of one partition that fit, in the order of the sort key.
  std::vector<AttributeMap> query(const Shape& shape, const AttributeMap& partition, const std::vector<SortRule>& rules,
                                  bool forward) const;
  const std::map<Key, AttributeMap>& items() const { return items_; }

 private:
  const bool with_indexes_;
  std::map<Key, AttributeMap> items_;
};

}  // namespace partita::test
