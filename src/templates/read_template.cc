#include "templates/read_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/try.h"
#include "templates/evaluator.h"
#include "templates/global_table.h"
#include "templates/read_file.h"
#include "templates/sections.h"
#include "templates/simple_table.h"
#include "templates/table_properties.h"
#include "templates/variables.h"

namespace partita::templates {
namespace {

struct TableType {
  std::string_view name;
  Result<TableDraft> (*read)(const Node& properties, Report& report);
};
constexpr std::array<TableType, 3> kTableTypes = {{{"AWS::DynamoDB::Table", read_table},
                                                   {"AWS::DynamoDB::GlobalTable", read_global_table},
                                                   {"AWS::Serverless::SimpleTable", read_simple_table}}};

constexpr std::array<std::string_view, 9> kResourceAttributes = {
    "Type",     "Properties",     "Condition",    "DependsOn",          "DeletionPolicy",
    "Metadata", "CreationPolicy", "UpdatePolicy", "UpdateReplacePolicy"};

class Reader {
 public:
  Reader(const Sections& sections, Variables& variables, const Options& options)
      : sections_(sections),
        variables_(variables),
        options_(options),
        evaluator_(sections, variables, options),
        report_(options.unsupported) {}

  Result<Template> read() {
    for (const Member& resource : sections_.resources.members)
      if (const auto read = read_resource(resource); !read) add_fault(resource, read.error());
    if (options_.faults == Faults::Fail && !faults_.empty()) {
      if (faults_.size() == 1) return unexpected(faults_.front());
      std::string all;
      for (const Error& one : faults_)
        if (all.find(one.message) == all.npos) all += (all.empty() ? "" : "\n") + one.message;
      return invalid(std::move(all));
    }
    result_.warnings = report_.take_warnings();
    return std::move(result_);
  }

 private:
  void add_fault(const Member& resource, const Error& error) {
    std::string reason = error.message;
    for (std::size_t at; (at = reason.find('\n')) != reason.npos;) reason.replace(at, 1, "; ");
    if (options_.faults == Faults::LeaveOut)
      result_.unread.push_back(
          fault(resource.place, fmt::format("{} is not read: {}", resource.name, reason)).error().message);
    faults_.push_back(error);
  }

  Result<void> read_resource(const Member& resource) {
    if (resource.name.starts_with("Fn::"))
      return fault(resource.place, fmt::format("not supported: {} among the resources: write them out", resource.name));
    PARTITA_TRY_VALUE(body, variables_.resolve(resource.value));
    PARTITA_TRY(check_map(body, resource.name));
    const Node* type_node = body.find("Type");
    if (!type_node) return fault(resource.place, fmt::format("{} needs Type", resource.name));
    PARTITA_TRY_VALUE(type, variables_.resolve(*type_node));
    const auto known = std::ranges::find(kTableTypes, type.text, &TableType::name);
    if (known == kTableTypes.end()) {
      result_.skipped.push_back(fmt::format("{} ({})", resource.name, type.text));
      return {};
    }
    for (const Member& member : body.members)
      if (std::ranges::find(kResourceAttributes, member.name) == kResourceAttributes.end())
        return unknown_property(member, "a resource", kResourceAttributes);
    PARTITA_TRY_VALUE(wanted, is_wanted(resource, body));
    return wanted ? add_table(resource, body, *known) : Result<void>();
  }

  Result<bool> is_wanted(const Member& resource, const Node& body) {
    const Node* condition = body.find("Condition");
    if (!condition) return true;
    PARTITA_TRY_VALUE(holds, evaluator_.condition(condition->text, condition->place));
    if (!holds)
      result_.skipped.push_back(fmt::format("{} (its condition {} is false)", resource.name, condition->text));
    return bool(holds);
  }

  Result<void> add_table(const Member& resource, const Node& body, const TableType& type) {
    const Node none = empty_map(resource.place);
    const Node* properties = body.find("Properties");
    PARTITA_TRY_VALUE(evaluated,
                      evaluate_properties(resource, properties && !properties->is_null() ? *properties : none));
    PARTITA_TRY_VALUE(draft, type.read(evaluated.value_or(none), report_));
    const bool recovery = draft.point_in_time_recovery;
    Table table{resource.name, std::move(draft), std::move(draft.time_to_live), recovery, resource.place};
    if (!table.request.table_name) table.request.table_name = resource.name;
    for (const Table& other : result_.tables)
      if (other.request.table_name == table.request.table_name)
        return fault(resource.place, fmt::format("{} and {} are both named {}; give one of them another TableName",
                                                 other.logical_id, resource.name, *table.request.table_name));
    result_.tables.push_back(std::move(table));
    return {};
  }

  // With Faults::LeaveOut a property without a value is left out with a warning, unless the table is nothing without
  // it.
  Result<std::optional<Node>> evaluate_properties(const Member& resource, const Node& properties) {
    if (options_.faults == Faults::Fail || !properties.is_map() || properties.members.size() < 2)
      return evaluator_.value(properties);
    PARTITA_TRY_VALUE(resolved, variables_.resolve(properties));
    Node out = empty_map(resolved.place);
    for (const Member& member : resolved.members) {
      auto value = evaluator_.value(member.value);
      if (value) {
        if (*value) out.members.push_back({member.name, std::move(**value), member.place});
      } else if (member.name == "KeySchema" || member.name == "AttributeDefinitions" || member.name == "PrimaryKey") {
        return unexpected(value.error());
      } else {
        report_.leave_out(member, resource.name, value.error().message);
      }
    }
    return std::optional<Node>(std::move(out));
  }

  const Sections& sections_;
  Variables& variables_;
  const Options& options_;
  Evaluator evaluator_;
  Report report_;
  Template result_;
  std::vector<Error> faults_;
};

}  // namespace

Result<Template> read_template(const std::string& path, const Options& options) {
  PARTITA_TRY_VALUE(root, read_file(path));
  return read_template(root, path, options);
}

Result<Template> read_template(const Node& root, const std::string& path, const Options& options) {
  Variables variables(root, path, options);
  PARTITA_TRY_VALUE(sections, read_sections(root, variables));
  return Reader(sections, variables, options).read();
}

}  // namespace partita::templates
