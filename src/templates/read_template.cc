#include "templates/read_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/contains.h"
#include "base/try.h"
#include "documents/read_file.h"
#include "templates/evaluator.h"
#include "templates/global_table.h"
#include "templates/sections.h"
#include "templates/simple_table.h"
#include "templates/table_properties.h"
#include "templates/variables.h"

namespace partita::templates {
namespace {

struct TableType {
  std::string_view name;
  Result<TableDraft> (*read)(const Node& properties, PropertyReport& report);
};
constexpr std::array<TableType, 3> kTableTypes = {{{"AWS::DynamoDB::Table", read_table},
                                                   {"AWS::DynamoDB::GlobalTable", read_global_table},
                                                   {"AWS::Serverless::SimpleTable", read_simple_table}}};

// The last two are SAM's.
constexpr std::array<std::string_view, 11> kResourceAttributes = {
    "Type",           "Properties",   "Condition",           "DependsOn",  "DeletionPolicy", "Metadata",
    "CreationPolicy", "UpdatePolicy", "UpdateReplacePolicy", "Connectors", "IgnoreGlobals"};
// A table or an index is of use without these.
constexpr std::array kSettings = std::to_array<std::string_view>(
    {"ProvisionedThroughput", "OnDemandThroughput", "WarmThroughput", "ContributorInsightsSpecification",
     "KinesisStreamSpecification", "PointInTimeRecoverySpecification", "ReadProvisionedThroughputSettings",
     "WriteProvisionedThroughputSettings", "ReadOnDemandThroughputSettings", "WriteOnDemandThroughputSettings",
     "DeletionProtectionEnabled", "TableClass", "ResourcePolicy", "SSESpecification"});
// What their values are made of is not kept.
constexpr std::array kWithoutNames = std::to_array<std::string_view>(
    {"SSESpecification", "KinesisStreamSpecification", "ImportSourceSpecification", "ResourcePolicy", "Replicas"});

class TemplateReader {
 public:
  TemplateReader(const Sections& sections, Variables& variables, const TemplateOptions& options)
      : sections_(sections),
        variables_(variables),
        options_(options),
        evaluator_(sections, variables, options),
        report_(options.unsupported) {
    for (const Member& one : sections.unread) report_.without_effect(one, "what it changes is not read");
  }

  Result<Template> read() {
    if (options_.faults == Faults::LeaveOut)
      evaluator_.set_leave_out([this](const Member& member, const Node& map, const Error& error) {
        return leave_out_setting(member, map, error);
      });
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
      note_scaling(resource, body, type.text);
      result_.skipped.push_back(fmt::format("{} ({})", resource.name, type.text));
      return {};
    }
    for (const Member& member : body.members)
      if (!base::contains(kResourceAttributes, member.name))
        PARTITA_TRY(report_.unknown(member, "a resource", kResourceAttributes));
    PARTITA_TRY_VALUE(wanted, is_wanted(resource, body));
    return wanted ? add_table(resource, body, *known) : Result<void>();
  }

  Result<bool> is_wanted(const Member& resource, const Node& body) {
    const Node* condition = body.find("Condition");
    if (!condition) return true;
    PARTITA_TRY_VALUE(holds, evaluator_.condition(condition->text, condition->place));
    if (holds) return true;
    result_.skipped.push_back(fmt::format("{} (its condition {} is false)", resource.name, condition->text));
    if (options_.faults == Faults::LeaveOut)
      result_.unread.push_back(fault(resource.place, fmt::format("{} is left out: its condition {} is false",
                                                                 resource.name, condition->text))
                                   .error()
                                   .message);
    return false;
  }

  // Auto scaling of a table is a resource of its own.
  void note_scaling(const Member& resource, const Node& body, std::string_view type) {
    const Node* properties = body.find("Properties");
    const Node* service = properties ? properties->find("ServiceNamespace") : nullptr;
    if (type == "AWS::ApplicationAutoScaling::ScalableTarget" && service && service->text == "dynamodb")
      report_.note(resource, fmt::format("not supported: {}: the units of tables and indexes are those without auto "
                                         "scaling",
                                         resource.name));
  }

  bool leave_out_setting(const Member& member, const Node& map, const Error& error) {
    if (!base::contains(kSettings, member.name)) return false;
    const Node* index = map.find("IndexName");
    report_.leave_out(member, index && index->is_scalar() ? fmt::format("{} of {}", index->text, resource_) : resource_,
                      error.message);
    is_partial_ = true;
    return true;
  }

