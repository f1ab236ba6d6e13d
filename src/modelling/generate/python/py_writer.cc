#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/generate/model_facts.h"
#include "modelling/generate/python/py_parts.h"
#include "modelling/generate/python/py_text.h"

namespace partita::modelling::python {
namespace {

using model::FieldKind;
using Names = std::vector<std::string>;

bool is_number(const Field& field) {
  return field.kind == FieldKind::Integer || field.kind == FieldKind::Unsigned || field.kind == FieldKind::Double ||
         field.kind == FieldKind::Decimal || field.kind == FieldKind::Seconds;
}
bool is_list(const Field& field) { return field.kind == FieldKind::Document && field.document == DocumentType::List; }
bool has_members(const Field& field) { return field.kind == FieldKind::Document && !is_set(field); }

// The types and the class of one entity's writes.
class PyWriterWriter {
 public:
  PyWriterWriter(const PyModel& model, const Table& table, const Entity& entity)
      : entity_(entity), made_(model.of(table, entity.name)), needs_(py_needs(model, table, entity)) {
    for (const Field& field : entity_.fields)
      if (py_can_change(entity_, field)) changeable_.push_back(field.name);
    versioned_ = !entity_.version.empty();
  }

  std::string write() {
    std::string out = changes();
    const std::string body = update() + upsert() + remove();
    return out + given_types() + whole_type_ + writer(body) + parts();
  }

 private:
  // The parameters of a kind of change: with all fields, and with those that need no further knowledge.
  struct Kind {
    std::string all, plain;
  };

  const Field& field(const std::string& name) const { return *entity_.field(name); }

  std::string member(const std::string& name, const std::string& type) const {
    return fmt::format("    {}: {}\n", made_.fields.at(name), type);
  }

  static std::string typed(const std::string& head, const std::string& doc, const std::string& members) {
    return fmt::format("\n\nclass {}:\n{}", head, py_doc({doc}, 4)) + (members.empty() ? "" : "\n" + members);
  }

  std::string change_type(const std::string& name) const { return py_value_type(made_, field(name)); }

  // A type of changes of `names`; another one refuses those of them that need further knowledge.
  template <class TypeOf>
  Kind kind(const std::string& suffix, const Names& names, const Names& needy, const std::string& doc, TypeOf type_of,
            std::string& out) const {
    if (names.empty()) return {};
    std::string free, all, plain;
    bool has_needy = false;
    for (const std::string& name : names) {
      const bool is_needy = base::contains(needy, name);
      has_needy |= is_needy;
      (is_needy ? all : free) += member(name, type_of(name));
      if (is_needy) plain += member(name, "NoReturn");
    }
    const std::string full = made_.type + suffix;
    if (!has_needy) {
      out += typed(full + "(TypedDict, total=False)", doc, free);
      return {full, full};
    }
    const std::string base = made_.type + "Free" + suffix;
    out += typed(base + "(TypedDict, total=False)", "Those that concern no key of an index and no unique field.", free);
    out += typed(fmt::format("{}({}, total=False)", full, base), doc, all);
    out += typed(fmt::format("{}Plain{}({}, total=False)", made_.type, suffix, base),
                 "Changes that need no further knowledge of the stored item.", plain);
    return {full, made_.type + "Plain" + suffix};
  }

  Names needy(const Names& names, bool is_set_kind) const {
    Names out;
    for (const std::string& name : names)
      if (!(is_set_kind ? needs_.must_give({name}, {}) : needs_.must_give({}, {name})).empty()) out.push_back(name);
    return out;
  }

  template <class Is>
  Names of(Is is) const {
    Names out;
    for (const std::string& name : changeable_)
      if (field(name).stored && is(field(name))) out.push_back(name);
    return out;
  }

  std::string changes() {
    std::string out;
    const auto change = [&](const std::string& name) { return change_type(name); };
    const auto plain_type = [&](const std::string& name) { return made_.types.at(name); };
    set_ = kind("Changes", changeable_, needy(changeable_, true),
                "The fields that an update may set. None removes an optional one.", change, out);
    if (needy(changeable_, true) == needy(changeable_, false))
      defaults_ = set_;
    else
      defaults_ = kind("Defaults", changeable_, needy(changeable_, false),
                       "The fields that an update may set if they are absent.", change, out);
    const Names numbers = of(is_number), lists = of(is_list), sets = of(is_set);
    numbers_ =
        kind("Numbers", numbers, needy(numbers, false), "The fields that an update may increment.", plain_type, out);
    lists_ = kind("Lists", lists, needy(lists, false), "The lists that an update may extend.", plain_type, out);
    sets_ = kind("Sets", sets, needy(sets, false), "The sets that an update may change.", plain_type, out);
    for (const auto& [fields, name] : made_.sets) {
      std::string members;
      for (const std::string& one : fields) members += member(one, change_type(one));
      out += typed(fmt::format("{}({}FreeChanges)", name, made_.type),
                   "Changes that set these fields, and perhaps others.", members);
    }
    return out;
  }

