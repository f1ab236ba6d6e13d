#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>

#include "base/contains.h"
#include "modelling/generate/model_facts.h"
#include "modelling/generate/pattern_facts.h"
#include "modelling/generate/python/py_parts.h"
#include "modelling/generate/python/py_text.h"

namespace partita::modelling::python {
namespace {

using model::FieldKind;
using model::kNone;

// The options of reads, which parameters of patterns must not meet.
constexpr const char* kOptions[] = {"self", "after",  "consistent", "read_at_most", "reverse",
                                    "take", "vector", "where",      "with_expired", "key",
                                    "keys", "item",   "items",      "given",        "version"};

// A method sends its request, or gives a question that is sent later.
enum class Call : std::uint8_t { Request, Question };

class PyReadWriter {
 public:
  PyReadWriter(const PyModel& model, const ProvenPattern& proven, PyForm form = PyForm::Sync)
      : model_(model), proven_(proven), pattern_(*proven.declared), is_async_(form == PyForm::Async) {
    for (const char* name : kOptions) names_.distinct(name);
  }

  std::string constants(std::size_t position) const {
    if (!proven_.served()) return {};
    std::string out;
    const bool is_collection = pattern_.entities.size() > 1;
    const bool is_query = proven_.info.plan.operation == model::PlanOperation::Query && !is_collection;
    if (is_collection) out += collection_type();
    if (!is_collection && !pattern_.wanted.empty()) out += row_type();
    if (is_query && !filters_all()) out += filter_type();
    std::vector<std::string> arguments = {"DESCRIPTION", std::to_string(position),
                                          is_collection ? first().type : row()};
    if (is_query) arguments.push_back(filter());
    out += "\n\n" + py_line(py_call(py_pattern_constant(model_, pattern_) + " = Pattern", py_texts(arguments)));
    return is_collection ? out + roles() : out;
  }

  std::string method() {
    if (pattern_.operation == PatternOperation::BatchGet || pattern_.operation == PatternOperation::TransactGet)
      return keyed();
    if (pattern_.operation == PatternOperation::Search) return search();
    if (pattern_.entities.size() > 1) return collection();
    return proven_.info.plan.operation == model::PlanOperation::GetItem ? get() : query();
  }

 private:
  const Table& table() const { return model_.table_of(pattern_.entities.front(), pattern_.table); }
  const Entity& entity() const { return *table().entity(pattern_.entities.front()); }
  const PyEntity& of(const std::string& name) const { return model_.of(model_.table_of(name, pattern_.table), name); }
  const PyEntity& first() const { return of(pattern_.entities.front()); }
  std::string row() const { return pattern_.wanted.empty() ? first().type : model_.answers.at(&pattern_); }

  // ---- classes

  std::string row_type() const {
    std::string out = "\n\n@dataclass(frozen=True, slots=True, kw_only=True)\n";
    out += fmt::format("class {}:\n", row()) + py_doc({fmt::format("The fields of {}.", pattern_.name)}, 4) + "\n";
    for (const std::string& name : pattern_.wanted)
      out += fmt::format("    {}: {}\n", first().fields.at(name), py_value_type(first(), *entity().field(name)));
    return out;
  }

  std::vector<std::string> filtered() const { return filter_fields(proven_, entity()); }
  bool filters_all() const {
    const auto stored = std::ranges::count_if(
        entity().fields, [](const Field& field) { return field.stored && !field.attribute.empty(); });
    return filtered().size() == static_cast<std::size_t>(stored);
  }
  std::string filter() const { return filters_all() ? first().type + "Fields" : model_.filters.at(&pattern_); }

  std::string filter_type() const {
    std::string out = fmt::format("\n\nclass {}:\n", filter()) +
                      py_doc({fmt::format("The fields that a filter of {} may name.", pattern_.name)}, 4);
    const std::vector<std::string> names = filtered();
    if (!names.empty()) out += '\n';
    for (const std::string& name : names)
      out += py_line(py_text(fmt::format("{0} = {1}Fields.{0}", first().fields.at(name), first().type)), 4);
    return out;
  }

  std::vector<std::string> member_names() const {
    DistinctNames names;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < pattern_.entities.size(); ++i) {
      const std::string name = of(pattern_.entities[i]).property;
      out.push_back(names.distinct(has_at_most_one(proven_, i) || name.ends_with('s') ? name : name + "s"));
    }
    return out;
  }
  const char* role(std::size_t i) const { return !has_at_most_one(proven_, i) ? "many" : i == 0 ? "one" : "maybe"; }

