// A stack of the AWS CDK in TypeScript, with a TableV2 for each table.
#include <fmt/format.h>

#include <algorithm>

#include "base/json_lines.h"
#include "base/text.h"
#include "base/try.h"
#include "modelling/write/names.h"
#include "modelling/write/table_request.h"
#include "modelling/write/tree.h"
#include "modelling/write/writer.h"

namespace partita::modelling {
namespace {

constexpr Features kHeldByCdk = {
    Feature::LocalIndexes, Feature::CompositeIndexKeys, Feature::Capacity,   Feature::Stream, Feature::TimeToLive,
    Feature::Recovery,     Feature::DeletionProtection, Feature::TableClass, Feature::Tags};

// Members are identifiers, and texts are those of JSON, which are texts of TypeScript too.
void append_typescript(std::string& out, const Tree& tree, int depth) {
  const std::string line = "\n" + std::string(static_cast<std::size_t>(depth) * 2, ' ');
  switch (tree.kind) {
    case Tree::Kind::Map:
      out += '{';
      for (const auto& [name, value] : tree.members) {
        out += line + "  " + name + ": ";
        append_typescript(out, value, depth + 1);
        out += ',';
      }
      out += line + '}';
      break;
    case Tree::Kind::List:
      out += '[';
      for (const Tree& item : tree.items) {
        out += line + "  ";
        append_typescript(out, item, depth + 1);
        out += ',';
      }
      out += line + ']';
      break;
    case Tree::Kind::Text:
      out += base::json_text(tree.text);
      break;
    default:
      out += tree.kind == Tree::Kind::Flag ? (tree.flag ? "true" : "false") : tree.text;
  }
}

std::string_view cdk_type(ScalarAttributeType type) {
  switch (type) {
    case ScalarAttributeType::N:
      return "dynamodb.AttributeType.NUMBER";
    case ScalarAttributeType::B:
      return "dynamodb.AttributeType.BINARY";
    default:
      return "dynamodb.AttributeType.STRING";
  }
}

class CdkTable {
 public:
  explicit CdkTable(const TableDefinition& definition) : definition_(definition), request_(definition.request) {}

  Tree properties() const {
    Tree tree = tree_map();
    tree.add("tableName", tree_text(*request_.table_name));
    add_key(tree, *request_.key_schema);
    tree.add("billing", billing());
    if (request_.global_secondary_indexes) {
      Tree& list = tree.add("globalSecondaryIndexes", tree_list());
      for (const GlobalSecondaryIndex& index : *request_.global_secondary_indexes) list.push(global_index(index));
    }
    if (request_.local_secondary_indexes) {
      Tree& list = tree.add("localSecondaryIndexes", tree_list());
      for (const LocalSecondaryIndex& index : *request_.local_secondary_indexes) list.push(local_index(index));
    }
    add_settings(tree);
    return tree;
  }

 private:
  Tree attribute(const std::string& name) const {
    const auto& definitions = *request_.attribute_definitions;
    const auto found = std::find_if(definitions.begin(), definitions.end(),
                                    [&](const AttributeDefinition& one) { return *one.attribute_name == name; });
    Tree tree = tree_map();
    tree.add("name", tree_text(name));
    tree.add("type", tree_bare(cdk_type(found->attribute_type->value())));
    return tree;
  }

  // One attribute is `partitionKey`, and several are the list `partitionKeys`.
  void add_key_part(Tree& tree, const std::vector<KeySchemaElement>& schema, KeyType type,
                    const std::string& name) const {
    Tree list = tree_list();
    for (const KeySchemaElement& element : schema)
      if (*element.key_type == type) list.push(attribute(*element.attribute_name));
    if (list.items.size() == 1) tree.add(name, std::move(list.items.front()));
    if (list.items.size() > 1) tree.add(name + "s", std::move(list));
  }
  void add_key(Tree& tree, const std::vector<KeySchemaElement>& schema) const {
    add_key_part(tree, schema, KeyType::Hash, "partitionKey");
    add_key_part(tree, schema, KeyType::Range, "sortKey");
  }

  static void add_projection(Tree& tree, const Projection& projection) {
    tree.add("projectionType",
             tree_bare(fmt::format("dynamodb.ProjectionType.{}", projection.projection_type->text())));
    if (projection.non_key_attributes) tree.add("nonKeyAttributes", tree_texts(*projection.non_key_attributes));
  }

  // TableV2 takes a write capacity only with limits of scaling. They are the same, so that nothing scales.
  static std::string read_capacity(const ProvisionedThroughput& throughput) {
    return fmt::format("dynamodb.Capacity.fixed({})", *throughput.read_capacity_units);
  }
  static std::string write_capacity(const ProvisionedThroughput& throughput) {
    return fmt::format("dynamodb.Capacity.autoscaled({{ minCapacity: {0}, maxCapacity: {0} }})",
                       *throughput.write_capacity_units);
  }