  Result<void> add_table(const Member& resource, const Node& body, const TableType& type) {
    const Node none = empty_map(resource.place);
    const Node* properties = body.find("Properties");
    resource_ = resource.name;
    is_partial_ = false;
    PARTITA_TRY_VALUE(evaluated,
                      evaluate_properties(resource, properties && !properties->is_null() ? *properties : none));
    if (type.name == "AWS::Serverless::SimpleTable" && !body.find("IgnoreGlobals")) PARTITA_TRY(add_globals(evaluated));
    PARTITA_TRY_VALUE(draft, type.read(evaluated.value_or(none), report_));
    TemplateTable table{.logical_id = resource.name,
                        .request = {},
                        .time_to_live = std::move(draft.time_to_live),
                        .recovery = std::move(draft.recovery),
                        .place = resource.place,
                        .is_partial = is_partial_};
    table.request = std::move(draft);
    if (!table.request.table_name) table.request.table_name = resource.name;
    for (const TemplateTable& other : result_.tables)
      if (other.request.table_name == table.request.table_name)
        return fault(resource.place, fmt::format("{} and {} are both named {}; give one of them another TableName",
                                                 other.logical_id, resource.name, *table.request.table_name));
    result_.tables.push_back(std::move(table));
    return {};
  }

  // What SAM's Globals say of all simple tables, where a table says nothing itself.
  Result<void> add_globals(std::optional<Node>& properties) {
    for (const Member& member : sections_.simple_tables.members) {
      if (properties && properties->find(member.name)) continue;
      PARTITA_TRY_VALUE(value, evaluator_.value(member.value));
      if (!value) continue;
      if (!properties) properties = empty_map(member.place);
      properties->members.push_back({member.name, std::move(*value), member.place});
    }
    return {};
  }

  void note_assumed(const Member& member) {
    for (const std::string& name : evaluator_.take_assumed())
      if (!base::contains(kWithoutNames, member.name))
        report_.note(member, fmt::format("{} of {} is made with an assumed {}; give --param {}=VALUE", member.name,
                                         resource_, name, name));
  }

  // With Faults::LeaveOut a property without a value is left out with a warning, unless the table is nothing without
  // it.
  Result<std::optional<Node>> evaluate_properties(const Member& resource, const Node& properties) {
    if (options_.faults == Faults::Fail || !properties.is_map() || properties.members.size() < 2)
      return evaluator_.value(properties);
    PARTITA_TRY_VALUE(resolved, variables_.resolve(properties));
    Node out = empty_map(resolved.place);
    for (const Member& member : resolved.members) {
      evaluator_.take_assumed();
      auto value = evaluator_.value(member.value);
      if (member.name == "Tags" && !value) value = known_tags(member);
      note_assumed(member);
      if (value) {
        if (*value) out.members.push_back({member.name, std::move(**value), member.place});
      } else if (member.name == "KeySchema" || member.name == "AttributeDefinitions" || member.name == "PrimaryKey") {
        return unexpected(value.error());
      } else if (member.name == "BillingMode") {
        // The units that such a table has in one of its modes say nothing of the other one.
        out.members.push_back({member.name, scalar("PAY_PER_REQUEST", member.place), member.place});
        report_.note(member,
                     fmt::format("the billing mode of {} is taken for PAY_PER_REQUEST, because it is not known: {}",
                                 resource.name, value.error().message));
        is_partial_ = true;
      } else {
        report_.leave_out(member, resource.name, value.error().message);
        is_partial_ = true;
      }
    }
    return std::optional<Node>(std::move(out));
  }

  // Each tag by itself, so that one without a value does not take the others with it.
  Result<std::optional<Node>> known_tags(const Member& tags) {
    PARTITA_TRY_VALUE(resolved, variables_.resolve(tags.value));
    if (!resolved.is_list()) return evaluator_.value(resolved);
    Node known = resolved;
    known.items.clear();
    for (const Node& tag : resolved.items) {
      auto value = evaluator_.value(tag);
      if (value && *value) known.items.push_back(std::move(**value));
      if (value) continue;
      report_.leave_out({"a tag", tag, tag.place}, resource_, value.error().message);
      is_partial_ = true;
    }
    return std::optional<Node>(std::move(known));
  }

  const Sections& sections_;
  Variables& variables_;
  const TemplateOptions& options_;
  Evaluator evaluator_;
  PropertyReport report_;
  Template result_;
  std::string resource_ = {};  // whose properties are evaluated
  bool is_partial_ = false;    // one of them was left out
  std::vector<Error> faults_;
};

}  // namespace

Result<Template> read_template(const std::string& path, const TemplateOptions& options) {
  PARTITA_TRY_VALUE(root, documents::read_file(path));
  return read_template(root, path, options);
}

Result<Template> read_template(const Node& root, const std::string& path, const TemplateOptions& options) {
  Variables variables(root, path, options);
  PARTITA_TRY_VALUE(sections, read_sections(root, variables));
  return TemplateReader(sections, variables, options).read();
}

}  // namespace partita::templates
