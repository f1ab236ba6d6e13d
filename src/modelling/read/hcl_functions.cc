#include "modelling/read/hcl_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>

#include "base/text.h"
#include "templates/read_file.h"

namespace partita::modelling::hcl {
namespace {

constexpr std::size_t kMostElements = 10'000;
constexpr std::size_t kLongestText = 1 << 20;
constexpr int kWidestField = 1000;

using Arguments = std::vector<Node>;

// A call under way: its arguments, with checks of their kinds.
struct Call {
  std::string_view name;
  const Arguments& arguments;
  const Place& place;

  std::size_t size() const { return arguments.size(); }
  unexpected<Error> wrong(std::string_view what) const { return fault(place, fmt::format("{}: {}", name, what)); }

  Result<std::string> text(std::size_t i) const {
    if (arguments[i].is_scalar()) return arguments[i].text;
    return wrong(fmt::format("argument {} must be a string, not {}", i + 1, templates::kind_text(arguments[i])));
  }
  Result<double> number(std::size_t i) const { return number_of(arguments[i], name, place); }
  Result<const std::vector<Node>*> list(std::size_t i) const {
    if (arguments[i].is_list()) return &arguments[i].items;
    return wrong(fmt::format("argument {} must be a list, not {}", i + 1, templates::kind_text(arguments[i])));
  }
  Result<const std::vector<Member>*> map(std::size_t i) const {
    if (arguments[i].is_map()) return &arguments[i].members;
    return wrong(fmt::format("argument {} must be a map, not {}", i + 1, templates::kind_text(arguments[i])));
  }
  Node text_node(std::string text) const { return templates::scalar(std::move(text), place); }
  Node flag(bool value) const { return text_node(value ? "true" : "false"); }
  Node number_node(double value) const { return text_node(text_of_number(value)); }
  Node items(std::vector<Node> list) const { return list_node(std::move(list), place); }
  Result<Node> short_text(std::string text) const {
    if (text.size() > kLongestText) return wrong("the text becomes too long");
    return text_node(std::move(text));
  }
};

bool contains(const std::vector<Node>& list, const Node& wanted) {
  return std::ranges::any_of(list, [&](const Node& one) { return are_equal(one, wanted); });
}

std::vector<Node> without_repetitions(const std::vector<Node>& list) {
  std::vector<Node> out;
  for (const Node& one : list)
    if (!contains(out, one)) out.push_back(one);
  return out;
}

// A set has each value once, and Terraform walks sets of texts in their order.
std::vector<Node> set_of(const std::vector<Node>& list) {
  std::vector<Node> out = without_repetitions(list);
  if (std::ranges::all_of(out, &Node::is_scalar)) std::ranges::sort(out, {}, &Node::text);
  return out;
}

// ---- texts

std::string in_lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}
std::string in_upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

Result<Node> change_text(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  if (call.name == "lower") return call.text_node(in_lower(text));
  if (call.name == "upper") return call.text_node(in_upper(text));
  if (call.name == "trimspace") return call.text_node(std::string(base::trimmed(text)));
  if (call.name == "chomp") {
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    return call.text_node(text);
  }
  for (std::size_t i = 0; i < text.size(); ++i)  // title
    if (i == 0 || text[i - 1] == ' ' || text[i - 1] == '-') text[i] = in_upper(std::string(1, text[i])).front();
  return call.text_node(text);
}

Result<Node> compare_text(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  PARTITA_TRY_VALUE(part, call.text(1));
  if (call.name == "startswith") return call.flag(text.starts_with(part));
  if (call.name == "endswith") return call.flag(text.ends_with(part));
  if (call.name == "strcontains") return call.flag(text.find(part) != text.npos);
  if (call.name == "trimprefix") return call.text_node(text.starts_with(part) ? text.substr(part.size()) : text);
  if (call.name == "trimsuffix")
    return call.text_node(text.ends_with(part) ? text.substr(0, text.size() - part.size()) : text);
  const std::size_t first = text.find_first_not_of(part);  // trim
  if (first == text.npos) return call.text_node("");
  return call.text_node(text.substr(first, text.find_last_not_of(part) + 1 - first));
}

Result<Node> replace(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  PARTITA_TRY_VALUE(from, call.text(1));
  PARTITA_TRY_VALUE(to, call.text(2));
  if (from.size() > 1 && from.starts_with('/') && from.ends_with('/'))
    return call.wrong("regular expressions are not read; write the value out");
  if (from.empty()) return call.text_node(text);
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t found = text.find(from, at);
    out.append(text, at, found == text.npos ? text.npos : found - at);
    if (out.size() > kLongestText) return call.wrong("the text becomes too long");
    if (found == text.npos) return call.text_node(out);
    out += to;
    at = found + from.size();
  }
}

