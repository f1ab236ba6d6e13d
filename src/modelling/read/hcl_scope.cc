#include "modelling/read/hcl_scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/read/hcl_functions.h"
#include "templates/read_file.h"

namespace partita::modelling::hcl {
namespace {

constexpr int kDeepestValue = 100;
constexpr std::size_t kMostWork = 50'000'000;
constexpr std::size_t kMostInstances = 1000;
constexpr std::string_view kRemedy = "write the value out, or read the output of 'terraform show -json' instead";

// "var.stage" is "var" and "stage".
std::pair<std::string, std::string> cut_at_dot(const std::string& text) {
  const std::size_t dot = text.find('.');
  return {text.substr(0, dot), dot == text.npos ? std::string() : text.substr(dot + 1)};
}

// The part of a value at "a.b". Numbers are elements of a list.
Result<Node> member_at(Node value, const std::string& path, const Expression& reference) {
  std::string rest = path;
  while (!rest.empty()) {
    const auto [name, more] = cut_at_dot(rest);
    const Node* member = value.find(name);
    if (value.is_list())
      for (std::size_t i = 0; i < value.items.size() && !member; ++i)
        if (std::to_string(i) == name) member = &value.items[i];
    if (!member) return fault(reference.place, fmt::format("{} has no value '{}'; {}", reference.text, name, kRemedy));
    value = Node(*member);
    rest = more;
  }
  return value;
}

std::size_t size_of(const Node& node) {
  std::size_t sum = 1 + node.text.size();
  for (const Node& item : node.items) sum += size_of(item);
  for (const Member& member : node.members) sum += 1 + member.name.size() + size_of(member.value);
  return sum;
}

// Terraform knows the members of an object in the order of their names, whatever order they were written in.
void sort_members(Node& node) {
  for (Node& item : node.items) sort_members(item);
  for (Member& member : node.members) sort_members(member.value);
  if (!std::ranges::is_sorted(node.members, {}, &Member::name)) std::ranges::sort(node.members, {}, &Member::name);
}

}  // namespace

Scope::Scope(const Section& module, const templates::Options& options, const Inputs* inputs)
    : module_(module), options_(options), inputs_(inputs) {}

Scope::Loop::Loop(Scope& scope, const LoopNames& names) : scope_(scope), before_(scope.loop_) {
  for (const auto& [name, value] : names) scope.loop_.insert_or_assign(name, value);
}

unexpected<Error> Scope::unknown(const Place& place, std::string_view what) {
  ++unknown_count_;
  return fault(place, what);
}

Result<void> Scope::spend(const Node& made, const Place& place) {
  spent_ += size_of(made);
  if (spent_ <= kMostWork) return {};
  return unknown(place, "the values of this module grow too large; read the output of 'terraform show -json' instead");
}

Result<Node> Scope::evaluate(const Expression& expression) {
  if (++depth_ > kDeepestValue) {
    --depth_;
    return unknown(expression.place, "values refer to each other in too many steps");
  }
  struct Down {
    int& depth;
    ~Down() { --depth; }
  } down{depth_};
  // The literal pieces of a text have no place of their own.
  if (expression.place.file) place_ = expression.place;
  PARTITA_TRY_VALUE(value, evaluate_kind(expression));
  sort_members(value);
  PARTITA_TRY(spend(value, expression.place.file ? expression.place : place_));
  return std::move(value);
}

Result<Node> Scope::evaluate_kind(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::Text:
      return join(expression);
    case Expression::Kind::Scalar:
      return templates::scalar(expression.text, expression.place);
    case Expression::Kind::Null:
      return templates::null_node(expression.place);
    case Expression::Kind::Reference:
      return refer(expression);
    case Expression::Kind::List:
      return list_of(expression);
    case Expression::Kind::Object:
      return map_of(expression);
    case Expression::Kind::Call:
      return call(expression);
    case Expression::Kind::Conditional:
      return choose(expression);
    case Expression::Kind::Operator:
      return operate(expression);
    case Expression::Kind::Index:
      return index(expression);
    case Expression::Kind::Splat:
      return splat(expression);
    case Expression::Kind::For:
      return walk(expression);
    case Expression::Kind::Other:
      return unknown(expression.place,
                     fmt::format("the expression '{}' is not known here; {}", expression.text.substr(0, 60), kRemedy));
  }
  return templates::null_node(expression.place);
}

