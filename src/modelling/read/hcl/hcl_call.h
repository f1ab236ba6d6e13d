// A call of a function of Terraform: its arguments, with checks of their kinds.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <vector>

#include "modelling/read/hcl/hcl_values.h"

namespace partita::modelling::hcl {

inline constexpr std::size_t kMostElements = 10'000;
inline constexpr std::size_t kLongestText = 1 << 20;

struct Call {
  std::string_view name;
  const std::vector<Node>& arguments;
  const Place& place;

  std::size_t size() const { return arguments.size(); }
  unexpected<Error> wrong(std::string_view what) const { return fault(place, fmt::format("{}: {}", name, what)); }

  Result<std::string> text(std::size_t i) const {
    if (arguments[i].is_scalar()) return arguments[i].text;
    return wrong(fmt::format("argument {} must be a string, not {}", i + 1, documents::kind_text(arguments[i])));
  }
  Result<long double> number(std::size_t i) const { return number_of(arguments[i], name, place); }
  Result<const std::vector<Node>*> list(std::size_t i) const {
    if (arguments[i].is_list()) return &arguments[i].items;
    return wrong(fmt::format("argument {} must be a list, not {}", i + 1, documents::kind_text(arguments[i])));
  }
  Result<const std::vector<Member>*> map(std::size_t i) const {
    if (arguments[i].is_map()) return &arguments[i].members;
    return wrong(fmt::format("argument {} must be a map, not {}", i + 1, documents::kind_text(arguments[i])));
  }
  Node text_node(std::string text) const { return string_node(std::move(text), place); }
  Node flag(bool value) const { return flag_node(value, place); }
  Node number_node(long double value) const { return hcl::number_node(value, place); }
  Node items(std::vector<Node> list, Node::Collection collection = Node::Collection::Unsure) const {
    return list_node(std::move(list), place, collection);
  }
  Result<Node> short_text(std::string text) const {
    if (text.size() > kLongestText) return wrong("the text becomes too long");
    return text_node(std::move(text));
  }
};

struct Function {
  std::string_view name;
  std::size_t least, most;  // arguments
  Result<Node> (*run)(const Call& call);
  // The function takes lists and maps with parts that are not known, because it does not look into these parts.
  bool passes_unknown = false;
};

inline constexpr std::size_t kAnyNumber = 1000;

// The functions by subject.
std::span<const Function> text_functions();
std::span<const Function> collection_functions();
std::span<const Function> number_functions();

}  // namespace partita::modelling::hcl