  std::string given_types() const {
    std::string members, out;
    for (const std::string& name : needs_.fields)
      if (field(name).stored && !field(name).attribute.empty()) members += member(name, change_type(name));
    out +=
        typed(made_.type + "Given(TypedDict, total=False)", "Stored values, on which a write is conditional.", members);
    for (const auto& [fields, name] : made_.givens) {
      members.clear();
      for (const std::string& one : fields) members += member(one, change_type(one));
      out += typed(name + "(TypedDict)", "The stored values that a write must know.", members);
    }
    return out;
  }

  // The parameters that say something of the stored item.
  void add_knowledge(std::vector<PyNode>& to, const Names& given) const {
    if (versioned_) to.push_back(py_text("version: Version"));
    if (given.empty())
      to.push_back(py_text(fmt::format("given: {}Given | None = None", made_.type)));
    else
      to.push_back(py_text("given: " + made_.givens.at(given)));
    if (!versioned_ && given.empty()) to.push_back(py_text("read_first: bool = False"));
  }
  void add_reading(std::vector<PyNode>& to) const {
    to.push_back(py_text("read_first: Literal[True]"));
    if (versioned_) to.push_back(py_text("version: Version | None = None"));
    to.push_back(py_text(fmt::format("given: {}Given | None = None", made_.type)));
  }
  void add_where(std::vector<PyNode>& to) const {
    to.push_back(py_text(fmt::format("where: Where[{}Fields] | None = None", made_.type)));
  }

  std::vector<PyNode> start() const { return py_texts({"self", fmt::format("key: {}Key", made_.type), "*"}); }

  static std::string form(const std::string& name, std::vector<PyNode> parameters, const char* result) {
    return "    @overload\n" +
           py_line(py_call("def " + name, std::move(parameters), fmt::format(" -> {}: ...", result)), 4);
  }

  enum class Fields : std::uint8_t { All, Plain };
  std::vector<PyNode> changed(const std::string& set, Fields fields) const {
    std::vector<PyNode> out = start();
    out.push_back(py_text(set));
    const auto add = [&](const char* name, const Kind& one) {
      const std::string& type = fields == Fields::All ? one.all : one.plain;
      if (!type.empty()) out.push_back(py_text(fmt::format("{}: {} | None = None", name, type)));
    };
    add("set_if_absent", defaults_);
    add("increment", numbers_);
    add("append", lists_);
    add("prepend", lists_);
    add("add_to_set", sets_);
    add("remove_from_set", sets_);
    if (std::ranges::any_of(changeable_, [&](const std::string& name) { return has_members(field(name)); }))
      out.push_back(py_text("members: Sequence[MemberChange] | None = None"));
    return out;
  }

  std::string update() const {
    if (changeable_.empty()) return {};
    std::vector<std::vector<PyNode>> forms;
    std::vector<Names> of_pattern;
    for (const auto& [fields, name] : made_.sets) of_pattern.push_back(fields);
    std::ranges::stable_sort(of_pattern, std::ranges::greater(), [](const Names& fields) { return fields.size(); });
    for (const Names& fields : of_pattern) {
      std::vector<PyNode> form = changed("set: " + made_.sets.at(fields), Fields::Plain);
      add_knowledge(form, needs_.must_give(fields, {}));
      forms.push_back(std::move(form));
    }
    const Names all = needs_.must_give({}, changeable_);
    if (!all.empty()) {
      std::vector<PyNode> form = changed(fmt::format("set: {} | None = None", set_.all), Fields::All);
      add_knowledge(form, all);
      forms.push_back(std::move(form));
    }
    if (versioned_ || !all.empty()) {
      std::vector<PyNode> form = changed(fmt::format("set: {} | None = None", set_.all), Fields::All);
      add_reading(form);
      forms.push_back(std::move(form));
    }
    std::vector<PyNode> plain = changed(fmt::format("set: {} | None = None", set_.plain), Fields::Plain);
    add_knowledge(plain, {});
    forms.push_back(std::move(plain));
    return method("update", forms, "_Written", "self._update(\"update\", key, options)",
                  {"Changes fields of an item, which must exist, and returns it.",
                   "Raises WriteRefusedError: ItemMissing, VersionConflict, ConditionFailed, UniqueValueTaken."});
  }