// Bytes, so that a text beyond ASCII is refused in place of being cut in a character.
Result<Node> substr(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  PARTITA_TRY_VALUE(offset, call.number(1));
  PARTITA_TRY_VALUE(length, call.number(2));
  if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) > 0x7F; }))
    return call.wrong("only texts of ASCII are read; write the value out");
  const double size = static_cast<double>(text.size());
  const double begin = std::clamp(offset < 0 ? size + offset : offset, 0.0, size);
  const double end = length < 0 ? size : std::min(size, begin + length);
  return call.text_node(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
}

Result<Node> join(const Call& call) {
  PARTITA_TRY_VALUE(between, call.text(0));
  std::string joined;
  bool first = true;
  for (std::size_t i = 1; i < call.size(); ++i) {
    PARTITA_TRY_VALUE(list, call.list(i));
    for (const Node& one : *list) {
      if (!one.is_scalar()) return call.wrong("the list must have strings");
      if (!first) joined += between;
      first = false;
      joined += one.text;
    }
  }
  return call.short_text(std::move(joined));
}

Result<Node> split(const Call& call) {
  PARTITA_TRY_VALUE(between, call.text(0));
  PARTITA_TRY_VALUE(text, call.text(1));
  std::vector<Node> parts;
  for (std::size_t at = 0;;) {
    const std::size_t found = between.empty() ? text.npos : text.find(between, at);
    parts.push_back(call.text_node(text.substr(at, found == text.npos ? text.npos : found - at)));
    if (found == text.npos) return call.items(std::move(parts));
    at = found + between.size();
  }
}

// %s, %d, %v, %q and %%, with a width, such as %03d.
Result<Node> format(const Call& call) {
  PARTITA_TRY_VALUE(pattern, call.text(0));
  std::string out;
  std::size_t next = 1;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      out += pattern[i];
      continue;
    }
    std::string flags, width;
    for (++i; i < pattern.size() && (pattern[i] == '0' || pattern[i] == '-'); ++i) flags += pattern[i];
    for (; i < pattern.size() && base::is_digit(pattern[i]); ++i) width += pattern[i];
    const char verb = i < pattern.size() ? pattern[i] : '\0';
    if (verb == '%') {
      out += '%';
      continue;
    }
    if (std::string_view("sdvq").find(verb) == std::string_view::npos || verb == '\0')
      return call.wrong(fmt::format("the format %{} is not read; write the value out", std::string(1, verb)));
    if (next >= call.size()) return call.wrong("there are more formats than values");
    PARTITA_TRY_VALUE(value, call.text(next++));
    if (verb == 'q') value = "\"" + value + "\"";
    const int wide = width.size() > 4 ? kWidestField + 1 : width.empty() ? 0 : std::stoi(width);
    if (wide > kWidestField) return call.wrong("a field is too wide");
    const bool zeros = flags.find('0') != flags.npos;
    while (static_cast<int>(value.size()) < wide)
      value.insert(flags.find('-') != flags.npos ? value.size() : 0, 1, zeros ? '0' : ' ');
    out += value;
  }
  return call.short_text(std::move(out));
}

// ---- collections

Result<Node> merge(const Call& call) {
  Node out = templates::empty_map(call.place);
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
  if (call.name == "setunion") all = set_of(all);
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
  return Node((*list)[static_cast<std::size_t>(std::fmod(number, static_cast<double>(list->size())))]);
}

Result<Node> coalesce(const Call& call) {
  const bool lists = call.name == "coalescelist";
  for (const Node& one : call.arguments)
    if (!one.is_null() && !(one.is_scalar() && one.text.empty()) && !(lists && one.items.empty())) return Node(one);
  return call.wrong("all arguments are null or empty");
}

Result<Node> compact(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  std::vector<Node> out;
  for (const Node& one : *list)
    if (!one.is_null() && !(one.is_scalar() && one.text.empty())) out.push_back(one);
  return call.items(std::move(out));
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
    return call.items(std::move(out));
  }
  if (call.name == "distinct") return call.items(without_repetitions(*list));
  out = *list;
  if (call.name == "reverse") std::ranges::reverse(out);
  if (call.name == "sort") std::ranges::stable_sort(out, {}, &Node::text);
  return call.items(std::move(out));
}

// A set is a list without repetitions.
Result<Node> to_list(const Call& call) {
  const Node& value = call.arguments[0];
  if (value.is_null()) return Node(value);
  std::vector<Node> out;
  for (auto& [key, one] : elements_of(value)) out.push_back(std::move(one));
  return call.items(call.name == "toset" ? set_of(out) : std::move(out));
}

