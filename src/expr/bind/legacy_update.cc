#include <map>
#include <set>

#include "base/check.h"
#include "expr/bind/projection_tree.h"
#include "expr/bind/update_program.h"
#include "expr/legacy.h"

namespace partita::expr {
namespace {

PathTree tree_of(const std::vector<value::Path>& paths) {
  Parsed<PathTree> tree = PathTree::make(paths);
  PARTITA_CHECK(tree);
  return std::move(*tree);
}

// DELETE without a value removes the attribute, and DELETE with a value removes elements of a set.
ActionKind kind_of(const AttributeValueUpdate& update) {
  const AttributeAction action = update.action ? update.action->value() : AttributeAction::Put;
  if (action == AttributeAction::Put) return ActionKind::Set;
  if (action == AttributeAction::Add) return ActionKind::Add;
  return update.value ? ActionKind::Delete : ActionKind::Remove;
}

}  // namespace

Update update_of(const NamedList<AttributeValueUpdate>& updates) {
  auto program = std::make_shared<UpdateProgram>();
  program->legacy = true;
  std::vector<value::Path> paths;
  std::map<std::string_view, const AttributeValueUpdate*> by_name;
  for (const auto& [name, update] : updates) by_name[name] = &update;
  for (const auto& [name, given] : by_name) {
    const AttributeValueUpdate& update = *given;
    paths.push_back({{std::string(name)}});
    UpdateAction action{kind_of(update), {}};
    if (update.value) action.operand.constant = SharedValue<AttributeValue>(normalised(*update.value));
    program->actions.push_back(std::move(action));
  }
  program->targets = tree_of(paths);
  return Update(std::move(program));
}

Projection projection_of(const std::vector<std::string>& attributes_to_get) {
  std::vector<value::Path> paths;
  for (const std::string& name : std::set<std::string>(attributes_to_get.begin(), attributes_to_get.end()))
    paths.push_back({{name}});
  return Projection(std::make_shared<const ProjectionTree>(ProjectionTree{tree_of(paths)}));
}

}  // namespace partita::expr