  Tree billing() const {
    const auto& throughput = request_.provisioned_throughput;
    if (!throughput) return tree_bare("dynamodb.Billing.onDemand()");
    return tree_bare(fmt::format("dynamodb.Billing.provisioned({{ readCapacity: {}, writeCapacity: {} }})",
                                 read_capacity(*throughput), write_capacity(*throughput)));
  }

  Tree global_index(const GlobalSecondaryIndex& index) const {
    Tree tree = tree_map();
    tree.add("indexName", tree_text(*index.index_name));
    add_key(tree, *index.key_schema);
    add_projection(tree, *index.projection);
    if (index.provisioned_throughput) {
      tree.add("readCapacity", tree_bare(read_capacity(*index.provisioned_throughput)));
      tree.add("writeCapacity", tree_bare(write_capacity(*index.provisioned_throughput)));
    }
    return tree;
  }

  Tree local_index(const LocalSecondaryIndex& index) const {
    Tree tree = tree_map();
    tree.add("indexName", tree_text(*index.index_name));
    add_key_part(tree, *index.key_schema, KeyType::Range, "sortKey");
    add_projection(tree, *index.projection);
    return tree;
  }

  void add_settings(Tree& tree) const {
    if (!definition_.ttl_attribute.empty()) tree.add("timeToLiveAttribute", tree_text(definition_.ttl_attribute));
    if (request_.stream_specification)
      tree.add("dynamoStream", tree_bare(fmt::format("dynamodb.StreamViewType.{}",
                                                     request_.stream_specification->stream_view_type->text())));
    if (definition_.table->point_in_time_recovery)
      tree.add("pointInTimeRecoverySpecification", tree_map()).add("pointInTimeRecoveryEnabled", tree_flag(true));
    if (request_.deletion_protection_enabled.value_or(false)) tree.add("deletionProtection", tree_flag(true));
    if (request_.table_class)
      tree.add("tableClass", tree_bare(fmt::format("dynamodb.TableClass.{}", request_.table_class->text())));
    if (request_.tags) {
      Tree& tags = tree.add("tags", tree_list());
      for (const Tag& tag : *request_.tags) {
        Tree& one = tags.push(tree_map());
        one.add("key", tree_text(*tag.key));
        one.add("value", tree_text(*tag.value));
      }
    }
  }

  const TableDefinition& definition_;
  const CreateTableRequest& request_;
};

// The CDK replaces its own tokens in texts, and CloudFormation its dynamic references.
Result<void> check_texts(const Tree& properties, const std::string& table) {
  for (const std::string_view part : {"{Token[", "{{resolve:"})
    if (const std::string* text = text_with(properties, part))
      return invalid(
          fmt::format("table {}: the CDK would replace a part of the name '{}'; choose another name", table, *text));
  return {};
}

std::string member_name(std::string id) {
  id.front() = base::lower(id.front());
  return id + "Table";
}

Result<std::string> write_cdk(const std::shared_ptr<const Model>& model, Losses&) {
  const Model held = without_lost_indexes(*model, kHeldByCdk);
  PARTITA_TRY_VALUE(definitions, table_definitions(held));
  std::vector<std::string> names;
  for (const TableDefinition& definition : definitions) names.push_back(definition.table->name);
  const auto ids = distinct_names(names, [](const std::string& name) { return camel_name(name, "Table"); });
  std::string members, tables;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    const Tree properties = CdkTable(definitions[i]).properties();
    PARTITA_TRY(check_texts(properties, names[i]));
    members += fmt::format("  readonly {}: dynamodb.TableV2;\n", member_name(ids[i]));
    tables += fmt::format("\n    this.{} = new dynamodb.TableV2(this, \"{}\", ", member_name(ids[i]), ids[i]);
    append_typescript(tables, properties, 2);
    tables += ");\n";
  }
  return fmt::format(R"(import * as cdk from "aws-cdk-lib";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import {{ Construct }} from "constructs";

export class {}Stack extends cdk.Stack {{
{}
  constructor(scope: Construct, id: string, props?: cdk.StackProps) {{
    super(scope, id, props);
{}  }}
}}
)",
                     camel_name(model->name, "Tables"), members, tables);
}

}  // namespace

extern const Writer k_write_cdk;
const Writer k_write_cdk{"cdk", "the CDK", "a stack of the AWS CDK in TypeScript", ".ts", kHeldByCdk, write_cdk};

}  // namespace partita::modelling
