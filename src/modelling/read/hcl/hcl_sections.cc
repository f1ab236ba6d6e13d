// The blocks of a module: their arguments, and the instances that count, for_each and dynamic make of them.
#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/read/hcl/hcl_scope.h"
#include "modelling/read/hcl/hcl_values.h"

namespace partita::modelling::hcl {
namespace {

constexpr std::size_t kMostInstances = 1000;

// A map, such as that of tags, is of use without the members that are not known.
void drop_unknown(const std::string& name, Node& map, std::vector<Scope::LeftOut>& left_out) {
  for (const Member& member : map.members)
    if (const Node* unknown = find_unknown(member.value)) left_out.push_back({name + "." + member.name, unknown->text});
  std::erase_if(map.members, [](const Member& member) { return find_unknown(member.value) != nullptr; });
}

}  // namespace

Result<std::vector<Instance>> Scope::instances_of(const Section& section) {
  std::vector<Instance> instances;
  if (const Attribute* count = section.attribute("count")) {
    PARTITA_TRY_VALUE(value, evaluate(count->value));
    PARTITA_TRY_VALUE(number, number_of(value, "count", count->place));
    if (number < 0 || number > static_cast<long double>(kMostInstances))
      return fault(count->place, fmt::format("count is {}; it must be from 0 to {}", value.text, kMostInstances));
    for (int i = 0; i < static_cast<int>(number); ++i) {
      Node names = documents::empty_map(count->place);
      names.members.push_back({"index", number_node(i, count->place), count->place});
      instances.push_back({std::to_string(i), {{"count", std::move(names)}}});
    }
    return instances;
  }
  const Attribute* each = section.attribute("for_each");
  if (!each) return std::vector<Instance>(1);
  PARTITA_TRY_VALUE(collection, evaluate(each->value));
  if (collection.is_scalar()) return fault(each->place, "for_each takes a map or a set, not a string");
  for (auto& [key, value] : elements_of(collection, TakenAs::Set)) {
    if (collection.is_list() && value.is_unknown()) return not_known(value);
    if (instances.size() == kMostInstances)
      return fault(each->place, fmt::format("for_each has more than {} elements", kMostInstances));
    Node names = documents::empty_map(each->place);
    names.members.push_back({"key", string_node(key, each->place), each->place});
    names.members.push_back({"value", std::move(value), each->place});
    instances.push_back({key, {{"each", std::move(names)}}});
  }
  return instances;
}

Result<Node> Scope::evaluate(const Section& section, const Arguments& arguments, std::vector<LeftOut>& left_out) {
  const auto is_in = [](const std::string& name, Names names) { return base::contains(names, name); };
  Node map = documents::empty_map(section.place);
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
    const Node* unknown = value ? find_unknown(*value) : nullptr;
    if (unknown && value->is_map() && !is_in(attribute.name, arguments.needed))
      drop_unknown(attribute.name, *value, left_out);
    else if (unknown)
      value = not_known(*unknown);
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
  // The key of a list's element is a number.
  const bool has_texts = collection.is_map() || collection.collection == Node::Collection::Set;
  for (auto& [key, value] : elements_of(collection)) {
    Node names = documents::empty_map(block.place);
    names.members.push_back(
        {"key", has_texts ? string_node(key, block.place) : plain_scalar(key, block.place), block.place});
    names.members.push_back({"value", std::move(value), block.place});
    const Loop loop(*this, {{name, std::move(names)}});
    PARTITA_TRY(add_block(one, arguments, left_out, map));
  }
  return {};
}

}  // namespace partita::modelling::hcl
