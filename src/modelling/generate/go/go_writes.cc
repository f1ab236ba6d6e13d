#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/generate/go/go_parts.h"
#include "modelling/generate/go/go_text.h"
#include "modelling/generate/model_facts.h"
#include "modelling/generate/pattern_facts.h"

namespace partita::modelling::go {
namespace {

using Kind = Action::Kind;

// The parameters of an action, and the arguments of the function of its entity.
struct Call {
  const char* function = "";
  std::vector<std::string> parameters = {};
  std::vector<std::string> arguments = {};
  std::vector<std::string> edits = {};
};

class WriteWriter {
 public:
  WriteWriter(const GoModel& model, const Pattern& pattern) : model_(model), pattern_(pattern) {}

  std::string write() const {
    if (pattern_.operation == PatternOperation::BatchWrite) return batch();
    const bool is_transaction = pattern_.operation == PatternOperation::TransactWrite || pattern_.actions.size() > 1;
    return is_transaction ? transaction() : single(pattern_.actions.front());
  }

 private:
  const GoEntity& of(const Action& action) const {
    return model_.of(table_of_action(model_.model(), pattern_, action), action.entity);
  }

  std::string function(const std::string& name, const std::vector<std::string>& parameters, const std::string& result,
                       const std::string& body) const {
    std::string plan;
    for (const Action& action : pattern_.actions)
      if (!action.condition.empty())
        plan += fmt::format("The condition of {} is \"{}\". ", action.entity, action.condition);
    return go_pattern_doc(model_, pattern_, name, plan) + go_parameters(fmt::format("func (c *Client) {}", name),
                                                                        parameters,
                                                                        fmt::format(" {} {{\n{}}}\n", result, body));
  }

  static std::string edit(const GoEntity& entity, const GoField& field, const std::string& value,
                          const std::vector<std::string>& facts, bool is_typed) {
    std::string out = may_be_absent(*field.declared) && !is_nil_if_absent(field)
                          ? fmt::format("rt.SetOrRemove({}.{}, {})", entity.plural, field.member, value)
                          : fmt::format("{}.{}.Set({})", entity.plural, field.member, value);
    if (!field.needs_others || !is_typed) return out;
    std::vector<std::string> arguments = {out};
    arguments.insert(arguments.end(), facts.begin(), facts.end());
    return fmt::format("rt.Knowing({})", fmt::join(arguments, ", "));
  }

  // `prefix` is in front of the names of parameters, if several actions share a function.
  Call call_of(const Action& action, const std::string& prefix, DistinctNames& names) const {
    const GoEntity& entity = of(action);
    Call out;
    const auto add = [&](const std::string& name, const std::string& type) {
      const std::string parameter = name == "key" || name == "version" || name == "item" || name == "stored"
                                        ? names.distinct(prefix.empty() ? name : prefix + go_exported(name))
                                        : go_parameter(prefix.empty() ? name : prefix + "_" + name, names);
      out.parameters.push_back(fmt::format("{} {}", parameter, type));
      return parameter;
    };
    const auto add_version = [&] {
      if (entity.is_versioned()) out.arguments.push_back(add("version", "rt.VersionCheck"));
    };
    switch (action.kind) {
      case Kind::Create:
      case Kind::Put:
        out.function = action.kind == Kind::Create ? "Create" : "Put";
        out.arguments.push_back(add("item", entity.type));
        if (action.kind == Kind::Put) add_version();
        return out;
      case Kind::Delete:
        out.function = "Remove";
        out.arguments.push_back(add("key", entity.type + "Key"));
        add_version();
        if (!entity.unique.empty()) out.arguments.push_back(add("stored", entity.type + "Unique"));
        return out;
      case Kind::Update:
        break;
      case Kind::Check:
      case Kind::Get:
        out.function = "Check";
        out.arguments.push_back(add("key", entity.type + "Key"));
        return out;
    }
    out.function = action.read_first ? "ReadAndUpdate" : "Update";
    out.arguments.push_back(add("key", entity.type + "Key"));
    if (!action.read_first) add_version();
    const std::vector<std::string> changed = fields_set_by_caller(*entity.declared, action);
    std::vector<std::pair<const GoField*, std::string>> values;
    for (const std::string& name : changed) {
      const GoField& field = entity.field(name);
      values.emplace_back(&field, add(name, go_item_type(field)));
    }
    NeededValues needed;
    if (!action.read_first) needed = go_needed(entity, changed, names);
    out.parameters.insert(out.parameters.end(), needed.parameters.begin(), needed.parameters.end());
    for (const auto& [field, value] : values) {
      out.edits.push_back(edit(entity, *field, value, needed.facts, !action.read_first));
      if (field->needs_others) needed.facts.clear();
    }
    return out;
  }

