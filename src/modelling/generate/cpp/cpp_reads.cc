#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/contains.h"
#include "modelling/core/key_condition.h"
#include "modelling/generate/cpp/cpp_parts.h"
#include "modelling/generate/model_facts.h"

namespace partita::modelling {
namespace {

class ReadWriter {
 public:
  ReadWriter(const Model& model, const ProvenPattern& proven, const CppTypes& types, CppNames& names)
      : proven_(proven), pattern_(*proven.declared), model_(model), types_(types), names_(names) {}

  std::string write() {
    type_ = names_.type(pattern_.name);
    std::string out = cpp_comment(fmt::format("{}: {}", pattern_.name, shape()));
    if (!pattern_.description.empty()) out += cpp_comment(pattern_.description);
    if (pattern_.operation == PatternOperation::BatchGet || pattern_.operation == PatternOperation::TransactGet)
      return out + write_many();
    if (pattern_.entities.size() > 1) return out + write_collection();
    const bool search = pattern_.operation == PatternOperation::Search;
    if (!pattern_.wanted.empty()) out += answer_struct();
    std::vector<std::string> arguments = {cpp_literal(pattern_.name), first().declaration};
    add_options(arguments);
    if (!pattern_.wanted.empty()) arguments.push_back(fmt::format("pt::as<{}>", answer_));
    out += cpp_arguments(fmt::format("using {} = {}<", type_, search ? "pt::similar" : "pt::pattern"), arguments,
                         ">;\n", 4);
    return out + (search ? call("search", {"const std::vector<float>& vector"}, {"vector"}) : calls("query"));
  }

 private:
  const CppTypes::OfEntity& of(const std::string& entity) const {
    return types_.of(*model_.table_of(entity, pattern_.table), entity);
  }
  const CppTypes::OfEntity& first() const { return of(pattern_.entities.front()); }

  std::string shape() const {
    if (!proven_.served()) return "read by keys";
    const std::string condition = key_condition_of(proven_);
    const model::IndexPosition index = proven_.info.plan.index;
    return index == model::kNone ? condition : fmt::format("{}: {}", proven_.info.table->at(index).name, condition);
  }

  void add_options(std::vector<std::string>& arguments) const {
    std::vector<std::string> by;
    for (const std::string& name : pattern_.by) by.push_back(cpp_literal(name));
    if (!by.empty()) arguments.push_back(fmt::format("pt::by<{}>", fmt::join(by, ", ")));
    if (!pattern_.buckets.empty()) arguments.push_back(fmt::format("pt::buckets<{}>", cpp_literal(pattern_.buckets)));
    if (!pattern_.range.empty())
      arguments.push_back(
          fmt::format("pt::{}<{}>", pattern_.forward ? "ascending" : "descending", cpp_literal(pattern_.range)));
    else if (!pattern_.buckets.empty() && !pattern_.forward)
      arguments.push_back(fmt::format("pt::descending<{}>", cpp_literal(pattern_.buckets)));
    if (!pattern_.index.empty()) arguments.push_back(fmt::format("pt::using_index<{}>", cpp_literal(pattern_.index)));
    if (pattern_.consistent) arguments.push_back("pt::consistent");
    if (pattern_.whole) arguments.push_back("pt::whole_partition");
    if (pattern_.with_expired) arguments.push_back("pt::with_expired");
  }

  // A struct with the wanted fields only.
  std::string answer_struct() {
    answer_ = names_.distinct(type_ + "Row");
    std::string out = fmt::format("struct {} {{\n", answer_);
    for (const std::string& name : pattern_.wanted)
      out += fmt::format("  {} {}{{}};\n", first().members.at(name), name);
    out += "};\n";
    return out + cpp_arguments(fmt::format("BOOST_DESCRIBE_STRUCT({}, (), (", answer_), pattern_.wanted, "))\n", 4);
  }

  std::string write_collection() {
    answer_ = names_.distinct(type_ + "Items");
    std::string out = fmt::format("struct {} {{\n", answer_);
    std::vector<std::string> arguments = {cpp_literal(pattern_.name), answer_};
    CppNames members;
    for (std::size_t i = 0; i < pattern_.entities.size(); ++i) {
      const std::string& entity = pattern_.entities[i];
      const std::string member = members.distinct(CppNames::snake(entity));
      const bool single = has_at_most_one(proven_, i);
      const std::string& type = of(entity).type;
      // A member must not have the name of its type.
      const std::string name = member == type ? member + "_" : member;
      if (single && i == 0)
        out += fmt::format("  {} {};\n", type, name);
      else
        out += single ? fmt::format("  std::optional<{}> {};\n", type, name)
                      : fmt::format("  std::vector<{}> {}{};\n", type, name, name.ends_with('s') ? "" : "s");
      const char* role = !single ? (pattern_.from_end ? "newest_many" : "many") : i == 0 ? "one" : "maybe";
      arguments.push_back(fmt::format("pt::{}<{}>", role, of(entity).declaration));
    }
    out += "};\n";
    add_options(arguments);
    out += cpp_arguments(fmt::format("using {} = pt::collect<", type_), arguments, ">;\n", 4);
    return out + call("load", {}, {});
  }