Result<Node> compare_sets(const Call& call) {
  PARTITA_TRY_VALUE(first, call.list(0));
  PARTITA_TRY_VALUE(second, call.list(1));
  std::vector<Node> out;
  for (const Node& one : *first)
    if (contains(*second, one) == (call.name == "setintersection")) out.push_back(one);
  return call.items(set_of(out));
}

Result<Node> contains_value(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  return call.flag(contains(*list, call.arguments[1]));
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
  return call.number_node(static_cast<double>(size));
}

Result<Node> zipmap(const Call& call) {
  PARTITA_TRY_VALUE(keys, call.list(0));
  PARTITA_TRY_VALUE(values, call.list(1));
  if (keys->size() != values->size()) return call.wrong("the lists must be equally long");
  Node out = templates::empty_map(call.place);
  for (std::size_t i = 0; i < keys->size(); ++i) out.members.push_back({(*keys)[i].text, (*values)[i], call.place});
  return out;
}

Result<Node> index(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  for (std::size_t i = 0; i < list->size(); ++i)
    if (are_equal((*list)[i], call.arguments[1])) return call.number_node(static_cast<double>(i));
  return call.wrong("the list has no such element");
}

Result<Node> range(const Call& call) {
  double begin = 0, step = 1;
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
  for (double at = begin; step > 0 ? at < end : at > end; at += step) {
    if (step == 0 || out.size() == kMostElements) return call.wrong("the range has too many numbers");
    out.push_back(call.number_node(at));
  }
  return call.items(std::move(out));
}

Result<Node> slice(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  PARTITA_TRY_VALUE(begin, call.number(1));
  PARTITA_TRY_VALUE(end, call.number(2));
  if (begin < 0 || end < begin || end > static_cast<double>(list->size())) return call.wrong("the list is shorter");
  return call.items(
      {list->begin() + static_cast<std::ptrdiff_t>(begin), list->begin() + static_cast<std::ptrdiff_t>(end)});
}

Result<Node> one(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  if (list->size() > 1) return call.wrong("the list has more than one element");
  return list->empty() ? templates::null_node(call.place) : Node(list->front());
}

Result<Node> all_or_any(const Call& call) {
  PARTITA_TRY_VALUE(list, call.list(0));
  const auto is_true = [](const Node& node) { return node.text == "true"; };
  return call.flag(call.name == "alltrue" ? std::ranges::all_of(*list, is_true) : std::ranges::any_of(*list, is_true));
}

// ---- numbers, conversions and JSON

Result<Node> calculate(const Call& call) {
  PARTITA_TRY_VALUE(best, call.number(0));
  if (call.name == "abs") return call.number_node(std::fabs(best));
  if (call.name == "ceil") return call.number_node(std::ceil(best));
  if (call.name == "floor") return call.number_node(std::floor(best));
  for (std::size_t i = 1; i < call.size(); ++i) {
    PARTITA_TRY_VALUE(other, call.number(i));
    best = call.name == "max" ? std::max(best, other) : std::min(best, other);
  }
  return call.number_node(best);
}

Result<Node> convert(const Call& call) {
  const Node& value = call.arguments[0];
  if (value.is_null()) return Node(value);
  if (call.name == "tomap") {
    PARTITA_TRY(call.map(0));
  } else if (call.name == "tonumber") {
    PARTITA_TRY(call.number(0));
  } else {
    PARTITA_TRY_VALUE(text, call.text(0));
    if (call.name == "tobool" && text != "true" && text != "false") return call.wrong("it is neither true nor false");
  }
  return Node(value);
}

// nonsensitive(x) and sensitive(x) are x.
Result<Node> as_it_is(const Call& call) { return Node(call.arguments[0]); }

Result<Node> decode(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  auto tree = templates::read_text(text, call.place.file ? *call.place.file : std::string());
  if (!tree) return call.wrong("the text cannot be read");
  return std::move(*tree);
}

struct Function {
  std::string_view name;
  std::size_t least, most;
  Result<Node> (*run)(const Call& call);
};