  std::string single(const Action& action) const {
    const GoEntity& entity = of(action);
    DistinctNames names;
    Call call = call_of(action, {}, names);
    const std::string& name = model_.methods.at(&pattern_);
    std::vector<std::string> parameters = {"ctx context.Context"};
    parameters.insert(parameters.end(), call.parameters.begin(), call.parameters.end());
    const char* option = action.kind != Kind::Update ? "Option"
                         : action.read_first         ? "ReadUpdateOption"
                                                     : "UpdateOption";
    parameters.push_back(fmt::format("options ...rt.{}[{}]", option, entity.type));
    std::string body;
    std::string options = "options...";
    if (!call.edits.empty()) {
      body = fmt::format("\tedits := []rt.{}[{}]{{\n\t\t{},\n\t}}\n", option, entity.type,
                         fmt::join(call.edits, ",\n\t\t"));
      options = "append(edits, options...)...";
    }
    call.arguments.push_back(options);
    if (action.kind == Kind::Check || action.kind == Kind::Get)
      return function(
          name, parameters, "(rt.Cost, error)",
          fmt::format("\treturn c.Transact(ctx, {}.Check({}))\n", entity.plural, fmt::join(call.arguments, ", ")));
    body += fmt::format("\treturn c.{}.{}(ctx, {})\n", entity.plural, call.function, fmt::join(call.arguments, ", "));
    const bool removes = action.kind == Kind::Delete;
    return function(name, parameters, fmt::format("({}, {}error)", entity.type, removes ? "bool, " : ""), body);
  }

  // The write of an action of a transaction, with the condition that the pattern names as a parameter.
  std::string part(const Action& action, Call call, DistinctNames& names, std::vector<std::string>& parameters,
                   const std::string& prefix) const {
    const GoEntity& entity = of(action);
    parameters.insert(parameters.end(), call.parameters.begin(), call.parameters.end());
    call.arguments.insert(call.arguments.end(), call.edits.begin(), call.edits.end());
    if (!action.condition.empty()) {
      const std::string condition = go_parameter(prefix + "_condition", names);
      parameters.push_back(fmt::format("{} rt.Condition[{}]", condition, entity.type));
      call.arguments.push_back(fmt::format("{}.Where({})", entity.plural, condition));
    }
    return fmt::format("{}.{}({})", entity.plural, call.function, fmt::join(call.arguments, ", "));
  }

  std::string transaction() const {
    DistinctNames names;
    std::vector<std::string> parameters = {"ctx context.Context"};
    std::string body = "\tvar writes []rt.Write\n";
    DistinctNames prefixes;
    for (const Action& action : pattern_.actions) {
      const GoEntity& entity = of(action);
      const bool is_list = action.items != 1 && action.kind == Kind::Create;
      const std::string prefix = prefixes.distinct(entity.small);
      if (!is_list) {
        body += fmt::format("\twrites = append(writes, {})\n",
                            part(action, call_of(action, prefix, names), names, parameters, prefix));
        continue;
      }
      const std::string list = go_parameter(go_plural(prefix), names);
      parameters.push_back(fmt::format("{} []{}", list, entity.type));
      Call call{.function = "Create", .arguments = {"one"}};
      body += fmt::format("\tfor _, one := range {} {{\n\t\twrites = append(writes, {})\n\t}}\n", list,
                          part(action, call, names, parameters, prefix));
    }
    return function(model_.methods.at(&pattern_), parameters, "(rt.Cost, error)",
                    body + "\treturn c.Transact(ctx, writes...)\n");
  }

  // A function for each kind of item, because a batch is not atomic.
  std::string batch() const {
    std::string out;
    for (std::size_t i = 0; i < pattern_.actions.size(); ++i) {
      const Action& action = pattern_.actions[i];
      const GoEntity& entity = of(action);
      const bool removes = action.kind == Kind::Delete;
      const std::string& name = model_.parts.at(&pattern_)[i];
      if (!out.empty()) out += '\n';
      out += function(
          name,
          {"ctx context.Context",
           removes ? fmt::format("keys []{}Key", entity.type) : fmt::format("items []{}", entity.type)},
          "error",
          fmt::format("\treturn c.{}.{}\n", entity.plural, removes ? "RemoveMany(ctx, keys)" : "PutMany(ctx, items)"));
    }
    return out;
  }

  const GoModel& model_;
  const Pattern& pattern_;
};

}  // namespace

std::string go_write(const GoModel& model, const Pattern& pattern) {
  return lacks_sentence(pattern).empty() ? WriteWriter(model, pattern).write() : std::string();
}

}  // namespace partita::modelling::go
