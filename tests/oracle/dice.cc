#include "dice.h"

#include <algorithm>
#include <set>

namespace partita::test {
namespace {

const std::vector<std::string> kIndexAttributes = {"kind", "rank", "tag", "a", "b", "c", "d"};
const std::vector<std::string> kPlainAttributes = {"note", "count", "names"};
const std::vector<std::string> kNames = {"ada", "bob", "cid", "dot"};

}  // namespace

AttributeValue Dice::value_of(const std::string& attribute) {
  if (attribute == "pk") return "p" + std::to_string(below(4));
  if (attribute == "sk") return number_value((below(13) - 4) * 0.5);
  if (attribute == "rank") return number_value(pick<double>({-100, -2.25, 0, 0.5, 7, 12, 1000}));
  if (attribute == "b") return number_value(below(2));
  if (attribute == "count") return number_value(below(40) * 0.25);
  if (attribute == "d") return AttributeValue::binary(pick<std::string>({"\x01", std::string("\x01\0", 2), "\xff", "\x7f z"}));
  if (attribute == "c") return pick<std::string>({"c", "ca", "cb", "d", "é"});
  if (attribute == "note") return pick<std::string>({"", "blue", "bluebell", "red", std::string(300, 'n')});
  if (attribute == "names") {
    std::set<std::string> some;
    for (int n = 1 + below(3); n > 0; --n) some.insert(pick(kNames));
    return AttributeValue::string_set({some.begin(), some.end()});
  }
  return attribute + std::to_string(below(2));
}

AttributeMap Dice::key() { return {{"pk", value_of("pk")}, {"sk", value_of("sk")}}; }

std::vector<AttributeMap> Dice::keys(int count) {
  std::vector<AttributeMap> all;
  while (static_cast<int>(all.size()) < count)
    if (AttributeMap one = key(); std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
  return all;
}

AttributeMap Dice::item(const AttributeMap& key, bool any_type) {
  AttributeMap item = key;
  for (const auto& name : kIndexAttributes)
    if (!one_in(4)) item.set(name, value_of(name));
  for (const auto& name : kPlainAttributes)
    if (one_in(2)) item.set(name, value_of(name));
  if (any_type && one_in(15)) item.set(pick(kIndexAttributes), pick<AttributeValue>({"", true, AttributeMap{}}));
  return item;
}

Rules Dice::rules(int up_to, bool keys_too) {
  Rules rules;
  for (int n = below(up_to + 1); n > 0; --n) {
    Rule rule;
    rule.kind = static_cast<Rule::Kind>(below(5));
    rule.attribute = rule.kind == Rule::Kind::Contains ? pick<std::string>({"note", "names"})
                     : keys_too && one_in(2)           ? pick<std::string>({"pk", "sk", "kind", "rank"})
                                                       : pick(kPlainAttributes);
    if (rule.kind == Rule::Kind::Greater && rule.attribute == "names") rule.attribute = "count";
    rule.value = value_of(rule.attribute);
    if (rule.kind == Rule::Kind::Contains) rule.value = pick<std::string>({"blue", "e", "ada", "bob"});
    rules.push_back(std::move(rule));
  }
  return rules;
}

Actions Dice::actions(bool any_type) {
  Actions actions;
  const auto add = [&](Action::Kind kind, const std::string& name, AttributeValue value) {
    actions.push_back({kind, name, std::move(value)});
  };
  for (const auto& name : kIndexAttributes)
    if (one_in(5)) {
      add(one_in(2) ? Action::Kind::Set : Action::Kind::Remove, name, value_of(name));
      if (any_type && one_in(30)) actions.back().value = AttributeValue::list();
    }
  if (one_in(3)) add(one_in(3) ? Action::Kind::Remove : Action::Kind::Set, "note", value_of("note"));
  if (one_in(2)) {
    const auto kind = pick<Action::Kind>(
        {Action::Kind::Set, Action::Kind::SetPlus, Action::Kind::SetDefaultPlus, Action::Kind::Add, Action::Kind::Remove});
    add(kind, "count", value_of("count"));
  }
  if (actions.empty() || one_in(2)) {
    const auto kind =
        pick<Action::Kind>({Action::Kind::Set, Action::Kind::Add, Action::Kind::Delete, Action::Kind::Remove});
    add(kind, "names", value_of("names"));
  }
  return actions;
}

std::vector<SortRule> Dice::sort_rules(const Shape& shape) {
  std::vector<SortRule> rules;
  const int equal = shape.sort_key.empty() ? 0 : below(static_cast<int>(shape.sort_key.size()));
  for (int i = 0; i < equal; ++i) {
    const auto& name = shape.sort_key[static_cast<std::size_t>(i)];
    rules.push_back({SortRule::Kind::Equal, name, value_of(name), {}});
  }
  if (shape.sort_key.empty() || one_in(3)) return rules;
  const auto& name = shape.sort_key[static_cast<std::size_t>(equal)];
  SortRule last{static_cast<SortRule::Kind>(below(7)), name, value_of(name), value_of(name)};
  if (last.kind == SortRule::Kind::BeginsWith) {
    if (last.value.is(AttributeType::N)) last.kind = SortRule::Kind::AtLeast;
    else if (last.value.is(AttributeType::S)) last.value = last.value.s().substr(0, 1 + last.value.s().size() / 2);
  }
  if (last.kind == SortRule::Kind::Between && compare_scalars(last.value, last.upper) > 0)
    std::swap(last.value, last.upper);
  rules.push_back(std::move(last));
  return rules;
}

}  // namespace partita::test