  std::string collection_type() const {
    std::string out = "\n\n@dataclass(frozen=True, slots=True, kw_only=True)\n";
    out += fmt::format("class {}:\n", model_.answers.at(&pattern_)) +
           py_doc({fmt::format("The items of {}.", pattern_.name)}, 4) + "\n";
    const std::vector<std::string> names = member_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string& type = of(pattern_.entities[i]).type;
      const std::string member = !has_at_most_one(proven_, i) ? fmt::format("tuple[{}, ...]", type)
                                 : i == 0                     ? type
                                                              : type + " | None";
      out += fmt::format("    {}: {}\n", names[i], member);
    }
    return out;
  }

  std::string roles() const {
    std::vector<PyNode> members;
    const std::vector<std::string> names = member_names();
    for (std::size_t i = 0; i < names.size(); ++i)
      members.push_back(py_call(
          "MemberOf", py_texts({py_literal(names[i]), py_literal(role(i)), of(pattern_.entities[i]).constant})));
    return py_line(py_before(py_members_constant(model_, pattern_) + " = ", py_tuple(std::move(members))));
  }

  // ---- methods

  std::string plan() const { return plan_sentence(proven_, table()); }

  // The value that all calls ask for.
  std::string constant_text(const std::string& name, const std::string& text) const {
    const Field& field = *entity().field(name);
    switch (field.kind) {
      case FieldKind::Enum:
        for (const Enumerator& one : field.enumerators)
          if (one.attribute == text) return py_literal(one.name);
        return py_literal(text);
      case FieldKind::Bool:
        return text == "true" ? "True" : "False";
      case FieldKind::Double:
        return fmt::format("float({})", py_literal(text));
      case FieldKind::Integer:
      case FieldKind::Unsigned:
      case FieldKind::Seconds:
        return fmt::format("int({})", py_literal(text));
      case FieldKind::Time:
        return fmt::format("datetime.fromisoformat({})",
                           py_literal(text.ends_with('Z') ? text.substr(0, text.size() - 1) + "+00:00" : text));
      case FieldKind::Decimal:
        return fmt::format("Decimal({})", py_literal(text));
      default:
        return py_literal(text);
    }
  }

  // Adds a parameter for each field that a call gives, and returns the values of all.
  PyNode values(std::vector<PyNode>& parameters) {
    PyNode out{.open = "{", .close = "}"};
    for (const std::string& name : pattern_.by) {
      const std::string& member = first().fields.at(name);
      const std::string* constant = constant_of(pattern_, name);
      std::string value = constant ? constant_text(name, *constant) : names_.distinct(member);
      if (!constant) parameters.push_back(py_text(fmt::format("{}: {}", value, first().types.at(name))));
      out.items.push_back(py_text(fmt::format("{}: {}", py_literal(member), value)));
    }
    return out;
  }

  // The range's parameter, and its name; empty if the plan has no range.
  std::string range(std::vector<PyNode>& parameters) {
    const model::Plan& plan = proven_.info.plan;
    const bool has_range = plan.sort == model::SortCondition::Range && plan.range_field != kNone;
    if (plan.bucket_field == kNone && !has_range) return {};
    const std::string name(
        proven_.info.entities.front()->at(plan.bucket_field != kNone ? plan.bucket_field : plan.range_field).name);
    const std::string parameter = names_.distinct(first().fields.at(name));
    const std::string& type = first().types.at(name);
    parameters.push_back(py_text(plan.bucket_field != kNone
                                     ? fmt::format("{}: Between[{}]", parameter, type)
                                     : fmt::format("{}: Range[{}] | None = None", parameter, type)));
    return parameter;
  }

  std::string written(const std::vector<PyNode>& parameters, const std::string& result, const PyNode& call,
                      Call kind) const {
    std::vector<PyNode> all = parameters;
    // A star alone has no parameters behind it.
    if (all.back().open == "*") all.pop_back();
    const std::string head =
        (is_async_ && kind == Call::Request ? "async def " : "def ") + model_.methods.at(&pattern_);
    return "\n" + py_line(py_call(head, std::move(all), fmt::format(" -> {}:", result)), 4) +
           py_doc(py_pattern_doc(model_, pattern_, plan()), 8) +
           py_line(py_before(is_async_ && kind == Call::Request ? "return await " : "return ", call), 8);
  }

  PyNode options(const std::string& range, std::initializer_list<const char*> names) const {
    std::vector<std::string> all;
    if (!range.empty()) all.push_back("range=" + range);
    for (const char* name : names) all.push_back(fmt::format("{0}={0}", name));
    return py_call("ReadOptions", py_texts(all));
  }

