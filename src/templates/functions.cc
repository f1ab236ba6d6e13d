// CloudFormation's functions on texts, lists and mappings.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "templates/evaluator.h"
#include "templates/pseudo_parameters.h"

namespace partita::templates {

Node list_of(std::string_view text, std::string_view delimiter, const Place& place) {
  Node list;
  list.kind = Node::Kind::List;
  list.place = place;
  while (true) {
    const std::size_t end = delimiter.empty() ? std::string_view::npos : text.find(delimiter);
    list.items.push_back(scalar(std::string(text.substr(0, end)), place));
    if (end == std::string_view::npos) return list;
    text.remove_prefix(end + delimiter.size());
  }
}

Result<Evaluator::Value> Evaluator::get_att(const Node& argument) {
  std::string resource;
  std::string name;
  if (argument.is_list() && argument.items.size() == 2) {
    resource = argument.items[0].text;
    PARTITA_TRY_VALUE(attribute_name, text(argument.items[1], "Fn::GetAtt"));
    name = std::move(attribute_name);
  } else if (const std::size_t dot = argument.text.find('.'); argument.is_scalar() && dot != std::string::npos) {
    resource = argument.text.substr(0, dot);
    name = argument.text.substr(dot + 1);
  } else {
    return fault(argument.place, "Fn::GetAtt takes RESOURCE.ATTRIBUTE or [RESOURCE, ATTRIBUTE]");
  }
  PARTITA_TRY_VALUE(value, attribute(resource, name, argument.place));
  return scalar(std::move(value), argument.place);
}

// The only attribute of a resource that is known before the deployment is a table's ARN.
Result<std::string> Evaluator::attribute(const std::string& resource, const std::string& name, const Place& at) {
  for (const Member& member : sections_.resources.members) {
    if (member.name != resource) continue;
    PARTITA_TRY_VALUE(resolved, variables_.resolve(member.value));
    const Node* type = resolved.find("Type");
    if (name != "Arn" || !type || !type->text.starts_with("AWS::DynamoDB::"))
      return fault(at,
                   fmt::format("{}.{} is known only after the deployment; put the value in its place", resource, name));
    PARTITA_TRY_VALUE(table, table_name(member));
    PARTITA_TRY_VALUE(region_name, region());
    return fmt::format("arn:aws:dynamodb:{}:{}:table/{}", region_name, account_of(options_), table);
  }
  return fault(at, fmt::format("{} is not a resource of this template", resource));
}

Result<Evaluator::Value> Evaluator::sub(const Node& argument) {
  if (argument.is_scalar()) {
    PARTITA_TRY_VALUE(text, substitute(argument.text, nullptr, argument.place));
    return scalar(std::move(text), argument.place);
  }
  PARTITA_TRY_VALUE(parts, arguments(argument, "Fn::Sub", 2, 2, "a string or [string, map of names]"));
  if (!parts.items[0].is_scalar() || !parts.items[1].is_map())
    return fault(argument.place, "Fn::Sub takes a string or [string, map of names]");
  PARTITA_TRY_VALUE(text, substitute(parts.items[0].text, &parts.items[1], argument.place));
  return scalar(std::move(text), argument.place);
}

Result<std::string> Evaluator::substitute(const std::string& text, const Node* names, const Place& at) {
  PARTITA_TRY(check_resolved(text, at));
  std::string result;
  std::size_t plain = 0;
  for (std::size_t begin = text.find("${"); begin != std::string::npos; begin = text.find("${", plain)) {
    const std::size_t end = text.find('}', begin);
    if (end == std::string::npos) return fault(at, fmt::format("`{}` has a ${{ without a closing }}", text));
    result.append(text, plain, begin - plain);
    plain = end + 1;
    std::string name = text.substr(begin + 2, end - begin - 2);
    if (name.starts_with('!')) {
      result += fmt::format("${{{}}}", name.substr(1));
      continue;
    }
    const Node* own = names ? names->find(name) : nullptr;
    if (own) {
      PARTITA_TRY_VALUE(value, this->text(*own, "Fn::Sub"));
      result += value;
    } else if (const std::size_t dot = name.find('.'); dot != std::string::npos) {
      PARTITA_TRY_VALUE(value, attribute(name.substr(0, dot), name.substr(dot + 1), at));
      result += value;
    } else {
      PARTITA_TRY_VALUE(value, referred(name, at));
      if (!value || !value->is_scalar()) return fault(at, fmt::format("${{{}}} in Fn::Sub is not a string", name));
      result += value->text;
    }
  }
  return result.append(text, plain);
}

Result<Evaluator::Value> Evaluator::join(const Node& argument) {
  constexpr std::string_view kForm = "[delimiter, list of strings]";
  PARTITA_TRY_VALUE(parts, arguments(argument, "Fn::Join", 2, 2, kForm));
  PARTITA_TRY_VALUE(delimiter, text(parts.items[0], "Fn::Join"));
  PARTITA_TRY_VALUE(list, required(parts.items[1], "Fn::Join"));
  if (!list.is_list()) return fault(argument.place, fmt::format("Fn::Join takes {}", kForm));
  std::string joined;
  for (const Node& item : list.items) {
    if (!item.is_scalar()) return fault(item.place, fmt::format("Fn::Join takes {}", kForm));
    if (&item != &list.items.front()) joined += delimiter;
    joined += item.text;
  }
  return scalar(std::move(joined), argument.place);
}

Result<Evaluator::Value> Evaluator::select(const Node& argument) {
  PARTITA_TRY_VALUE(parts, arguments(argument, "Fn::Select", 2, 2, "[number, list]"));
  PARTITA_TRY_VALUE(number, text(parts.items[0], "Fn::Select"));
  PARTITA_TRY_VALUE(list, required(parts.items[1], "Fn::Select"));
  std::size_t index = 0;
  const char* last = number.data() + number.size();
  if (const auto [end, error] = std::from_chars(number.data(), last, index); error != std::errc() || end != last)
    return fault(argument.place, fmt::format("Fn::Select takes [number, list]; '{}' is not a number", number));
  if (index >= list.items.size())
    return fault(argument.place, fmt::format("Fn::Select asks for item {} of a list of {}", index, list.items.size()));
  return std::move(list.items[index]);
}

Result<Evaluator::Value> Evaluator::split(const Node& argument) {
  PARTITA_TRY_VALUE(parts, arguments(argument, "Fn::Split", 2, 2, "[delimiter, string]"));
  PARTITA_TRY_VALUE(delimiter, text(parts.items[0], "Fn::Split"));
  PARTITA_TRY_VALUE(whole, text(parts.items[1], "Fn::Split"));
  return list_of(whole, delimiter, argument.place);
}

Result<Evaluator::Value> Evaluator::find_in_map(const Node& argument) {
  constexpr std::string_view kFunction = "Fn::FindInMap";
  PARTITA_TRY_VALUE(parts, arguments(argument, kFunction, 3, 4, "[map, first key, second key]"));
  std::string path;
  const Node* at = &sections_.mappings;
  Node held;
  for (std::size_t i = 0; i < 3; ++i) {
    ++deciding_;
    auto evaluated = text(parts.items[i], kFunction);
    --deciding_;
    if (!evaluated) return unexpected(std::move(evaluated.error()));
    const std::string& name = *evaluated;
    path += (i == 0 ? "" : ".") + name;
    const Node* next = at->find(name);
    if (!next && parts.items.size() == 4) {
      const Node* fallback = parts.items[3].find("DefaultValue");
      if (fallback) return evaluate(*fallback);
    }
    if (!next) return fault(argument.place, fmt::format("Mappings has no {}", path));
    PARTITA_TRY_VALUE(resolved, variables_.resolve(*next));
    held = std::move(resolved);
    at = &held;
  }
  return value(held);
}

}  // namespace partita::templates
