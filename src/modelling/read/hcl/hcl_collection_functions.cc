// Terraform's functions of lists, sets and maps.
#include <algorithm>
#include <array>
#include <cmath>

#include "modelling/read/hcl/hcl_call.h"

namespace partita::modelling::hcl {
namespace {

Node not_comparable(const Call& call) {
  return unknown_node(
      fault(call.place,
            fmt::format("{}: whether Terraform takes the values for ones of one type is not known here", call.name))
          .error()
          .message,
      call.place);
}

// True if the list has the value; nullopt if that is not known.
std::optional<bool> has_value(const std::vector<Node>& list, const Node& wanted) {
  std::optional<bool> has = false;
  for (const Node& one : list) {
    const auto equal = are_equal(one, wanted);
    if (equal == true) return true;
    if (!equal) has = std::nullopt;
  }
  return has;
}

std::vector<Node> without_repetitions(const std::vector<Node>& list) {
  std::vector<Node> out;
  for (const Node& one : list)
    if (has_value(out, one) != true) out.push_back(one);
  return out;
}

Result<Node> merge(const Call& call) {
  Node out = documents::empty_map(call.place);
  out.collection = Node::Collection::Unsure;
  for (std::size_t i = 0; i < call.size(); ++i) {
    if (call.arguments[i].is_null()) continue;
    PARTITA_TRY_VALUE(members, call.map(i));
    for (const Member& member : *members) {
      const auto there = std::ranges::find(out.members, member.name, &Member::name);
      if (there == out.members.end())
        out.members.push_back(member);
      else
        there->value = member.value;
    }
  }
  return out;
}

Result<Node> concat(const Call& call) {
  std::vector<Node> all;
  for (std::size_t i = 0; i < call.size(); ++i) {
    PARTITA_TRY_VALUE(list, call.list(i));
    all.insert(all.end(), list->begin(), list->end());
  }
  if (call.name == "setunion") return call.items(set_of(all), Node::Collection::Set);
  return call.items(std::move(all));
}

Result<Node> lookup(const Call& call) {
  PARTITA_TRY_VALUE(members, call.map(0));
  PARTITA_TRY_VALUE(key, call.text(1));
  for (const Member& member : *members)
    if (member.name == key) return Node(member.value);
  if (call.size() == 3) return Node(call.arguments[2]);
  return call.wrong(fmt::format("the map has no '{}'", key));
}

Result<Node> element(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  PARTITA_TRY_VALUE(number, call.number(1));
  if (list->empty() || number < 0) return call.wrong("the list has no such element");
  return Node((*list)[static_cast<std::size_t>(std::fmod(number, static_cast<long double>(list->size())))]);
}

Result<Node> coalesce(const Call& call) {
  const bool lists = call.name == "coalescelist";
  for (const Node& one : call.arguments)
    if (!one.is_null() && !(one.is_scalar() && one.text.empty()) && !(lists && one.items.empty())) {
      Node value = one;
      if (value.is_scalar()) value.is_quoted = value.is_quoted || std::ranges::any_of(call.arguments, is_string);
      return value;
    }
  return call.wrong("all arguments are null or empty");
}

Result<Node> compact(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  std::vector<Node> out;
  for (const Node& one : *list)
    if (!one.is_null() && !(one.is_scalar() && one.text.empty()))
      out.push_back(one.is_scalar() ? call.text_node(one.text) : Node(one));
  return call.items(std::move(out), Node::Collection::List);
}

void flatten_into(const std::vector<Node>& list, std::vector<Node>& out) {
  for (const Node& one : list) {
    if (one.is_list())
      flatten_into(one.items, out);
    else
      out.push_back(one);
  }
}

Result<Node> change_list(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  std::vector<Node> out;
  if (call.name == "flatten") {
    flatten_into(*list, out);
    // It may be a list of any length.
    if (const auto unknown = std::ranges::find_if(out, &Node::is_unknown); unknown != out.end()) return Node(*unknown);
    return call.items(std::move(out), Node::Collection::AsWritten);
  }
  if (call.name == "distinct") return call.items(without_repetitions(*list));
  out = *list;
  if (call.name == "reverse") std::ranges::reverse(out);
  if (call.name == "sort") {
    for (Node& one : out)
      if (one.is_scalar()) one.is_quoted = true;
    std::ranges::stable_sort(out, {}, &Node::text);
    return call.items(std::move(out), Node::Collection::List);
  }
  return call.items(std::move(out), call.arguments[0].collection);
}

// A set is a list without repetitions.
Result<Node> to_list(const Call& call) {
  const Node& value = call.arguments[0];
  if (value.is_null()) return Node(value);
  std::vector<Node> out;
  for (auto& [key, one] : elements_of(value)) out.push_back(std::move(one));
  if (call.name == "toset") return call.items(set_of(out), Node::Collection::Set);
  return call.items(as_one_type(std::move(out)), Node::Collection::List);
}

Result<Node> compare_sets(const Call& call) {
  PARTITA_TRY_VALUE(first, call.list(0));
  PARTITA_TRY_VALUE(second, call.list(1));
  std::vector<Node> out;
  for (const Node& one : *first)
    if (const auto has = has_value(*second, one); !has)
      return not_comparable(call);
    else if (*has == (call.name == "setintersection"))
      out.push_back(one);
  return call.items(set_of(out), Node::Collection::Set);
}

Result<Node> contains_value(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  const auto has = has_value(*list, call.arguments[1]);
  return has ? call.flag(*has) : not_comparable(call);
}

Result<Node> keys_or_values(const Call& call) {
  PARTITA_TRY_VALUE(members, call.map(0));
  std::vector<const Member*> sorted;
  for (const Member& member : *members) sorted.push_back(&member);
  std::ranges::stable_sort(sorted, {}, &Member::name);
  std::vector<Node> out;
  for (const Member* member : sorted)
    out.push_back(call.name == "keys" ? call.text_node(member->name) : Node(member->value));
  return call.items(std::move(out));
}

Result<Node> length(const Call& call) {
  const Node& value = call.arguments[0];
  if (value.is_null()) return call.wrong("null has no length");
  const std::size_t size =
      value.is_list() ? value.items.size()
      : value.is_map()
          ? value.members.size()
          : static_cast<std::size_t>(std::ranges::count_if(value.text, [](char c) { return (c & 0xC0) != 0x80; }));
  return call.number_node(static_cast<long double>(size));
}

Result<Node> zipmap(const Call& call) {
  PARTITA_TRY_VALUE(keys, call.list(0));
  PARTITA_TRY_VALUE(values, call.list(1));
  if (keys->size() != values->size()) return call.wrong("the lists must be equally long");
  Node out = documents::empty_map(call.place);
  out.collection = Node::Collection::Unsure;
  if (const auto unknown = std::ranges::find_if(*keys, &Node::is_unknown); unknown != keys->end())
    return Node(*unknown);
  for (std::size_t i = 0; i < keys->size(); ++i) out.members.push_back({(*keys)[i].text, (*values)[i], call.place});
  return out;
}

Result<Node> index(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  for (std::size_t i = 0; i < list->size(); ++i)
    if (const auto equal = are_equal((*list)[i], call.arguments[1]); !equal)
      return not_comparable(call);
    else if (*equal)
      return call.number_node(static_cast<long double>(i));
  return call.wrong("the list has no such element");
}

Result<Node> range(const Call& call) {
  long double begin = 0, step = 1;
  PARTITA_TRY_VALUE(end, call.number(call.size() == 1 ? 0 : 1));
  if (call.size() > 1) {
    PARTITA_TRY_VALUE(first, call.number(0));
    begin = first;
  }
  if (call.size() == 3) {
    PARTITA_TRY_VALUE(given, call.number(2));
    step = given;
  } else if (end < begin) {
    step = -1;
  }
  std::vector<Node> out;
  for (long double at = begin; step > 0 ? at < end : at > end; at += step) {
    if (step == 0 || out.size() == kMostElements) return call.wrong("the range has too many numbers");
    out.push_back(call.number_node(at));
  }
  return call.items(std::move(out), Node::Collection::List);
}

Result<Node> slice(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  PARTITA_TRY_VALUE(begin, call.number(1));
  PARTITA_TRY_VALUE(end, call.number(2));
  if (begin < 0 || end < begin || end > static_cast<long double>(list->size()))
    return call.wrong("the list is shorter");
  return call.items(
      {list->begin() + static_cast<std::ptrdiff_t>(begin), list->begin() + static_cast<std::ptrdiff_t>(end)},
      call.arguments[0].collection);
}

Result<Node> one(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  if (list->size() > 1) return call.wrong("the list has more than one element");
  return list->empty() ? documents::null_node(call.place) : Node(list->front());
}

Result<Node> all_or_any(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  const auto is_true = [](const Node& node) { return node.text == "true"; };
  return call.flag(call.name == "alltrue" ? std::ranges::all_of(*list, is_true) : std::ranges::any_of(*list, is_true));
}

constexpr std::array kCollectionFunctions = {Function{"merge", 0, kAnyNumber, merge, true},
                                             Function{"concat", 0, kAnyNumber, concat, true},
                                             Function{"setunion", 0, kAnyNumber, concat},
                                             Function{"setsubtract", 2, 2, compare_sets},
                                             Function{"setintersection", 2, 2, compare_sets},
                                             Function{"lookup", 2, 3, lookup, true},
                                             Function{"element", 2, 2, element, true},
                                             Function{"coalesce", 1, kAnyNumber, coalesce, true},
                                             Function{"coalescelist", 1, kAnyNumber, coalesce, true},
                                             Function{"compact", 1, 1, compact},
                                             Function{"contains", 2, 2, contains_value},
                                             Function{"flatten", 1, 1, change_list, true},
                                             Function{"distinct", 1, 1, change_list},
                                             Function{"reverse", 1, 1, change_list, true},
                                             Function{"sort", 1, 1, change_list},
                                             Function{"toset", 1, 1, to_list},
                                             Function{"tolist", 1, 1, to_list, true},
                                             Function{"keys", 1, 1, keys_or_values, true},
                                             Function{"values", 1, 1, keys_or_values, true},
                                             Function{"length", 1, 1, length, true},
                                             Function{"zipmap", 2, 2, zipmap, true},
                                             Function{"index", 2, 2, index},
                                             Function{"range", 1, 3, range},
                                             Function{"slice", 3, 3, slice, true},
                                             Function{"one", 1, 1, one, true},
                                             Function{"alltrue", 1, 1, all_or_any},
                                             Function{"anytrue", 1, 1, all_or_any}};

}  // namespace

std::span<const Function> collection_functions() { return kCollectionFunctions; }

}  // namespace partita::modelling::hcl
