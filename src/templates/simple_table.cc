#include "templates/simple_table.h"

#include "templates/table_properties.h"

namespace partita::templates {
namespace {

struct PrimaryKey {
  OptionalString name;
  OptionalString type;
};

struct SimpleDraft : TableDraft {
  std::optional<PrimaryKey> primary_key = {};
};

constexpr std::array<std::string_view, 3> kTypes = {"String", "Number", "Binary"};

Result<void> set_type(const Member& property, PrimaryKey& out, PropertyReport&) {
  PARTITA_TRY_VALUE(text, read_text_value(property));
  PARTITA_TRY(check_choice(property, text, kTypes));
  out.type = std::move(text);
  return {};
}

constexpr std::array kPrimaryKey = {
    Property<PrimaryKey>{"Name", set_text<&PrimaryKey::name>},
    Property<PrimaryKey>{"Type", set_type, Need::Required},
};

Result<void> set_tag_map(const Member& property, SimpleDraft& out, PropertyReport&) {
  PARTITA_TRY(check_map(property.value, property.name));
  out.tags.emplace();
  for (const Member& tag : property.value.members) {
    PARTITA_TRY_VALUE(text, read_text_value(tag));
    out.tags->push_back({tag.name, std::move(text)});
  }
  return {};
}

constexpr std::array kSimpleTable = {
    Property<SimpleDraft>{"TableName", set_text<&CreateTableRequest::table_name>},
    Property<SimpleDraft>{"PrimaryKey", set_struct<&SimpleDraft::primary_key, kPrimaryKey>},
    Property<SimpleDraft>{"ProvisionedThroughput",
                          set_struct<&CreateTableRequest::provisioned_throughput, kProvisionedThroughput>},
    Property<SimpleDraft>{"Tags", set_tag_map},
    Property<SimpleDraft>{"PointInTimeRecoverySpecification", set_recovery_of},
    Property<SimpleDraft>{"SSESpecification", set_table_encryption},
};

}  // namespace

Result<TableDraft> read_simple_table(const Node& properties, PropertyReport& report) {
  SimpleDraft draft;
  PARTITA_TRY(read_properties(properties, "AWS::Serverless::SimpleTable", kSimpleTable, draft, report));
  std::string name = "id";
  std::string type = "S";
  if (draft.primary_key) {
    name = draft.primary_key->name.value_or(name);
    type = draft.primary_key->type->substr(0, 1);
  }
  draft.key_schema = {{.attribute_name = name, .key_type = KeyType::Hash}};
  draft.attribute_definitions = {
      {.attribute_name = name, .attribute_type = OpenEnum<ScalarAttributeType>::from_text(type)}};
  if (!draft.provisioned_throughput) draft.billing_mode = BillingMode::PayPerRequest;
  return TableDraft(std::move(draft));
}

}  // namespace partita::templates
