#include <functional>

#include "support.h"

namespace partita::ops {
namespace create_table_test {

using Schema = std::vector<KeySchemaElement>;
using Definitions = std::vector<AttributeDefinition>;

KeySchemaElement hash(std::string name) { return {std::move(name), OpenEnum(KeyType::Hash)}; }
KeySchemaElement range(std::string name) { return {std::move(name), OpenEnum(KeyType::Range)}; }
Definitions strings(std::initializer_list<const char*> names) {
  Definitions definitions;
  for (const char* name : names) definitions.push_back({std::string(name), OpenEnum(ScalarAttributeType::S)});
  return definitions;
}
Projection all() { return {OpenEnum(ProjectionType::All), std::nullopt}; }
LocalSecondaryIndex local(std::string name, Schema schema, Projection projection = all()) {
  return {std::move(name), std::move(schema), std::move(projection)};
}
GlobalSecondaryIndex global(std::string name, Schema schema, Projection projection = all()) {
  GlobalSecondaryIndex index;
  index.index_name = std::move(name);
  index.key_schema = std::move(schema);
  index.projection = std::move(projection);
  return index;
}

// A table with a partition key, on demand.
CreateTableRequest table(Schema schema = {hash("pk")}, Definitions definitions = strings({"pk"})) {
  CreateTableRequest request;
  request.table_name = "abc";
  request.key_schema = std::move(schema);
  request.attribute_definitions = std::move(definitions);
  request.billing_mode = BillingMode::PayPerRequest;
  return request;
}
// A table with a sort key and the attributes that local indexes need.
CreateTableRequest sorted_table(Definitions definitions = strings({"pk", "sk", "x"})) {
  return table({hash("pk"), range("sk")}, std::move(definitions));
}

TEST(CreateTable, SimpleTablesPass) {
  EXPECT_EQ(fault(validate(table())), "");
  EXPECT_EQ(fault(validate(sorted_table(strings({"sk", "pk"})))), "");
  auto provisioned = table();
  provisioned.billing_mode.reset();
  provisioned.provisioned_throughput = ProvisionedThroughput{5, 5};
  EXPECT_EQ(fault(validate(provisioned)), "");
}

TEST(CreateTable, AFaultyNameIsReportedWithoutOtherFaults) {
  const std::string long_name(256, 'a');
  struct Row {
    OptionalString name;
    std::string expected;
  };
  for (const Row& row : {
           Row{std::nullopt, "The parameter 'TableName' is required but was not present in the request"},
           Row{"ab", one_fault("'ab'", "tableName", "Member must have length greater than or equal to 3")},
           Row{"", "2 validation errors detected: " + constraint("''", "tableName", kPattern) + "; " +
                       constraint("''", "tableName", "Member must have length greater than or equal to 3")},
           Row{"invalid;name", one_fault("'invalid;name'", "tableName", kPattern)},
           Row{long_name,
               one_fault("'" + long_name + "'", "tableName", "Member must have length less than or equal to 255")},
       }) {
    CreateTableRequest request;  // all else is missing
    request.table_name = row.name;
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

TEST(CreateTable, ConstraintsComeTogether) {
  CreateTableRequest request;
  request.table_name = "abc";
  request.billing_mode = unknown<BillingMode>("A");
  request.provisioned_throughput = ProvisionedThroughput{-1, std::nullopt};
  request.key_schema = Schema{};
  EXPECT_EQ(fault(validate(request)),
            "5 validation errors detected: " +
                constraint("'A'", "billingMode", "Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]") +
                "; " + constraint("null", "provisionedThroughput.writeCapacityUnits", kNotNull) + "; " +
                constraint("'-1'", "provisionedThroughput.readCapacityUnits",
                           "Member must have value greater than or equal to 1") +
                "; " + constraint("'[]'", "keySchema", "Member must have length greater than or equal to 1") + "; " +
                constraint("null", "attributeDefinitions", kNotNull));
}

TEST(CreateTable, ConstraintsOfElements) {
  struct Row {
    std::function<void(CreateTableRequest&)> change;
    std::string expected;
  };
  const Row rows[] = {
      {[](auto& r) {
         r.key_schema = Schema{{"pk", unknown<KeyType>("INVALID")}};
       },
       one_fault("'INVALID'", "keySchema.1.member.keyType", "Member must satisfy enum value set: [HASH, RANGE]")},
      {[](auto& r) {
         r.attribute_definitions = Definitions{{"pk", unknown<ScalarAttributeType>("INVALID")}};
       },
       one_fault("'INVALID'", "attributeDefinitions.1.member.attributeType",
                 "Member must satisfy enum value set: [B, N, S]")},
      {[](auto& r) {
         r.key_schema = Schema{{std::nullopt, OpenEnum(KeyType::Hash)}};
       },
       one_fault("null", "keySchema.1.member.attributeName", kNotNull)},
      {[](auto& r) {
         r.key_schema = Schema{hash("pk"), range("sk"), range("extra")};
       },
       one_fault("'[KeySchemaElement(attributeName=pk, keyType=HASH), KeySchemaElement(attributeName=sk, "
                 "keyType=RANGE), KeySchemaElement(attributeName=extra, keyType=RANGE)]'",
                 "keySchema", "Member must have length less than or equal to 2")},
      {[](auto& r) {
         r.local_secondary_indexes.emplace().push_back(local("ab", {hash("pk"), range("x")}));
       },
       one_fault("'ab'", "localSecondaryIndexes.1.member.indexName",
                 "Member must have length greater than or equal to 3")},
      {[](auto& r) { r.global_secondary_indexes.emplace().push_back(global("a;c", {hash("pk")})); },
       one_fault("'a;c'", "globalSecondaryIndexes.1.member.indexName", kPattern)},
      {[](auto& r) {
         r.global_secondary_indexes.emplace().push_back(
             global("abc", {hash("pk")}, {unknown<ProjectionType>("x"), std::nullopt}));
       },
       one_fault("'x'", "globalSecondaryIndexes.1.member.projection.projectionType",
                 "Member must satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]")},
      {[](auto& r) { r.stream_specification.emplace(); },
       one_fault("null", "streamSpecification.streamEnabled", kNotNull)},
  };
  for (const Row& row : rows) {
    auto request = table();
    row.change(request);
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

TEST(CreateTable, BillingModeAndThroughputAgree) {
  auto request = table();
  request.provisioned_throughput = ProvisionedThroughput{1, 1};
  EXPECT_EQ(fault(validate(request)),
            parameter_fault("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                            "PAY_PER_REQUEST"));
  request.billing_mode.reset();
  request.provisioned_throughput.reset();
  EXPECT_EQ(fault(validate(request)),
            parameter_fault("ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
                            "PROVISIONED"));
  request.provisioned_throughput = ProvisionedThroughput{1000000000001, 1000000000001};
  EXPECT_EQ(fault(validate(request)), "Given value 1000000000001 for ReadCapacityUnits is out of bounds");
  request.provisioned_throughput = ProvisionedThroughput{1, 1000000000001};
  EXPECT_EQ(fault(validate(request)), "Given value 1000000000001 for WriteCapacityUnits is out of bounds");
}

TEST(CreateTable, KeySchemaAndDefinitionsAgree) {
  const std::string no_definition = "Invalid KeySchema: Some index key attribute have no definition";
  const std::string count = parameter_fault(
      "Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions");
  struct Row {
    Schema schema;
    Definitions definitions;
    std::string expected;
  };
  const Row rows[] = {
      {{hash("pk"), range("pk")}, strings({"pk"}), no_definition},
      {{hash("a")}, {}, no_definition},
      {{hash("a"), range("b")}, strings({"b"}), no_definition},
      {{hash("a")},
       strings({"b"}),
       parameter_fault("Some index key attributes are not defined in AttributeDefinitions. Keys: [a], "
                       "AttributeDefinitions: [b]")},
      {{hash("a"), hash("a")},
       strings({"a", "b"}),
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
      {{hash("a"), hash("b")},
       strings({"a", "b"}),
       "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
      {{range("a"), hash("b")},
       strings({"a", "b"}),
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {{range("a"), range("b")},
       strings({"a", "b"}),
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {{hash("a")}, strings({"a", "b"}), count},
      {{hash("a"), range("b")}, strings({"a", "c", "b"}), count},
      {{hash("a")}, strings({"a", "a"}), "Attribute Name is duplicated: a"},
  };
  for (const Row& row : rows) EXPECT_EQ(fault(validate(table(row.schema, row.definitions))), row.expected);
}

TEST(CreateTable, LocalIndexes) {
  const Schema good{hash("pk"), range("x")};
  EXPECT_EQ(fault(validate([&] {
              auto request = sorted_table();
              request.local_secondary_indexes = {local("lsi", good)};
              return request;
            }())),
            "");
  struct Row {
    std::vector<LocalSecondaryIndex> indexes;
    std::string expected;
    CreateTableRequest request = sorted_table();
  };
  const std::vector<Row> rows = {
      {{}, parameter_fault("List of LocalSecondaryIndexes is empty")},
      {{local("lsi", good)},
       parameter_fault("Table KeySchema does not have a range key, which is required when specifying a "
                       "LocalSecondaryIndex"),
       table({hash("pk")}, strings({"pk", "x"}))},
      {{local("lsi", {hash("pk")})}, parameter_fault("Index KeySchema does not have a range key for index: lsi")},
      {{local("lsi", {hash("x"), range("sk")})},
       parameter_fault("Index KeySchema does not have the same leading hash key as table KeySchema for index: lsi. "
                       "index hash key: x, table hash key: pk")},
      {{local("lsi", {hash("pk"), range("y")})},
       parameter_fault("Some index key attributes are not defined in AttributeDefinitions. Keys: [pk, y], "
                       "AttributeDefinitions: [pk, sk, x]")},
      {{local("lsi", {hash("pk"), hash("x")})},
       "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
      {{local("lsi", good), local("lsi", good)}, parameter_fault("Duplicate index name: lsi")},
      {{local("ls1", good), local("ls2", good), local("ls3", good), local("ls4", good), local("ls5", good),
        local("ls6", good)},
       parameter_fault("Number of LocalSecondaryIndexes exceeds per-table limit of 5")},
  };
  for (const Row& row : rows) {
    CreateTableRequest request = row.request;
    request.local_secondary_indexes = row.indexes;
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

TEST(CreateTable, Projections) {
  const std::vector<std::string> names{"a", "b"};
  struct Row {
    Projection projection;
    std::string expected;
  };
  const Row rows[] = {
      {{OpenEnum(ProjectionType::Include), names}, ""},
      {{OpenEnum(ProjectionType::KeysOnly), std::nullopt}, ""},
      {{std::nullopt, std::nullopt}, parameter_fault("Unknown ProjectionType: null")},
      {{OpenEnum(ProjectionType::All), names},
       parameter_fault("ProjectionType is ALL, but NonKeyAttributes is specified")},
      {{OpenEnum(ProjectionType::KeysOnly), names},
       parameter_fault("ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified")},
      {{OpenEnum(ProjectionType::Include), std::nullopt},
       parameter_fault("ProjectionType is INCLUDE, but NonKeyAttributes is not specified")},
      {{OpenEnum(ProjectionType::Include), std::vector<std::string>{"a", "b", "a"}},
       parameter_fault("Duplicate element in NonKeyAttributes: a")},
  };
  for (const Row& row : rows) {
    auto request = table();
    request.global_secondary_indexes = {global("gsi", {hash("pk")}, row.projection)};
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

std::vector<std::string> numbered(std::string stem, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(stem + std::to_string(i));
  return names;
}

TEST(CreateTable, ProjectsAtMost100AttributesOverAllIndexes) {
  auto request = table();
  auto& indexes = request.global_secondary_indexes.emplace();
  for (int i = 0; i < 5; ++i)
    indexes.push_back(
        global("gsi" + std::to_string(i), {hash("pk")}, {OpenEnum(ProjectionType::Include), numbered("a", 20)}));
  EXPECT_EQ(fault(validate(request)), "");
  indexes.front().projection->non_key_attributes->push_back("b");
  EXPECT_NE(fault(validate(request)), "");
}

TEST(CreateTable, GlobalIndexes) {
  struct Row {
    std::vector<GlobalSecondaryIndex> indexes;
    std::string expected;
  };
  std::vector<GlobalSecondaryIndex> twenty_one;
  for (const std::string& name : numbered("gsi", 21)) twenty_one.push_back(global(name, {hash("x")}));
  GlobalSecondaryIndex with_throughput = global("gsi", {hash("x")});
  with_throughput.provisioned_throughput = ProvisionedThroughput{1, 1};
  const std::vector<Row> rows = {
      {{global("gsi", {hash("x")})}, ""},
      {{}, parameter_fault("List of GlobalSecondaryIndexes is empty")},
      {{global("sameIndex", {hash("x")}), global("sameIndex", {hash("pk"), range("x")})},
       parameter_fault("Duplicate index name: sameIndex")},
      {{global("gsi", {hash("x"), range("y")})},
       parameter_fault("Some index key attributes are not defined in AttributeDefinitions. Keys: [x, y], "
                       "AttributeDefinitions: [pk, sk, x]")},
      {{global("gsi", {range("x")})}, "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {{global("gsi", {hash("x"), range("x")})},
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
      {twenty_one, parameter_fault("GlobalSecondaryIndex count exceeds the per-table limit of 20")},
      {{with_throughput},
       parameter_fault("ProvisionedThroughput should not be specified for index: gsi when BillingMode is "
                       "PAY_PER_REQUEST")},
      {{global("gsi", {hash("pk")})},
       parameter_fault("Some AttributeDefinitions are not used. AttributeDefinitions: [pk, sk, x], keys used: [pk, "
                       "sk]")},
  };
  for (const Row& row : rows) {
    auto request = sorted_table();
    request.global_secondary_indexes = row.indexes;
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

TEST(CreateTable, AProvisionedTablesIndexesAreProvisioned) {
  auto request = table();
  request.billing_mode = BillingMode::Provisioned;
  request.provisioned_throughput = ProvisionedThroughput{1, 1};
  request.global_secondary_indexes = {global("gsi", {hash("pk")})};
  EXPECT_EQ(fault(validate(request)), parameter_fault("ProvisionedThroughput is not specified for index: gsi"));
  request.global_secondary_indexes->front().provisioned_throughput = ProvisionedThroughput{1, 1};
  EXPECT_EQ(fault(validate(request)), "");
}

TEST(CreateTable, GlobalIndexesMayHaveSeveralKeyAttributes) {
  struct Row {
    Schema schema;
    std::string expected;
  };
  const Row rows[] = {
      {{hash("a"), hash("b"), hash("c"), hash("d"), range("e"), range("f"), range("g"), range("h")}, ""},
      {{hash("a"), range("b"), hash("c")},
       parameter_fault("All HASH key attributes must precede RANGE key attributes in the KeySchema")},
      {{hash("a"), hash("b"), hash("c"), hash("d"), hash("e")},
       parameter_fault("The KeySchema exceeds the maximum allowed number of HASH key attributes")},
      {{hash("a"), range("b"), range("c"), range("d"), range("e"), range("f")},
       parameter_fault("The KeySchema exceeds the maximum allowed number of RANGE key attributes")},
      {{hash("a"), hash("b"), range("a")}, "The KeySchema contains multiple key attributes with the same name"},
  };
  for (const Row& row : rows) {
    Definitions definitions = strings({"pk"});
    if (row.expected.empty())
      definitions = strings({"pk", "a", "b", "c", "d", "e", "f", "g", "h"});
    else
      for (const char* name : {"a", "b", "c", "d", "e", "f"}) definitions.push_back(strings({name}).front());
    auto request = table({hash("pk")}, definitions);
    request.global_secondary_indexes = {global("gsi", row.schema)};
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

TEST(CreateTable, Settings) {
  struct Row {
    std::function<void(CreateTableRequest&)> change;
    std::string expected;
  };
  const Row rows[] = {
      {[](auto& r) { r.table_class = TableClass::StandardInfrequentAccess; }, ""},
      {[](auto& r) { r.table_class = unknown<TableClass>("COLD"); },
       "Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD, "
       "STANDARD_INFREQUENT_ACCESS]."},
      {[](auto& r) {
         r.on_demand_throughput = OnDemandThroughput{std::nullopt, 0};
       },
       parameter_fault("Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range")},
      {[](auto& r) {
         r.billing_mode = BillingMode::Provisioned;
         r.provisioned_throughput = ProvisionedThroughput{1, 1};
         r.on_demand_throughput = OnDemandThroughput{10, 10};
       },
       parameter_fault("MaxReadRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is "
                       "PROVISIONED.")},
      {[](auto& r) {
         r.tags = {Tag{"k", "v"}, Tag{"k", "w"}};
       },
       "Duplicate Tag Keys provided as input: Duplicate Tag Key found k"},
      {[](auto& r) {
         r.stream_specification = StreamSpecification{false, std::nullopt};
       },
       ""},
      {[](auto& r) {
         r.stream_specification = StreamSpecification{false, OpenEnum(StreamViewType::NewImage)};
       },
       parameter_fault("Table is being created with a stream disabled, UpdateViewType should not be specified")},
      {[](auto& r) {
         r.stream_specification = StreamSpecification{true, std::nullopt};
       },
       parameter_fault("Table is being created with a stream enabled, UpdateViewType is required")},
  };
  for (const Row& row : rows) {
    auto request = table();
    row.change(request);
    EXPECT_EQ(fault(validate(request)), row.expected);
  }
}

TEST(CreateTable, AStreamIsEnabledWithItsViewType) {
  auto request = table();
  request.stream_specification = StreamSpecification{true, OpenEnum(StreamViewType::NewImage)};
  EXPECT_TRUE(validate(request));
}

TEST(CreateTable, TheFirstFaultInTheServicesOrderIsReported) {
  CreateTableRequest request = table({hash("a"), range("a")}, strings({"a"}));
  request.provisioned_throughput = ProvisionedThroughput{1, 1};
  request.local_secondary_indexes.emplace();
  request.global_secondary_indexes.emplace();
  EXPECT_TRUE(fault(validate(request)).find("Neither ReadCapacityUnits") != std::string::npos);
  request.provisioned_throughput.reset();
  EXPECT_TRUE(fault(validate(request)).starts_with("Invalid KeySchema: Some index key attribute"));
  request.attribute_definitions = strings({"a", "b"});
  EXPECT_TRUE(fault(validate(request)).starts_with("Both the Hash Key"));
  request.key_schema = Schema{hash("a"), range("b")};
  EXPECT_EQ(fault(validate(request)), parameter_fault("List of LocalSecondaryIndexes is empty"));
  request.local_secondary_indexes.reset();
  EXPECT_EQ(fault(validate(request)), parameter_fault("List of GlobalSecondaryIndexes is empty"));
}

}  // namespace create_table_test
}  // namespace partita::ops
