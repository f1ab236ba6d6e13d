#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/generate/pattern_facts.h"
#include "modelling/generate/python/py_parts.h"
#include "modelling/generate/python/py_text.h"

namespace partita::modelling::python {
namespace {

class PyWriteWriter {
 public:
  PyWriteWriter(const PyModel& model, const Pattern& pattern, PyForm form)
      : model_(model), pattern_(pattern), is_async_(form == PyForm::Async) {
    for (const char* name : {"self", "key", "given", "version", "where", "must_exist", "item", "items", "keys"})
      names_.distinct(name);
  }

  std::string write() {
    if (pattern_.operation == PatternOperation::BatchWrite) return batch();
    const bool is_transaction = pattern_.operation == PatternOperation::TransactWrite || pattern_.actions.size() > 1;
    const Action::Kind kind = pattern_.actions.front().kind;
    return is_transaction || kind == Action::Kind::Check || kind == Action::Kind::Get
               ? transaction()
               : single(pattern_.actions.front());
  }

 private:
  // The parameters of one write, and the arguments of the entity's function.
  struct Call {
    std::vector<std::string> parameters;
    std::vector<PyNode> arguments;
  };

  const Table& table_of(const Action& action) const { return table_of_action(model_.model(), pattern_, action); }
  const Entity& entity_of(const Action& action) const { return entity_of_action(model_.model(), pattern_, action); }
  const PyEntity& of(const Action& action) const { return model_.of(table_of(action), action.entity); }
  bool is_versioned(const Action& action) const { return !entity_of(action).version.empty(); }

  std::vector<std::string> doc() const {
    std::vector<std::string> out = py_pattern_doc(model_, pattern_, {});
    for (const Action& action : pattern_.actions)
      if (!action.condition.empty())
        out.push_back(fmt::format("The condition \"{}\" is yours to add, with `where`.", action.condition));
    return out;
  }

  // `before` is in front of the names of the options: "order_" in a transaction, in which they must not meet others.
  std::string add_option(const char* name, const std::string& before, const std::string& type, Call& to) {
    const std::string parameter = before.empty() ? name : names_.distinct(before + name);
    to.parameters.push_back(fmt::format("{}: {}", parameter, type));
    to.arguments.push_back(py_text(fmt::format("{}={}", name, parameter)));
    return parameter;
  }
  void add_where(const Action& action, const std::string& before, Call& to) {
    add_option("where", before, fmt::format("Where[{}Fields] | None = None", of(action).type), to);
  }

  void add_knowledge(const Action& action, const std::string& before, const std::vector<std::string>& given, Call& to) {
    if (action.read_first && (is_versioned(action) || !given.empty())) {
      to.arguments.push_back(py_text("read_first=True"));
      return;
    }
    const PyEntity& entity = of(action);
    if (is_versioned(action)) add_option("version", before, "Version", to);
    add_option("given", before,
               given.empty() ? fmt::format("{}Given | None = None", entity.type) : entity.givens.at(given), to);
  }

  std::vector<std::string> unique_fields(const PyNeeds& needs) const {
    std::vector<std::string> out;
    for (const std::string& name : needs.fields)
      if (std::ranges::any_of(needs.unique, [&](const UpdateNeed& need) { return base::contains(need.known, name); }))
        out.push_back(name);
    return out;
  }

  // Required parameters come before those that may be left out, which a bare star does not need.
  Call update(const Action& action, const std::string& before) {
    const PyEntity& entity = of(action);
    Call out;
    PyNode set{.open = "set={", .close = "}"};
    const std::vector<std::string> fields = fields_set_by_caller(entity_of(action), action);
    for (const std::string& name : fields) {
      const std::string parameter = names_.distinct(before + entity.fields.at(name));
      out.parameters.push_back(fmt::format("{}: {}", parameter, py_value_type(entity, *entity_of(action).field(name))));
      set.items.push_back(py_text(fmt::format("{}: {}", py_literal(entity.fields.at(name)), parameter)));
    }
    out.arguments.push_back(std::move(set));
    add_knowledge(action, before, py_needs(model_, table_of(action), entity_of(action)).must_give(fields, {}), out);
    add_where(action, before, out);
    return out;
  }

  Call removal(const Action& action, const std::string& before) {
    Call out;
    add_knowledge(action, before, unique_fields(py_needs(model_, table_of(action), entity_of(action))), out);
    add_where(action, before, out);
    add_option("must_exist", before, "bool = False", out);
    return out;
  }