constexpr std::size_t kAny = 1000;
constexpr std::array kFunctions = {Function{"lower", 1, 1, change_text},
                                   Function{"upper", 1, 1, change_text},
                                   Function{"title", 1, 1, change_text},
                                   Function{"trimspace", 1, 1, change_text},
                                   Function{"chomp", 1, 1, change_text},
                                   Function{"startswith", 2, 2, compare_text},
                                   Function{"endswith", 2, 2, compare_text},
                                   Function{"strcontains", 2, 2, compare_text},
                                   Function{"trimprefix", 2, 2, compare_text},
                                   Function{"trimsuffix", 2, 2, compare_text},
                                   Function{"trim", 2, 2, compare_text},
                                   Function{"replace", 3, 3, replace},
                                   Function{"substr", 3, 3, substr},
                                   Function{"join", 2, kAny, join},
                                   Function{"split", 2, 2, split},
                                   Function{"format", 1, kAny, format},
                                   Function{"merge", 0, kAny, merge},
                                   Function{"concat", 0, kAny, concat},
                                   Function{"setunion", 0, kAny, concat},
                                   Function{"setsubtract", 2, 2, compare_sets},
                                   Function{"setintersection", 2, 2, compare_sets},
                                   Function{"lookup", 2, 3, lookup},
                                   Function{"element", 2, 2, element},
                                   Function{"coalesce", 1, kAny, coalesce},
                                   Function{"coalescelist", 1, kAny, coalesce},
                                   Function{"compact", 1, 1, compact},
                                   Function{"contains", 2, 2, contains_value},
                                   Function{"flatten", 1, 1, change_list},
                                   Function{"distinct", 1, 1, change_list},
                                   Function{"reverse", 1, 1, change_list},
                                   Function{"sort", 1, 1, change_list},
                                   Function{"toset", 1, 1, to_list},
                                   Function{"tolist", 1, 1, to_list},
                                   Function{"keys", 1, 1, keys_or_values},
                                   Function{"values", 1, 1, keys_or_values},
                                   Function{"length", 1, 1, length},
                                   Function{"zipmap", 2, 2, zipmap},
                                   Function{"index", 2, 2, index},
                                   Function{"range", 1, 3, range},
                                   Function{"slice", 3, 3, slice},
                                   Function{"one", 1, 1, one},
                                   Function{"alltrue", 1, 1, all_or_any},
                                   Function{"anytrue", 1, 1, all_or_any},
                                   Function{"max", 1, kAny, calculate},
                                   Function{"min", 1, kAny, calculate},
                                   Function{"abs", 1, 1, calculate},
                                   Function{"ceil", 1, 1, calculate},
                                   Function{"floor", 1, 1, calculate},
                                   Function{"tomap", 1, 1, convert},
                                   Function{"tostring", 1, 1, convert},
                                   Function{"tonumber", 1, 1, convert},
                                   Function{"tobool", 1, 1, convert},
                                   Function{"sensitive", 1, 1, as_it_is},
                                   Function{"nonsensitive", 1, 1, as_it_is},
                                   Function{"jsondecode", 1, 1, decode},
                                   Function{"yamldecode", 1, 1, decode}};

}  // namespace

Node list_node(std::vector<Node> items, const Place& place) {
  Node list = templates::null_node(place);
  list.kind = Node::Kind::List;
  list.items = std::move(items);
  return list;
}

std::vector<std::pair<std::string, Node>> elements_of(const Node& collection, bool as_set) {
  std::vector<std::pair<std::string, Node>> out;
  for (const Member& member : collection.members) out.emplace_back(member.name, member.value);
  for (std::size_t i = 0; i < collection.items.size(); ++i) {
    const Node& item = collection.items[i];
    out.emplace_back(as_set && item.is_scalar() ? item.text : std::to_string(i), item);
  }
  return out;
}

bool are_equal(const Node& one, const Node& other) {
  if (one.kind != other.kind || one.text != other.text || one.items.size() != other.items.size() ||
      one.members.size() != other.members.size())
    return false;
  for (std::size_t i = 0; i < one.items.size(); ++i)
    if (!are_equal(one.items[i], other.items[i])) return false;
  for (const Member& member : one.members) {
    const Node* same = other.find(member.name);
    if (!same || !are_equal(member.value, *same)) return false;
  }
  return true;
}

Result<double> number_of(const Node& node, std::string_view what, const Place& place) {
  double number = 0;
  const char* end = node.text.data() + node.text.size();
  const auto [stop, error] = std::from_chars(node.text.data(), end, number);
  if (node.is_scalar() && error == std::errc() && stop == end && std::isfinite(number)) return number;
  return fault(place, fmt::format("{} takes a number, not {}", what,
                                  node.is_scalar() ? "'" + node.text + "'" : std::string(templates::kind_text(node))));
}

std::string text_of_number(double number) {
  if (number == std::floor(number) && std::fabs(number) < 1e15) return fmt::format("{:.0f}", number);
  return fmt::format("{}", number);
}

bool is_function(std::string_view name) {
  return std::ranges::find(kFunctions, name, &Function::name) != kFunctions.end();
}

Result<Node> call_function(std::string_view name, const std::vector<Node>& arguments, const Place& place) {
  const Function& function = *std::ranges::find(kFunctions, name, &Function::name);
  const Call call{name, arguments, place};
  if (arguments.size() < function.least || arguments.size() > function.most)
    return call.wrong(fmt::format("it has {} arguments, which do not fit", arguments.size()));
  return function.run(call);
}

}  // namespace partita::modelling::hcl
