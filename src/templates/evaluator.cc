#include "templates/evaluator.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "base/try.h"
#include "templates/pseudo_parameters.h"

namespace partita::templates {
namespace {

// This limit detects references that form a circle.
constexpr int kMaxReferenceDepth = 200;

bool is_function(std::string_view name) { return name == "Ref" || name == "Condition" || name.starts_with("Fn::"); }

const Member* find_member(const Node& map, std::string_view name) {
  for (const Member& member : map.members)
    if (member.name == name) return &member;
  return nullptr;
}

}  // namespace

struct Evaluator::NamedFunction {
  std::string_view name;
  Function function;
};

Result<Evaluator::Step> Evaluator::enter(const Place& at, std::string_view what) {
  if (depth_ >= kMaxReferenceDepth) return fault(at, fmt::format("{} refers to itself through other references", what));
  return Step(depth_);
}

Result<std::optional<Node>> Evaluator::value(const Node& node) {
  PARTITA_TRY_VALUE(resolved, variables_.resolve_all(node));
  return evaluate(resolved);
}

Result<Evaluator::Value> Evaluator::evaluate(const Node& node) {
  PARTITA_TRY_VALUE(step, enter(node.place, "this"));
  PARTITA_TRY(check_resolved(node.text, node.place));
  if (!node.is_map() || node.members.size() != 1 || !is_function(node.members.front().name))
    return evaluate_members(node);
  static constexpr std::array<NamedFunction, 8> kFunctions = {{{"Ref", &Evaluator::ref},
                                                               {"Fn::GetAtt", &Evaluator::get_att},
                                                               {"Fn::Sub", &Evaluator::sub},
                                                               {"Fn::Join", &Evaluator::join},
                                                               {"Fn::Select", &Evaluator::select},
                                                               {"Fn::Split", &Evaluator::split},
                                                               {"Fn::FindInMap", &Evaluator::find_in_map},
                                                               {"Fn::If", &Evaluator::if_}}};
  const Member& call = node.members.front();
  for (const NamedFunction& known : kFunctions)
    if (known.name == call.name) return (this->*known.function)(call.value);
  return fault(call.place, fmt::format("{} is not supported here: put the value in its place", call.name));
}

Result<void> Evaluator::check_resolved(const std::string& text, const Place& at) {
  if (text.find("{{resolve:") == text.npos) return {};
  return fault(at, fmt::format("`{}` is resolved by the deployment; put the value in its place", text));
}

Result<Evaluator::Value> Evaluator::evaluate_members(const Node& node) {
  Node result = node;
  result.items.clear();
  result.members.clear();
  // All faults are named at once, so that all missing parameters can be given with the next call.
  std::string errors;
  const auto keep = [&](Result<Value>& value) -> Node* {
    if (value) return *value ? &**value : nullptr;
    const std::string& message = value.error().message;
    if (errors.find(message) == errors.npos) errors += (errors.empty() ? "" : "\n") + message;
    return nullptr;
  };
  for (const Node& item : node.items) {
    Result<Value> value = evaluate(item);
    if (Node* kept = keep(value)) result.items.push_back(std::move(*kept));
  }
  for (const Member& member : node.members) {
    Result<Value> value = evaluate(member.value);
    if (!value && leave_out_ && leave_out_(member, node, value.error())) continue;
    if (Node* kept = keep(value)) result.members.push_back({member.name, std::move(*kept), member.place});
  }
  if (!errors.empty()) return invalid(std::move(errors));
  return result;
}

Result<Node> Evaluator::required(const Node& node, std::string_view function) {
  PARTITA_TRY_VALUE(value, evaluate(node));
  if (!value) return fault(node.place, fmt::format("AWS::NoValue cannot be an argument of {}", function));
  return std::move(*value);
}

Result<std::string> Evaluator::text(const Node& node, std::string_view function) {
  PARTITA_TRY_VALUE(value, required(node, function));
  if (!value.is_scalar())
    return fault(node.place, fmt::format("{} takes a string here, not {}", function, kind_text(value)));
  return std::move(value.text);
}

// Returns a list of `least` to `most` arguments, which are not evaluated.
Result<Node> Evaluator::arguments(const Node& node, std::string_view function, std::size_t least, std::size_t most,
                                  std::string_view form) {
  if (node.is_list() && node.items.size() >= least && node.items.size() <= most) return node;
  return fault(node.place, fmt::format("{} takes {}", function, form));
}

Result<Evaluator::Value> Evaluator::ref(const Node& argument) {
  if (!argument.is_scalar()) return fault(argument.place, "Ref takes the name of a parameter or resource");
  return referred(argument.text, argument.place);
}

Result<Evaluator::Value> Evaluator::referred(const std::string& name, const Place& at) {
  if (name == "AWS::NoValue") return Value();
  if (name.starts_with("AWS::")) return pseudo(name, at);
  if (const Member* found = find_member(sections_.parameters, name)) return parameter(*found);
  if (const Member* resource = find_member(sections_.resources, name)) {
    PARTITA_TRY_VALUE(called, table_name(*resource));
    return scalar(std::move(called), at);
  }
  return fault(at, fmt::format("{} is neither a parameter nor a resource of this template", name));
}

Result<Evaluator::Value> Evaluator::pseudo(const std::string& name, const Place& at) {
  const bool is_known = is_given(name, options_) ||
                        (name == "AWS::Region" && (sections_.flavour == Flavour::Serverless || known_region(options_)));
  if (!is_known && options_.faults == Faults::LeaveOut) {
    if (deciding_ > 0)
      return fault(at, fmt::format("{0} is known only to the deployment; give --param {0}=VALUE", name));
    assumed_.insert(name);
  }
  if (name == "AWS::Region") {
    PARTITA_TRY_VALUE(value, region());
    return scalar(std::move(value), at);
  }
  if (auto value = pseudo_parameter(name, options_)) return scalar(std::move(*value), at);
  if (name == "AWS::StackName" && sections_.flavour == Flavour::Serverless) {
    PARTITA_TRY_VALUE(named, variables_.own("provider.stackName"));
    if (named && named->is_scalar()) return scalar(named->text, at);
    PARTITA_TRY_VALUE(service, variables_.own("service"));
    PARTITA_TRY_VALUE(stage, variables_.stage());
    if (service && service->is_scalar()) return scalar(fmt::format("{}-{}", service->text, stage), at);
  }
  return fault(at, fmt::format("{0} is known only after the deployment; give --param {0}=VALUE", name));
}

Result<std::string> Evaluator::region() {
  if (sections_.flavour == Flavour::CloudFormation) return region_of(options_);
  return variables_.region();
}

Result<Evaluator::Value> Evaluator::parameter(const Member& parameter) {
  PARTITA_TRY_VALUE(step, enter(parameter.place, parameter.name));
  PARTITA_TRY_VALUE(declared, value(parameter.value));
  const Node* default_value = declared ? declared->find("Default") : nullptr;
  const Node* type = declared ? declared->find("Type") : nullptr;
  const bool stored = type && type->text.starts_with("AWS::SSM::Parameter::Value");
  Node result = scalar("", parameter.place);
  if (const auto given = options_.parameters.find(parameter.name); given != options_.parameters.end())
    result.text = given->second;
  else if (stored)
    return fault(
        parameter.place,
        fmt::format(
            "parameter {0} is kept in the SSM Parameter Store, which partita does not read; give --param {0}=VALUE",
            parameter.name));
  else if (default_value && default_value->is_scalar())
    result = *default_value;
  else
    return fault(parameter.place, fmt::format("parameter {0} has no Default; give --param {0}=VALUE", parameter.name));
  if (const Node* allowed = declared ? declared->find("AllowedValues") : nullptr) {
    bool found = false;
    for (const Node& one : allowed->items) found = found || one.text == result.text;
    if (!found)
      return fault(allowed->place, fmt::format("parameter {} is '{}', which is not one of its AllowedValues",
                                               parameter.name, result.text));
  }
  if (!type || (type->text != "CommaDelimitedList" && !type->text.starts_with("List<"))) return result;
  Node list = list_of(result.text, ",", result.place);
  for (Node& item : list.items) item.text = std::string(base::trimmed(item.text));
  return list;
}

Result<std::string> Evaluator::table_name(const Member& resource) {
  PARTITA_TRY_VALUE(step, enter(resource.place, resource.name));
  PARTITA_TRY_VALUE(resolved, variables_.resolve(resource.value));
  const Node* properties = resolved.find("Properties");
  if (!properties) return resource.name;
  PARTITA_TRY_VALUE(members, variables_.resolve(*properties));
  const Node* name = members.find("TableName");
  if (!name) return resource.name;
  PARTITA_TRY_VALUE(evaluated, value(*name));
  return evaluated && evaluated->is_scalar() ? evaluated->text : resource.name;
}

}  // namespace partita::templates