Result<Node> Scope::list_of(const Expression& list) {
  std::vector<Node> items;
  for (const Expression& part : list.parts) {
    PARTITA_TRY_VALUE(value, evaluate(part));
    items.push_back(std::move(value));
  }
  return list_node(std::move(items), list.place);
}

Result<Node> Scope::map_of(const Expression& object) {
  Node map = templates::empty_map(object.place);
  for (const auto& [key, value] : object.members) {
    PARTITA_TRY_VALUE(name, evaluate(key));
    PARTITA_TRY_VALUE(member, evaluate(value));
    map.members.push_back({name.text, std::move(member), key.place});
  }
  return map;
}

Result<Node> Scope::join(const Expression& text) {
  // "${x}" alone is x of any type.
  if (text.parts.size() == 1 && text.parts.front().kind != Expression::Kind::Scalar)
    return evaluate(text.parts.front());
  std::string joined;
  for (const Expression& part : text.parts) {
    PARTITA_TRY_VALUE(value, evaluate(part));
    if (!value.is_scalar())
      return fault(part.place.file ? part.place : text.place,
                   fmt::format("a text cannot hold {}", templates::kind_text(value)));
    joined += value.text;
  }
  return templates::scalar(std::move(joined), text.place);
}

// ---- references

// A text of --param or of the environment may be a list or a map, in the syntax of HCL.
Result<std::optional<Node>> Scope::given_value(const Section* declared, const std::string& name, const Place& place) {
  const auto read = [&](const std::string& text) -> Result<std::optional<Node>> {
    const std::size_t first = text.find_first_not_of(" \t\n");
    const bool is_collection = first != text.npos && (text[first] == '[' || text[first] == '{');
    if (is_collection)
      if (auto parsed = read_hcl("value = " + text + "\n", "--param " + name); parsed && parsed->attribute("value")) {
        PARTITA_TRY_VALUE(value, evaluate(parsed->attribute("value")->value));
        return std::optional<Node>(std::move(value));
      }
    return std::optional<Node>(templates::scalar(text, place));
  };
  if (inputs_) {
    const auto input = inputs_->find(name);
    if (input == inputs_->end()) return std::optional<Node>();
    if (!input->second) {
      ++unknown_count_;
      return unexpected(input->second.error());
    }
    if (input->second->is_null() && declared && declared->attribute("default")) {
      const Attribute* nullable = declared->attribute("nullable");
      if (nullable && nullable->value.text == "false") return std::optional<Node>();
    }
    return std::optional<Node>(*input->second);
  }
  if (const auto given = options_.parameters.find(name); given != options_.parameters.end()) return read(given->second);
  if (const Attribute* value = module_.attribute(name)) {
    PARTITA_TRY_VALUE(evaluated, evaluate(value->value));
    return std::optional<Node>(std::move(evaluated));
  }
  if (options_.environment)
    if (const auto value = options_.environment("TF_VAR_" + name)) return read(*value);
  return std::optional<Node>();
}

Result<Node> Scope::value_of_variable(const std::string& name, const Place& place) {
  const Section* declared = nullptr;
  for (const Section& section : module_.sections)
    if (section.type == "variable" && section.labels == std::vector{name}) declared = &section;
  PARTITA_TRY_VALUE(value, given_value(declared, name, place));
  if (!value && declared)
    if (const Attribute* otherwise = declared->attribute("default")) {
      PARTITA_TRY_VALUE(evaluated, evaluate(otherwise->value));
      value = std::move(evaluated);
    }
  if (!value) {
    if (inputs_) return unknown(place, fmt::format("the call of the module gives no value for the variable {}", name));
    return unknown(place, fmt::format("the variable {} has no value; give --param {}=VALUE", name, name));
  }
  const Attribute* type = declared ? declared->attribute("type") : nullptr;
  return type ? as_type(std::move(*value), type->value) : std::move(*value);
}