  // One form is the method itself, and several are its overloads.
  std::string method(const std::string& name, std::vector<std::vector<PyNode>>& forms, const char* result,
                     const std::string& call, const std::vector<std::string>& doc) const {
    std::string out = "\n";
    for (std::vector<PyNode>& one : forms) {
      add_where(one);
      if (name == "remove") one.push_back(py_text("must_exist: bool = False"));
    }
    std::vector<PyNode> parameters = py_texts({"self", fmt::format("key: {}Key", made_.type), "**options: Any"});
    std::string body = fmt::format("        return {}\n", call);
    if (forms.size() == 1) {
      std::vector<PyNode> options;
      for (std::size_t at = 3; at < forms[0].size(); ++at) {
        const std::string option = forms[0][at].open.substr(0, forms[0][at].open.find(':'));
        options.push_back(py_text(fmt::format("\"{}\": {}", option, option)));
      }
      const PyNode made{.open = "options = {", .close = "}", .items = std::move(options)};
      body = py_line(made, 8) + body;
      parameters = forms[0];
    } else {
      for (const std::vector<PyNode>& one : forms) out += form(name, one, result);
    }
    return out + py_line(py_call("def " + name, parameters, fmt::format(" -> {}:", result)), 4) + py_doc(doc, 8) + body;
  }

  std::string upsert() {
    if (changeable_.empty()) return {};
    Names whole, others;
    for (const std::string& name : changeable_)
      (field(name).optional || field(name).has_default ? others : whole).push_back(name);
    std::string required, optional;
    for (const std::string& name : whole) required += member(name, change_type(name));
    for (const std::string& name : others) optional += member(name, change_type(name));
    if (!others.empty())
      whole_type_ +=
          typed(made_.type + "Optional(TypedDict, total=False)", "The fields that an item may lack.", optional);
    whole_type_ += typed(fmt::format("{}Whole({})", made_.type, others.empty() ? "TypedDict" : made_.type + "Optional"),
                         "The fields that an upsert must set, because it may create the item.", required);
    Names given;
    for (const std::string& name : needs_.fields) {
      Names set = whole;
      const auto is_needed = [&] { return base::contains(needs_.must_give(set, {}), name); };
      bool needed = is_needed();
      for (const std::string& other : others) {
        set = whole;
        set.push_back(other);
        needed |= is_needed();
      }
      if (needed) given.push_back(name);
    }
    std::vector<std::vector<PyNode>> forms;
    const auto form = [&] {
      std::vector<PyNode> out = start();
      out.push_back(py_text(fmt::format("set: {}Whole", made_.type)));
      return out;
    };
    // The stored values of optional fields are given as a whole, or the item is read.
    if (given.empty() || made_.givens.contains(given)) {
      forms.push_back(form());
      add_knowledge(forms.back(), given);
    }
    if (versioned_ || !given.empty()) {
      forms.push_back(form());
      add_reading(forms.back());
    }
    return method("upsert", forms, "_Written", "self._update(\"upsert\", key, options)",
                  {"Changes fields of an item, or creates it, and returns it.",
                   "Raises WriteRefusedError: VersionConflict, ConditionFailed, UniqueValueTaken."});
  }

  Names unique_fields() const {
    Names out;
    for (const std::string& name : needs_.fields)
      if (std::ranges::any_of(needs_.unique, [&](const UpdateNeed& need) { return base::contains(need.known, name); }))
        out.push_back(name);
    return out;
  }

  std::string remove() const {
    std::vector<std::vector<PyNode>> forms{start()};
    const Names old = unique_fields();
    add_knowledge(forms[0], old);
    if (versioned_ || !old.empty()) {
      forms.push_back(start());
      add_reading(forms.back());
    }
    return method("remove", forms, "_Removed", "self._remove(key, options)",
                  {"Removes an item and returns it, or None if it did not exist.",
                   "Raises WriteRefusedError: ItemMissing, VersionConflict, ConditionFailed."});
  }

  std::string writer(const std::string& body) const {
    const std::string& type = made_.type;
    const PyNode base =
        py_list(versioned_ ? "VersionedWriter" : "PlainWriter",
                py_texts({type + "Key", type + "Input", type + "Given", type + "Fields", "_Written", "_Removed"}));
    return "\n\n" + py_line(py_call(fmt::format("class {}Writer", type), {base}, ":")) +
           py_doc({fmt::format("The writes of {}.", entity_.name)}, 4) + body;
  }

  std::string parts() const {
    const std::string& type = made_.type;
    return "\n\n" +
           py_line(py_call(fmt::format("class {}Writes", type),
                           {py_list("EntityParts", py_texts({type + "Key", type + "Fields"})),
                            py_list(type + "Writer", py_texts({"Write", "Write"}))},
                           ":")) +
           py_doc({fmt::format("The writes of {} as parts of a transaction.", entity_.name)}, 4);
  }

  const Entity& entity_;
  const PyEntity& made_;
  PyNeeds needs_;
  Names changeable_;
  bool versioned_ = false;
  Kind set_, defaults_, numbers_, lists_, sets_;
  std::string whole_type_;
};

}  // namespace

std::string py_writer(const PyModel& model, const Table& table, const Entity& entity) {
  return PyWriterWriter(model, table, entity).write();
}

}  // namespace partita::modelling::python
