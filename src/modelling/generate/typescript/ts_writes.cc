#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/generate/pattern_facts.h"
#include "modelling/generate/typescript/ts_parts.h"
#include "modelling/generate/typescript/ts_text.h"

namespace partita::modelling::typescript {
namespace {

class WriteWriter {
 public:
  WriteWriter(const TsModel& model, const Pattern& pattern) : model_(model), pattern_(pattern) {}

  std::string write() const {
    if (pattern_.operation == PatternOperation::BatchWrite) return batch();
    const bool is_transaction = pattern_.operation == PatternOperation::TransactWrite || pattern_.actions.size() > 1;
    return is_transaction ? transaction() : single(pattern_.actions.front());
  }

 private:
  const TsEntity& of(const Action& action) const {
    return model_.of(table_of_action(model_.model(), pattern_, action), action.entity);
  }
  std::vector<std::string> set_fields(const Action& action) const {
    return fields_set_by_caller(entity_of_action(model_.model(), pattern_, action), action);
  }

  std::vector<std::string> doc() const {
    std::vector<std::string> conditions;
    for (const Action& action : pattern_.actions)
      if (!action.condition.empty())
        conditions.push_back(fmt::format("The condition \"{}\" is yours to add, with `where`.", action.condition));
    std::vector<std::string> out = ts_pattern_doc(model_, pattern_, {});
    out.insert(out.end(), conditions.begin(), conditions.end());
    return out;
  }

  std::string method(const std::vector<std::string>& parameters, const std::string& result,
                     const std::string& body) const {
    return ts_doc(doc(), 2) + ts_parameters("  " + model_.methods.at(&pattern_), parameters,
                                            fmt::format(": {} {{\n    return {};\n  }}\n", result, body));
  }

  std::string update_options(const Action& action) const {
    return fmt::format("UpdateOptions<{}Types, {}>", of(action).type, ts_union(set_fields(action)));
  }
  std::string changes_type(const Action& action) const {
    return fmt::format("Pick<{}Changes, {}>", of(action).type, ts_union(set_fields(action)));
  }

  std::string single(const Action& action) const {
    const TsEntity& entity = of(action);
    const std::string types = entity.type + "Types";
    const auto call = [&](const std::string& text) { return fmt::format("this.{}.{}", entity.property, text); };
    switch (action.kind) {
      case Action::Kind::Create:
        return method({fmt::format("item: {}Input", entity.type),
                       fmt::format("options: ConditionOption<{}> & CallOptions = {{}}", types)},
                      fmt::format("Promise<{}>", entity.type), call("create(item, options)"));
      case Action::Kind::Put:
        return method({fmt::format("item: {}Input", entity.type),
                       fmt::format("...options: Rest<PutOptions<{}> & CallOptions>", types)},
                      fmt::format("Promise<{}>", entity.type), call("put(item, ...options)"));
      case Action::Kind::Update:
        if (action.read_first)
          return method({fmt::format("key: {}Key", entity.type), "set: " + changes_type(action),
                         fmt::format("options: ConditionOption<{}> & CallOptions = {{}}", types)},
                        fmt::format("Promise<{}>", entity.type),
                        call("update(key, { set }, { ...options, readFirst: true })"));
        return method({fmt::format("key: {}Key", entity.type), "set: " + changes_type(action),
                       fmt::format("...options: Rest<{}>", update_options(action))},
                      fmt::format("Promise<{}>", entity.type), call("update(key, { set }, ...options)"));
      case Action::Kind::Delete:
        return method({fmt::format("key: {}Key", entity.type),
                       fmt::format("...options: Rest<RemoveOptions<{}> & CallOptions>", types)},
                      fmt::format("Promise<{} | undefined>", entity.type), call("remove(key, ...options)"));
      case Action::Kind::Check:
      case Action::Kind::Get:
        break;
    }
    return method({fmt::format("key: {}Key", entity.type),
                   fmt::format("options: ConditionOption<{}> & CallOptions = {{}}", types)},
                  "Promise<Cost>",
                  fmt::format("this.sendTransaction([this.writes.{}.check(key, options)], options)", entity.property));
  }