Result<Node> Scope::as_type(Node value, const Expression& type, int depth) {
  if (type.kind != Expression::Kind::Call || type.parts.empty() || value.is_null() || depth > kDeepestValue)
    return value;
  const Expression& inner = type.parts.front();
  if (type.text == "optional") return as_type(std::move(value), inner, depth + 1);
  if (type.text == "object" && inner.kind == Expression::Kind::Object && value.is_map()) {
    for (const auto& [key, of_member] : inner.members) {
      const auto member = std::ranges::find(value.members, key.text, &Member::name);
      if (member != value.members.end() && !(member->value.is_null() && of_member.parts.size() == 2)) {
        PARTITA_TRY_VALUE(converted, as_type(std::move(member->value), of_member, depth + 1));
        member->value = std::move(converted);
      } else if (of_member.kind == Expression::Kind::Call && of_member.text == "optional") {
        Node otherwise = templates::null_node(value.place);
        if (of_member.parts.size() == 2) {
          PARTITA_TRY_VALUE(evaluated, evaluate(of_member.parts[1]));
          otherwise = std::move(evaluated);
        }
        if (member != value.members.end())
          member->value = std::move(otherwise);
        else
          value.members.push_back({key.text, std::move(otherwise), value.place});
      }
    }
    return value;
  }
  if (type.text != "list" && type.text != "set" && type.text != "map") return value;
  for (Node& item : value.items) {
    PARTITA_TRY_VALUE(converted, as_type(std::move(item), inner, depth + 1));
    item = std::move(converted);
  }
  for (Member& member : value.members) {
    PARTITA_TRY_VALUE(converted, as_type(std::move(member.value), inner, depth + 1));
    member.value = std::move(converted);
  }
  return value;
}

const Expression* Scope::local(const std::string& name) const {
  for (const Section& section : module_.sections)
    if (section.type == "locals")
      if (const Attribute* value = section.attribute(name)) return &value->value;
  return nullptr;
}

Result<Node> Scope::refer(const Expression& reference) {
  const auto [kind, path] = cut_at_dot(reference.text);
  if (const auto named = loop_.find(kind); named != loop_.end()) return member_at(named->second, path, reference);
  if (under_way_[reference.text]) return unknown(reference.place, fmt::format("{} refers to itself", reference.text));
  under_way_[reference.text] = true;
  auto value = refer_once(reference);
  under_way_[reference.text] = false;
  return value;
}

Result<Node> Scope::refer_once(const Expression& reference) {
  const auto [kind, path] = cut_at_dot(reference.text);
  const auto [name, rest] = cut_at_dot(path);
  if (kind == "var") {
    PARTITA_TRY_VALUE(value, value_of_variable(name, reference.place));
    return member_at(std::move(value), rest, reference);
  }
  if (kind == "local") {
    const Expression* value = local(name);
    if (!value) return fault(reference.place, fmt::format("there is no local value '{}' here", name));
    // The names of a loop do not reach into the values that it refers to.
    LoopNames inside;
    inside.swap(loop_);
    auto evaluated = evaluate(*value);
    loop_.swap(inside);
    if (!evaluated) return evaluated;
    return member_at(std::move(*evaluated), rest, reference);
  }
  if (reference.text == "terraform.workspace")
    return templates::scalar(options_.stage.value_or("default"), reference.place);
  if (kind == "aws_dynamodb_table") return attribute_of_table(name, rest, reference);
  return unknown(reference.place, fmt::format("the value of {} is not known here; {}", reference.text, kRemedy));
}

// `path` is "name", or "users.name" of a resource with for_each or count.
Result<Node> Scope::attribute_of_table(const std::string& name, const std::string& path, const Expression& reference) {
  for (const Section& section : module_.sections) {
    if (section.type != "resource" || section.labels != std::vector<std::string>{"aws_dynamodb_table", name}) continue;
    PARTITA_TRY_VALUE(instances, instances_of(section));
    for (const Instance& instance : instances) {
      const auto [key, attribute] = instance.key.empty() ? std::pair(std::string(), path) : cut_at_dot(path);
      const Attribute* value = section.attribute(attribute == "id" ? "name" : attribute);
      if (key != instance.key || !value) continue;
      const Loop loop(*this, instance.names);
      return evaluate(value->value);
    }
  }
  return unknown(reference.place, fmt::format("the value of {} is not known here; {}", reference.text, kRemedy));
}

// ---- sections

