// Terraform's functions of numbers, conversions, and texts of JSON and YAML.
#include <algorithm>
#include <array>
#include <cmath>

#include "documents/read_file.h"
#include "modelling/read/hcl/hcl_call.h"

namespace partita::modelling::hcl {
namespace {

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
    PARTITA_TRY_VALUE(members, call.map(0));
    std::vector<Node> values;
    for (const Member& member : *members) values.push_back(member.value);
    values = as_one_type(std::move(values));
    Node map = value;
    map.collection = Node::Collection::Map;
    for (std::size_t i = 0; i < values.size(); ++i) map.members[i].value = std::move(values[i]);
    return map;
  }
  PARTITA_TRY_VALUE(text, call.text(0));
  if (call.name == "tostring") return call.text_node(text);
  if (call.name == "tobool") {
    if (text != "true" && text != "false") return call.wrong("it is neither true nor false");
    return call.flag(text == "true");
  }
  PARTITA_TRY_VALUE(number, call.number(0));
  return documents::scalar(number_text(text).value_or(text_of_number(number)), call.place);
}

// nonsensitive(x) and sensitive(x) are x.
Result<Node> as_it_is(const Call& call) { return Node(call.arguments[0]); }

Result<Node> decode(const Call& call) {
  PARTITA_TRY_VALUE(text, call.text(0));
  auto tree = documents::read_text(text, call.place.file ? *call.place.file : std::string());
  if (!tree) return call.wrong("the text cannot be read");
  take_types_of_file(*tree);
  return std::move(*tree);
}

constexpr std::array kNumberFunctions = {Function{"max", 1, kAnyNumber, calculate},
                                         Function{"min", 1, kAnyNumber, calculate},
                                         Function{"abs", 1, 1, calculate},
                                         Function{"ceil", 1, 1, calculate},
                                         Function{"floor", 1, 1, calculate},
                                         Function{"tomap", 1, 1, convert, true},
                                         Function{"tostring", 1, 1, convert},
                                         Function{"tonumber", 1, 1, convert},
                                         Function{"tobool", 1, 1, convert},
                                         Function{"sensitive", 1, 1, as_it_is, true},
                                         Function{"nonsensitive", 1, 1, as_it_is, true},
                                         Function{"jsondecode", 1, 1, decode},
                                         Function{"yamldecode", 1, 1, decode}};

}  // namespace

std::span<const Function> number_functions() { return kNumberFunctions; }

}  // namespace partita::modelling::hcl
