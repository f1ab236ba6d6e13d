#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/contains.h"
#include "modelling/generate/cpp/cpp_parts.h"

namespace partita::modelling {
namespace {

class WriteWriter {
 public:
  WriteWriter(const Model& model, const Pattern& pattern, const CppTypes& types, CppNames& names)
      : model_(model), pattern_(pattern), types_(types), names_(names) {
    used_.distinct("db");
  }

  std::string write() {
    std::string out = cpp_comment(pattern_.name);
    if (!pattern_.description.empty()) out += cpp_comment(pattern_.description);
    for (const Action& action : pattern_.actions)
      if (!action.condition.empty())
        out += cpp_comment(fmt::format("The condition \"{}\" is yours to add, with .when(...).", action.condition));
    if (pattern_.operation == PatternOperation::BatchWrite) return out + write_batch();
    std::vector<std::string> writes;
    for (const Action& action : pattern_.actions) {
      std::string made = write_action(action);
      if (made.empty())
        return out + cpp_comment(fmt::format("No function: the update of {} changes no field.", action.entity));
      writes.push_back(std::move(made));
    }
    const bool transaction = pattern_.operation == PatternOperation::TransactWrite;
    parameters_.insert(parameters_.begin(), "const Db& db");
    return out +
           cpp_arguments(fmt::format("inline auto {}(", names_.function(pattern_.name)), parameters_, ") {\n", 4) +
           cpp_arguments(fmt::format("  return db.{}(", transaction ? "transact" : "run"), writes, ");\n}\n", 6);
  }

 private:
  const Table& table_of(const Action& action) const {
    return *model_.table_of(action.entity, action.table.empty() ? pattern_.table : action.table);
  }
  const Entity& entity_of(const Action& action) const { return *table_of(action).entity(action.entity); }
  const CppTypes::OfEntity& types_of(const Action& action) const { return types_.of(table_of(action), action.entity); }
  bool several() const { return pattern_.actions.size() > 1; }

  std::string parameter(const Action& action, const std::string& type, const std::string& name) {
    const std::string made = used_.distinct(several() ? CppNames::snake(action.entity) + "_" + name : name);
    parameters_.push_back(fmt::format("const {}& {}", type, made));
    return made;
  }

  // "customer"_f = customer, ... for the fields of the primary key.
  std::vector<std::string> key_arguments(const Action& action, const Entity& entity) {
    std::vector<std::string> out;
    std::vector<std::string> seen;
    for (const auto& texts : {entity.primary.partition, entity.primary.sort})
      for (const std::string& text : texts)
        for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
          const std::string name = text.substr(at + 1, text.find_first_of(":}", at) - at - 1);
          if (base::contains(seen, name)) continue;
          seen.push_back(name);
          out.push_back(
              fmt::format("{}_f = {}", cpp_literal(name), parameter(action, types_of(action).members.at(name), name)));
        }
    return out;
  }

  std::vector<std::string> assignments(const Action& action, const std::vector<std::string>& fields,
                                       const std::string& prefix) {
    std::vector<std::string> out;
    for (const std::string& name : fields)
      out.push_back(fmt::format("{}_f = {}", cpp_literal(name),
                                parameter(action, types_of(action).members.at(name), prefix + name)));
    return out;
  }

  // .given(...), .read_first() and the expected version, as far as they apply.
  std::string knowledge(const Action& action, const Entity& entity) {
    std::string out;
    if (!action.given.empty())
      out += fmt::format(".given({})", fmt::join(assignments(action, action.given, "old_"), ", "));
    if (action.read_first) return out + ".read_first()";
    if (!entity.version.empty())
      out += fmt::format(".expect_version({})", parameter(action, "std::int64_t", "expected_version"));
    return out;
  }

  std::string write_action(const Action& action) {
    const Entity& entity = entity_of(action);
    const std::string& type = types_of(action).declaration;
    const std::string& item = types_of(action).type;
    switch (action.kind) {
      case Action::Kind::Create:
        return fmt::format("pt::create<{}>({})", type, parameter(action, item, "item"));
      case Action::Kind::Put:
        return fmt::format("pt::replace<{}>({}){}", type, parameter(action, item, "item"), knowledge(action, entity));
      case Action::Kind::Update: {
        if (action.set.empty()) return {};
        const std::vector<std::string> key = key_arguments(action, entity);
        const std::vector<std::string> set = assignments(action, action.set, "");
        return fmt::format("pt::update<{}>({}).set({}){}", type, fmt::join(key, ", "), fmt::join(set, ", "),
                           knowledge(action, entity));
      }
      case Action::Kind::Delete: {
        const std::vector<std::string> key = key_arguments(action, entity);
        return fmt::format("pt::remove<{}>({}){}", type, fmt::join(key, ", "), knowledge(action, entity));
      }
      case Action::Kind::Check:
      case Action::Kind::Get:
        break;
    }
    return fmt::format("pt::check<{}>({}).must_exist()", type, fmt::join(key_arguments(action, entity), ", "));
  }

  // A function for each kind of item, because a batch is not atomic.
  std::string write_batch() {
    std::string out;
    for (const Action& action : pattern_.actions) {
      const std::string name = names_.function(several() ? pattern_.name + " " + action.entity : pattern_.name);
      if (action.kind == Action::Kind::Delete)
        out += fmt::format(
            "inline auto {0}(const Db& db, const std::vector<pt::key_values<{1}>>& keys) {{\n  return "
            "db.remove_many<{1}>(keys);\n}}\n",
            name, types_of(action).declaration);
      else
        out += fmt::format(
            "inline auto {}(const Db& db, const std::vector<{}>& items) {{\n  return db.replace_many(items);\n}}\n",
            name, types_of(action).type);
    }
    return out;
  }

  const Model& model_;
  const Pattern& pattern_;
  const CppTypes& types_;
  CppNames& names_;
  CppNames used_;
  std::vector<std::string> parameters_;
};

}  // namespace

std::string cpp_write(const Model& model, const Pattern& pattern, const CppTypes& types, CppNames& names) {
  return WriteWriter(model, pattern, types, names).write();
}

}  // namespace partita::modelling