Result<std::vector<Instance>> Scope::instances_of(const Section& section) {
  std::vector<Instance> instances;
  if (const Attribute* count = section.attribute("count")) {
    PARTITA_TRY_VALUE(value, evaluate(count->value));
    PARTITA_TRY_VALUE(number, number_of(value, "count", count->place));
    if (number < 0 || number > static_cast<double>(kMostInstances))
      return fault(count->place, fmt::format("count is {}; it must be from 0 to {}", value.text, kMostInstances));
    for (int i = 0; i < static_cast<int>(number); ++i) {
      Node names = templates::empty_map(count->place);
      names.members.push_back({"index", templates::scalar(std::to_string(i), count->place), count->place});
      instances.push_back({std::to_string(i), {{"count", std::move(names)}}});
    }
    return instances;
  }
  const Attribute* each = section.attribute("for_each");
  if (!each) return std::vector<Instance>(1);
  PARTITA_TRY_VALUE(collection, evaluate(each->value));
  if (collection.is_scalar()) return fault(each->place, "for_each takes a map or a set, not a string");
  for (auto& [key, value] : elements_of(collection, true)) {
    if (instances.size() == kMostInstances)
      return fault(each->place, fmt::format("for_each has more than {} elements", kMostInstances));
    Node names = templates::empty_map(each->place);
    names.members.push_back({"key", templates::scalar(key, each->place), each->place});
    names.members.push_back({"value", std::move(value), each->place});
    instances.push_back({key, {{"each", std::move(names)}}});
  }
  return instances;
}

Result<Node> Scope::evaluate(const Section& section, const Arguments& arguments, std::vector<LeftOut>& left_out) {
  const auto is_in = [](const std::string& name, Names names) { return std::ranges::find(names, name) != names.end(); };
  Node map = templates::empty_map(section.place);
  std::string errors;
  const auto fail_or_leave_out = [&](const std::string& name, const Error& error) {
    if (!is_in(name, arguments.needed))
      left_out.push_back({name, error.message});
    else if (errors.find(error.message) == errors.npos)
      errors += (errors.empty() ? "" : "\n") + error.message;
  };
  for (const Attribute& attribute : section.attributes) {
    if (!is_in(attribute.name, arguments.wanted)) continue;
    auto value = evaluate(attribute.value);
    if (value)
      map.members.push_back({attribute.name, std::move(*value), attribute.place});
    else
      fail_or_leave_out(attribute.name, value.error());
  }
  for (const Section& inside : section.sections) {
    const bool is_dynamic = inside.type == "dynamic" && !inside.labels.empty();
    const std::string& type = is_dynamic ? inside.labels.front() : inside.type;
    if (!is_in(type, arguments.wanted)) continue;
    const auto added =
        is_dynamic ? add_dynamic(inside, arguments, left_out, map) : add_block(inside, arguments, left_out, map);
    if (!added) fail_or_leave_out(type, added.error());
  }
  if (!errors.empty()) return invalid(errors);
  return map;
}

Result<void> Scope::add_block(const Section& block, const Arguments& arguments, std::vector<LeftOut>& left_out,
                              Node& map) {
  const std::size_t before = left_out.size();
  const Arguments inside{arguments.wanted, arguments.needed_inside, arguments.needed_inside};
  PARTITA_TRY_VALUE(value, evaluate(block, inside, left_out));
  for (std::size_t i = before; i < left_out.size(); ++i)
    left_out[i].argument = fmt::format("{}.{}", block.type, left_out[i].argument);
  auto list = std::ranges::find(map.members, block.type, &Member::name);
  if (list == map.members.end())
    list = map.members.insert(map.members.end(), {block.type, list_node({}, block.place), block.place});
  list->value.items.push_back(std::move(value));
  return {};
}

// A block for each element of a collection.
Result<void> Scope::add_dynamic(const Section& block, const Arguments& arguments, std::vector<LeftOut>& left_out,
                                Node& map) {
  const Attribute* each = block.attribute("for_each");
  const auto content = std::ranges::find(block.sections, "content", &Section::type);
  if (!each || content == block.sections.end())
    return fault(block.place, fmt::format("the dynamic block {} needs for_each and content", block.labels.front()));
  PARTITA_TRY_VALUE(collection, evaluate(each->value));
  const Attribute* iterator = block.attribute("iterator");
  const std::string name = iterator ? iterator->value.text : block.labels.front();
  Section one = *content;
  one.type = block.labels.front();
  for (auto& [key, value] : elements_of(collection)) {
    Node names = templates::empty_map(block.place);
    names.members.push_back({"key", templates::scalar(key, block.place), block.place});
    names.members.push_back({"value", std::move(value), block.place});
    const Loop loop(*this, {{name, std::move(names)}});
    PARTITA_TRY(add_block(one, arguments, left_out, map));
  }
  return {};
}

}  // namespace partita::modelling::hcl