  static void add(std::vector<PyNode>& to, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) to.push_back(py_text(text));
  }

  std::string get() {
    std::vector<PyNode> parameters = py_texts({"self", "*"});
    PyNode by = values(parameters);
    add(parameters, {"consistent: bool | None = None"});
    return written(parameters, row() + " | None",
                   py_call("self._get_one", {py_text(py_pattern_constant(model_, pattern_)), std::move(by),
                                             options({}, {"consistent"})}),
                   Call::Request);
  }

  std::string query() {
    std::vector<PyNode> parameters = py_texts({"self", "*"});
    PyNode by = values(parameters);
    const std::string ranged = range(parameters);
    add(parameters, {"take: int | None = None", "read_at_most: int | None = None", "after: str | None = None",
                     "reverse: bool = False", "consistent: bool | None = None",
                     fmt::format("where: Where[{}] | None = None", filter()), "with_expired: bool = False"});
    return written(
        parameters, fmt::format("{}[{}]", is_async_ ? "AsyncQuery" : "Query", row()),
        py_call("self._query",
                {py_text(py_pattern_constant(model_, pattern_)), std::move(by),
                 options(ranged, {"take", "read_at_most", "after", "reverse", "consistent", "where", "with_expired"})}),
        Call::Question);
  }

  std::string collection() {
    std::vector<PyNode> parameters = py_texts({"self", "*"});
    PyNode by = values(parameters);
    const std::string ranged = range(parameters);
    add(parameters, {"take: int | None = None", "after: str | None = None", "reverse: bool = False",
                     "consistent: bool | None = None", "with_expired: bool = False"});
    const std::string& answer = model_.answers.at(&pattern_);
    return written(
        parameters, fmt::format("{}[{}]", is_async_ ? "AsyncCollection" : "Collection", answer),
        py_call("self._collection", {py_text(py_pattern_constant(model_, pattern_)), py_text(answer),
                                     py_text(py_members_constant(model_, pattern_)), std::move(by),
                                     options(ranged, {"take", "after", "reverse", "consistent", "with_expired"})}),
        Call::Question);
  }

  std::string search() {
    std::vector<PyNode> parameters = py_texts({"self", "vector: Sequence[float]", "*"});
    PyNode by = values(parameters);
    add(parameters, {"take: int | None = None", "with_expired: bool = False"});
    return written(parameters, fmt::format("list[Found[{}]]", row()),
                   py_call("self._search", {py_text(py_pattern_constant(model_, pattern_)), py_text("vector"),
                                            std::move(by), py_text("take"), py_text("with_expired")}),
                   Call::Request);
  }

  std::string keyed() const {
    const bool is_snapshot = pattern_.operation == PatternOperation::TransactGet;
    std::string out;
    for (std::size_t i = 0; i < pattern_.entities.size(); ++i) {
      const PyEntity& entity = of(pattern_.entities[i]);
      const std::string& method = model_.parts.at(&pattern_)[i];
      std::vector<std::string> parameters = {"self", fmt::format("keys: Iterable[{}Key]", entity.type)};
      std::vector<std::string> arguments = {"keys"};
      if (!is_snapshot) {
        parameters.insert(parameters.end(), {"*", "consistent: bool = False"});
        arguments.emplace_back("consistent=consistent");
      }
      out += "\n" +
             py_line(py_call((is_async_ ? "async def " : "def ") + method, py_texts(parameters),
                             fmt::format(" -> list[{} | None]:", entity.type)),
                     4) +
             py_doc(py_pattern_doc(model_, pattern_, plan()), 8) +
             py_line(py_call(fmt::format("return {}self.{}.{}", is_async_ ? "await " : "", entity.property,
                                         is_snapshot ? "get_snapshot" : "get_many"),
                             py_texts(arguments)),
                     8);
    }
    return out;
  }

  const PyModel& model_;
  const ProvenPattern& proven_;
  const Pattern& pattern_;
  bool is_async_ = false;
  DistinctNames names_;
};

}  // namespace

std::vector<std::string> py_pattern_doc(const PyModel& model, const Pattern& pattern, const std::string& plan) {
  return {pattern.description.empty() ? pattern.name + "." : pattern.description, plan,
          cost_sentence(*model.units, pattern)};
}

std::string py_pattern(const PyModel& model, const ProvenPattern& pattern, std::size_t position) {
  return is_read(pattern.declared->operation) ? PyReadWriter(model, pattern).constants(position) : std::string();
}

std::string py_read(const PyModel& model, const ProvenPattern& pattern, PyForm form) {
  return PyReadWriter(model, pattern, form).method();
}

}  // namespace partita::modelling::python