  std::string part_type(const Action& action) const {
    const TsEntity& entity = of(action);
    const std::string types = entity.type + "Types";
    switch (action.kind) {
      case Action::Kind::Create:
        return entity.type + "Input";
      case Action::Kind::Put:
        return fmt::format("PutPart<{}>", types);
      case Action::Kind::Update:
        return fmt::format("{}<{}, {}>", action.read_first ? "ReadUpdatePart" : "UpdatePart", types,
                           ts_union(set_fields(action)));
      case Action::Kind::Delete:
        return fmt::format("RemovePart<{}>", types);
      default:
        return fmt::format("CheckPart<{}>", types);
    }
  }

  std::string part_write(const Action& action, const std::string& part) const {
    const std::string writes = "this.writes." + of(action).property;
    switch (action.kind) {
      case Action::Kind::Create:
        return fmt::format("{}.create({})", writes, part);
      case Action::Kind::Put:
        return fmt::format("{0}.put({1}.item, {1})", writes, part);
      case Action::Kind::Update:
        if (action.read_first)
          return fmt::format("{0}.update({1}.key, {{ set: {1}.set }}, {{ ...{1}, readFirst: true }})", writes, part);
        return fmt::format("{0}.update({1}.key, {{ set: {1}.set }}, {1})", writes, part);
      case Action::Kind::Delete:
        return fmt::format("{0}.remove({1}.key, {1})", writes, part);
      default:
        return fmt::format("{0}.check({1}.key, {1})", writes, part);
    }
  }

  std::string transaction() const {
    DistinctNames names;
    std::string type;
    std::vector<std::string> writes;
    for (const Action& action : pattern_.actions) {
      const bool is_list = action.items != 1 && action.kind == Action::Kind::Create;
      const std::string property = of(action).property;
      const std::string name = names.distinct(is_list && !property.ends_with('s') ? property + "s" : property);
      const std::string part = "parts." + name;
      type += fmt::format("      readonly {}: {}{}{};\n", name, is_list ? "readonly " : "", part_type(action),
                          is_list ? "[]" : "");
      writes.push_back(is_list ? fmt::format("...{}.map((one) => {})", part, part_write(action, "one"))
                               : part_write(action, part));
    }
    std::string list = fmt::format("      [{}],\n", fmt::join(writes, ", "));
    if (list.size() > kTsLineBytes + 1)
      list = fmt::format("      [\n        {},\n      ],\n", fmt::join(writes, ",\n        "));
    std::string body = fmt::format("    return this.sendTransaction(\n{}      options,\n    );\n", list);
    const std::string line = fmt::format("    return this.sendTransaction([{}], options);\n", fmt::join(writes, ", "));
    if (line.size() <= kTsLineBytes + 1) body = line;
    return ts_doc(doc(), 2) +
           fmt::format(
               "  {}(\n    parts: {{\n{}    }},\n    options: CallOptions = {{}},\n  ): Promise<Cost> {{\n{}  }}\n",
               model_.methods.at(&pattern_), type, body);
  }

  // A method for each kind of item, because a batch is not atomic.
  std::string batch() const {
    std::string out;
    for (std::size_t i = 0; i < pattern_.actions.size(); ++i) {
      const Action& action = pattern_.actions[i];
      const TsEntity& entity = of(action);
      const bool removes = action.kind == Action::Kind::Delete;
      const std::string& name = model_.parts.at(&pattern_)[i];
      out +=
          ts_doc(doc(), 2) + ts_parameters("  " + name,
                                           {removes ? fmt::format("keys: readonly {}Key[]", entity.type)
                                                    : fmt::format("items: readonly {}Input[]", entity.type),
                                            "options: CallOptions = {}"},
                                           fmt::format(": Promise<void> {{\n    return this.{}.{}, options);\n  }}\n",
                                                       entity.property, removes ? "removeMany(keys" : "putMany(items"));
    }
    return out;
  }

  const TsModel& model_;
  const Pattern& pattern_;
};

}  // namespace

std::string ts_write(const TsModel& model, const Pattern& pattern) {
  return lacks_sentence(pattern).empty() ? WriteWriter(model, pattern).write() : std::string();
}

}  // namespace partita::modelling::typescript