  Call call_of(const Action& action, const std::string& before) {
    switch (action.kind) {
      case Action::Kind::Update:
        return update(action, before);
      case Action::Kind::Delete:
        return removal(action, before);
      case Action::Kind::Put: {
        Action whole = action;
        whole.read_first = false;
        Call out;
        add_knowledge(whole, before, {}, out);
        add_where(action, before, out);
        return out;
      }
      default:
        break;
    }
    Call out;
    add_where(action, before, out);
    return out;
  }

  static const char* verb(Action::Kind kind) {
    switch (kind) {
      case Action::Kind::Put:
        return "put";
      case Action::Kind::Create:
        return "create";
      case Action::Kind::Update:
        return "update";
      case Action::Kind::Delete:
        return "remove";
      default:
        return "check";
    }
  }
  static bool takes_item(Action::Kind kind) { return kind == Action::Kind::Put || kind == Action::Kind::Create; }

  std::string method(const std::vector<std::string>& parameters, const std::string& result, const PyNode& call) const {
    return "\n" +
           py_line(py_call((is_async_ ? "async def " : "def ") + model_.methods.at(&pattern_), py_texts(parameters),
                           fmt::format(" -> {}:", result)),
                   4) +
           py_doc(doc(), 8) + py_line(py_before(is_async_ ? "return await " : "return ", call), 8);
  }

  std::string single(const Action& action) {
    const PyEntity& entity = of(action);
    const bool has_item = takes_item(action.kind);
    Call call = call_of(action, {});
    std::vector<std::string> parameters = {
        "self", fmt::format("{}: {}{}", has_item ? "item" : "key", entity.type, has_item ? "Input" : "Key"), "*"};
    parameters.insert(parameters.end(), call.parameters.begin(), call.parameters.end());
    call.arguments.insert(call.arguments.begin(), py_text(has_item ? "item" : "key"));
    return method(parameters, action.kind == Action::Kind::Delete ? entity.type + " | None" : entity.type,
                  py_call(fmt::format("self.{}.{}", entity.property, verb(action.kind)), std::move(call.arguments)));
  }

  std::string transaction() {
    std::vector<std::string> parameters = {"self", "*"};
    std::vector<PyNode> writes;
    for (const Action& action : pattern_.actions) {
      const PyEntity& entity = of(action);
      const bool is_list = action.items != 1 && action.kind == Action::Kind::Create;
      const std::string& property = entity.property;
      const std::string name = names_.distinct(is_list && !property.ends_with('s') ? property + "s" : property);
      const std::string type = entity.type + (takes_item(action.kind) ? "Input" : "Key");
      parameters.push_back(is_list ? fmt::format("{}: Iterable[{}]", name, type) : fmt::format("{}: {}", name, type));
      const std::string function = fmt::format("self.writes.{}.{}", entity.property, verb(action.kind));
      if (is_list) {
        writes.push_back(py_text(fmt::format("*({}(one) for one in {})", function, name)));
        continue;
      }
      // A new item of a transaction has no further options.
      Call call = action.kind == Action::Kind::Create ? Call{} : call_of(action, name + "_");
      parameters.insert(parameters.end(), call.parameters.begin(), call.parameters.end());
      call.arguments.insert(call.arguments.begin(), py_text(name));
      writes.push_back(py_call(function, std::move(call.arguments)));
    }
    const PyNode list{.open = "[", .close = "]", .items = std::move(writes)};
    return method(parameters, "Cost", py_call("self.transact", {list}));
  }

  // A method for each kind of item, because a batch is not atomic.
  std::string batch() const {
    std::string out;
    for (std::size_t i = 0; i < pattern_.actions.size(); ++i) {
      const Action& action = pattern_.actions[i];
      const PyEntity& entity = of(action);
      const bool removes = action.kind == Action::Kind::Delete;
      const std::string& name = model_.parts.at(&pattern_)[i];
      out += "\n" +
             py_line(py_call((is_async_ ? "async def " : "def ") + name,
                             py_texts({"self", fmt::format("{}: Iterable[{}{}]", removes ? "keys" : "items",
                                                           entity.type, removes ? "Key" : "Input")}),
                             " -> None:"),
                     4) +
             py_doc(doc(), 8) +
             py_line(py_text(fmt::format("{}self.{}.{}", is_async_ ? "await " : "", entity.property,
                                         removes ? "remove_many(keys)" : "put_many(items)")),
                     8);
    }
    return out;
  }

  const PyModel& model_;
  const Pattern& pattern_;
  bool is_async_ = false;
  DistinctNames names_;
};

}  // namespace

std::string py_write(const PyModel& model, const Pattern& pattern, PyForm form) {
  return lacks_sentence(pattern).empty() ? PyWriteWriter(model, pattern, form).write() : std::string();
}

}  // namespace partita::modelling::python