  std::string write_many() {
    std::string out;
    const char* method = pattern_.operation == PatternOperation::BatchGet ? "get_many" : "get_snapshot";
    for (const std::string& entity : pattern_.entities)
      out += fmt::format(
          "inline auto {0}(const Db& db, const std::vector<pt::key_values<{1}>>& keys) {{\n  return "
          "db.{2}<{1}>(keys);\n}}\n",
          names_.function(pattern_.entities.size() == 1 ? pattern_.name : pattern_.name + " " + entity),
          of(entity).declaration, method);
    return out;
  }

  std::string required_type(const std::string& field) const {
    const std::string& type = first().members.at(field);
    constexpr std::string_view kOptional = "std::optional<";
    return type.starts_with(kOptional) ? type.substr(kOptional.size(), type.size() - kOptional.size() - 1) : type;
  }

  // The value that all calls ask for, as an expression.
  std::string constant_text(const std::string& name, const std::string& text) const {
    const Entity& entity =
        *model_.table_of(pattern_.entities.front(), pattern_.table)->entity(pattern_.entities.front());
    const Field& field = *entity.field(name);
    switch (field.kind) {
      case model::FieldKind::Enum: {
        const std::vector<std::string> names = cpp_enumerators(field);
        for (std::size_t i = 0; i < names.size(); ++i)
          if (field.enumerators[i].attribute == text) return fmt::format("{}::{}", required_type(name), names[i]);
        return cpp_literal(text);
      }
      case model::FieldKind::Bool:
        return text;
      case model::FieldKind::Integer:
        // The least number has no literal of its own, because the sign does not belong to a literal.
        return text == "-9223372036854775808" ? std::string("std::int64_t{-9223372036854775807 - 1}")
                                              : fmt::format("{}{{{}}}", required_type(name), text);
      case model::FieldKind::Unsigned:
        return fmt::format("{}{{{}u}}", required_type(name), text);
      default:
        return fmt::format("std::string({})", cpp_literal(text));
    }
  }

  std::string call(const char* method, std::vector<std::string> parameters, std::vector<std::string> arguments,
                   const std::string& suffix = {}) {
    CppNames used;
    used.distinct("db");
    used.distinct("vector");
    for (const std::string& name : pattern_.by) {
      if (const std::string* constant = constant_of(pattern_, name)) {
        arguments.push_back(fmt::format("{}_f = {}", cpp_literal(name), constant_text(name, *constant)));
        continue;
      }
      const std::string parameter = used.distinct(name);
      parameters.push_back(fmt::format("const {}& {}", required_type(name), parameter));
      arguments.push_back(fmt::format("{}_f = {}", cpp_literal(name), parameter));
    }
    if (!suffix.empty()) {
      const std::string& field = pattern_.range.empty() ? pattern_.buckets : pattern_.range;
      const std::string low = used.distinct("first"), high = used.distinct("last");
      parameters.push_back(fmt::format("const {}& {}", required_type(field), low));
      parameters.push_back(fmt::format("const {}& {}", required_type(field), high));
      arguments.push_back(fmt::format("{}_f.between({}, {})", cpp_literal(field), low, high));
    }
    parameters.insert(parameters.begin(), "const Db& db");
    return cpp_arguments(fmt::format("inline auto {}(", names_.function(pattern_.name + suffix)), parameters, ") {\n",
                         4) +
           cpp_arguments(fmt::format("  return db.{}<{}>(", method, type_), arguments, ");\n}\n", 6);
  }

  // A pattern with buckets needs both ends.
  std::string calls(const char* method) {
    if (!pattern_.buckets.empty()) return call(method, {}, {}, " between");
    std::string out = call(method, {}, {});
    if (!pattern_.range.empty()) out += call(method, {}, {}, " between");
    return out;
  }

  const ProvenPattern& proven_;
  const Pattern& pattern_;
  const Model& model_;
  const CppTypes& types_;
  CppNames& names_;
  std::string type_;
  std::string answer_;
};

}  // namespace

std::string cpp_read(const Model& model, const ProvenPattern& pattern, const CppTypes& types, CppNames& names) {
  return ReadWriter(model, pattern, types, names).write();
}

}  // namespace partita::modelling
