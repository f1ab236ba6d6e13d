// The reader of schema.json: the tables, templates and access patterns that it makes, and its refusals.
#include <gtest/gtest.h>

#include "modelling/lint/rule.h"
#include "outline_of.h"

namespace partita::modelling {
namespace aws_schema_test {

// A schema of one table with one entity, as YAML, of which JSON is a part.
std::string schema_of(std::string_view entity_parts, std::string_view table_parts = "") {
  return "tables:\n"
         "- table_config: {table_name: Orders, partition_key: pk, sort_key: sk}\n" +
         std::string(table_parts) +
         "  entities:\n"
         "    Order:\n"
         "      entity_type: ORDER\n" +
         std::string(entity_parts);
}

constexpr std::string_view kOrder =
    "      pk_template: 'CUST#{customer}'\n"
    "      sk_template: 'ORDER#{created}#{id}'\n"
    "      fields:\n"
    "      - {name: customer, type: string, required: true}\n"
    "      - {name: id, type: uuid, required: true}\n"
    "      - {name: created, type: string, required: true}\n"
    "      - {name: total, type: decimal, required: true}\n"
    "      - {name: status, type: string, required: false}\n"
    "      - {name: points, type: integer, required: true}\n"
    "      - {name: lines, type: array, item_type: object, required: true}\n";

std::string with_pattern(std::string_view pattern, std::string_view table_parts = "", std::string_view mappings = "") {
  return schema_of(std::string(kOrder) + std::string(mappings) +
                       "      access_patterns:\n      - {pattern_id: 7, name: p, description: d, " +
                       std::string(pattern) + "}\n",
                   table_parts);
}

// The rules that lint finds broken, in the order of its findings.
std::string rules_found(const std::string& text) {
  auto read = read_model_text(text, "s.json");
  if (!read) return read.error().message;
  std::string rules;
  for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read)))))
    rules += std::string(finding.rule->id) + ' ';
  return rules;
}

// The line of the outline that has the pattern, without its number and name, and all notes but the one on entity types.
std::string pattern_line(const std::string& outline) {
  const std::size_t begin = outline.find("  7 p: ");
  if (begin == outline.npos) return outline;
  return outline.substr(begin + 7, outline.find('\n', begin) - begin - 7);
}

constexpr std::string_view kIndexes =
    "  gsi_list:\n"
    "  - {name: by_status, partition_key: status_pk, sort_key: status_sk, projection: KEYS_ONLY}\n"
    "  - {name: by_members, partition_key: [status, customer], sort_key: [total, points]}\n";
constexpr std::string_view kMappings =
    "      gsi_mappings:\n"
    "      - {name: by_status, pk_template: 'STATUS#{status}', sk_template: '{points:06d}'}\n"
    "      - {name: by_members, pk_template: ['{status}', '{customer}'], sk_template: ['{total}', '{points}']}\n";

TEST(AwsSchema, ReadsTablesIndexesAndEntities) {
  EXPECT_EQ(outline_of(schema_of(std::string(kOrder) + std::string(kMappings), kIndexes), "s.json"),
            R"(table Orders: pk S / sk S
  index by_status: status_pk S / status_sk S, keys only
  index by_members: status S + customer S / total N + points N
  entity Order
    customer string, id uuid, created string, total decimal, status? string, points integer, lines list
    key "CUST#{customer}", "ORDER#{created}#{id}"
    in by_status "STATUS#{status}", "{points:06d}", sparse
    in by_members "{status}" + "{customer}", "{total}" + "{points}", sparse
notes
  s.json:1: items do not store an entity_type, so these are left out: ORDER of Order
)");
}

TEST(AwsSchema, MapsParametersToTheKey) {
  struct Case {
    std::string_view pattern, line;
  };
  for (
      const Case& one : {
          Case{"operation: GetItem, return_type: single_entity, consistent_read: true, parameters: [{name: customer, "
               "type: "
               "string}, {name: created, type: string}, {name: id, type: uuid}]",
               "get Order by customer, created, id, consistent"},
          Case{"operation: Query, return_type: entity_list, parameters: [{name: customer, type: string}]",
               "read Order by customer"},
          Case{"operation: Query, return_type: entity_list, range_condition: '>=', parameters: [{name: customer, type: "
               "string}, {name: since, type: string}]",
               "read Order by customer, created >="},
          Case{"operation: Query, return_type: entity_list, range_condition: between, parameters: [{name: customer, "
               "type: "
               "string}, {name: created, type: string}, {name: a, type: uuid}, {name: b, type: uuid}]",
               "read Order by customer, created, id between"},
          Case{"operation: Query, return_type: entity_list, parameters: [{name: customer, type: string}, {name: from, "
               "type: string}, {name: to, type: string}]",
               "read Order by customer, created in a range"},
          Case{"operation: Query, return_type: entity_list, parameters: [{name: who, type: string}]",
               "read Order by customer"},
          Case{"operation: Query, index_name: by_members, range_condition: '<', return_type: entity_list, parameters: "
               "[{name: status, type: string}, {name: customer, type: string}, {name: total, type: decimal}, {name: "
               "most, "
               "type: integer}]",
               "read Order by status, customer, total, points <, in by_members"},
          Case{"operation: Query, return_type: mixed_data, parameters: [{name: customer, type: string}]",
               "read Order by customer, whole partition"},
          Case{
              "operation: Scan, return_type: entity_list, filter_expression: {conditions: [{field: total, operator: "
              "between, param: a, param2: b}, {field: lines, function: size, operator: '>', param: a}, {field: status, "
              "function: attribute_exists}]}, parameters: [{name: a, type: decimal}, {name: b, type: decimal}]",
              "scan Order, filter total between, filter lines size >, filter status exists"},
          Case{"operation: Scan, return_type: entity_list, filter_expression: {conditions: [{field: total, operator: "
               "'>', param: a}, {field: status, function: attribute_not_exists}], logical_operator: OR}, parameters: "
               "[{name: a, type: decimal}]",
               "scan Order, filter total > or status not_exists"},
          Case{"operation: Query, return_type: entity_list, filter_expression: {conditions: [{field: total, operator: "
               "in, "
               "params: [a, b]}]}, parameters: [{name: customer, type: string}, {name: a, type: decimal}, {name: b, "
               "type: "
               "decimal}]",
               "read Order by customer, filter total in"},
          Case{"operation: PutItem, return_type: single_entity, parameters: [{name: o, type: entity, entity_type: "
               "Order}]",
               "put Order"},
          Case{"operation: UpdateItem, return_type: single_entity, parameters: [{name: customer, type: string}, {name: "
               "created, type: string}, {name: id, type: uuid}, {name: status, type: string}]",
               "update Order set status by customer, created, id"},
          Case{"operation: UpdateItem, return_type: single_entity, parameters: [{name: customer, type: string}, {name: "
               "o, "
               "type: entity, entity_type: Order}]",
               "update Order set total, status, points, lines by customer"},
          Case{"operation: DeleteItem, return_type: success_flag, parameters: [{name: customer, type: string}]",
               "delete Order by customer"},
          Case{
              "operation: BatchWriteItem, return_type: void, parameters: [{name: o, type: entity, entity_type: Order}]",
              "batch_write put Order"},
          Case{"operation: BatchGetItem, return_type: entity_list, parameters: [{name: customer, type: string}]",
               "batch_get Order by customer"},
      })
    EXPECT_EQ(pattern_line(outline_of(with_pattern(one.pattern, kIndexes, kMappings), "s.json")), one.line)
        << one.pattern;
}

TEST(AwsSchema, KeepsParametersWithTheirTypes) {
  const auto read = read_model_text(
      with_pattern("operation: Query, return_type: entity_list, parameters: [{name: customer, type: integer}]"),
      "s.json");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->patterns.size(), 1u);
  ASSERT_EQ(read->patterns[0].parameters.size(), 1u);
  EXPECT_EQ(read->patterns[0].parameters[0].name, "customer");
  EXPECT_EQ(read->patterns[0].parameters[0].type, "integer");
  EXPECT_EQ(read->patterns[0].id, "7");
  EXPECT_EQ(read->patterns[0].description, "d");
}

TEST(AwsSchema, TurnsPythonsFormatsIntoOurs) {
  struct Case {
    std::string_view written, kept;
    bool noted;
  };
  for (const Case& one :
       {Case{"{points:05d}", "{points:05d}", false}, Case{"{points:012}", "{points:012d}", false},
        Case{"{points:d}", "{points}", false}, Case{"{total:.2f}", "{total:.2f}", true},
        Case{"{points:>8}", "{points:>8}", true}, Case{"{points:5d}#{id}", "{points:5d}#{id}", true}}) {
    std::string text = schema_of(kOrder);
    const std::string_view before = "ORDER#{created}#{id}";
    text.replace(text.find(before), before.size(), one.written);
    const std::string shown = outline_of(text, "s.json");
    EXPECT_NE(shown.find("\"" + std::string(one.kept) + "\""), shown.npos) << shown;
    EXPECT_EQ(shown.find("has no counterpart") != shown.npos, one.noted) << shown;
  }
}

// Generators want a field for each key attribute, even if a template makes its value.
TEST(AwsSchema, LeavesOutFieldsThatTemplatesMake) {
  const std::string text = schema_of(
      "      pk_template: '{shop}'\n"
      "      sk_template: 'MENU#{category}#{id}'\n"
      "      fields: [{name: shop, type: string, required: true}, {name: sk, type: string, required: true}, {name: "
      "category, type: string, required: true}, {name: id, type: string, required: true}]\n"
      "      gsi_mappings: [{name: by_city, pk_template: '{category}', sk_template: '{sk}'}]\n"
      "      access_patterns: [{pattern_id: 7, name: p, description: d, operation: DeleteItem, return_type: void, "
      "parameters: [{name: shop, type: string}, {name: sk, type: string}]}]\n",
      "  gsi_list: [{name: by_city, partition_key: category, sort_key: sk}]\n");
  const std::string shown = outline_of(text, "s.json");
  EXPECT_NE(shown.find("    shop string, category string, id string\n"), shown.npos) << shown;
  EXPECT_NE(shown.find("in by_city \"{category}\", \"MENU#{category}#{id}\"\n"), shown.npos) << shown;
  EXPECT_EQ(pattern_line(shown), "delete Order by shop, category, id");
}

TEST(AwsSchema, ReadsTransactionsOverTables) {
  const std::string text =
      "tables:\n"
      "- table_config: {table_name: Users, partition_key: pk}\n"
      "  entities: {User: {entity_type: U, pk_template: 'U#{id}', fields: [{name: id, type: string, required: true}, "
      "{name: email, type: string, required: true}]}}\n"
      "- table_config: {table_name: Emails, partition_key: pk}\n"
      "  entities: {Email: {entity_type: E, pk_template: 'E#{email}', fields: [{name: email, type: string, required: "
      "true}]}}\n"
      "cross_table_access_patterns:\n"
      "- {pattern_id: 7, name: p, description: d, operation: TransactWrite, return_type: boolean, parameters: [{name: "
      "id, "
      "type: string}, {name: email, type: string}], entities_involved: [{table: Users, entity: User, action: Update, "
      "condition: attribute_exists(pk)}, {table: Emails, entity: Email, action: Put, condition: "
      "attribute_not_exists(pk)}, {table: Emails, entity: Email, action: ConditionCheck}, {table: Emails, entity: "
      "Email, "
      "action: Delete}]}\n";
  EXPECT_EQ(pattern_line(outline_of(text, "s.json")),
            "transact_write update User set email if attribute_exists(pk); create Email; check Email; delete Email by "
            "id, email");
}

TEST(AwsSchema, TransactionsAreGivenTheKeysOfAllTheirItems) {
  const std::string text =
      "tables:\n"
      "- table_config: {table_name: Boats, partition_key: pk}\n"
      "  entities: {Boat: {entity_type: B, pk_template: 'B#{hull}', fields: [{name: hull, type: string, required: "
      "true}]}}\n"
      "- table_config: {table_name: Berths, partition_key: pk}\n"
      "  entities: {Berth: {entity_type: T, pk_template: 'T#{pier}', fields: [{name: pier, type: string, required: "
      "true}]}}\n"
      "cross_table_access_patterns:\n"
      "- {pattern_id: 7, name: p, description: d, operation: TransactGet, return_type: object, parameters: [{name: "
      "hull, type: string}, {name: pier, type: string}], entities_involved: [{table: Boats, entity: Boat, action: "
      "Get}, {table: Berths, entity: Berth, action: Get}]}\n";
  EXPECT_EQ(pattern_line(outline_of(text, "s.json")), "transact_get Boat, Berth by hull, pier");
  EXPECT_EQ(rules_found(text), "");
}

TEST(AwsSchema, RefusesWhatIsWrongInForm) {
  struct Case {
    std::string text, message;
  };
  const std::string read = "operation: Query, return_type: entity_list";
  for (const Case& one : {
           Case{schema_of("      pk_template: a\n      fields: []\n"),
                "s.json:7: the entity Order needs at least one field"},
           Case{schema_of("      fields: [{name: a, type: strng, required: true}]\n      pk_template: a\n"),
                "s.json:6: there is no type of fields 'strng'; did you mean 'string'?"},
           Case{schema_of("      fields: [{name: a, type: string, requred: true}]\n      pk_template: a\n"),
                "s.json:6: a field of Order has no member 'requred'; did you mean 'required'?"},
           Case{schema_of("      fields: [{name: a, type: array, required: true}]\n      pk_template: a\n"),
                "s.json:6: the array a of Order needs an item_type"},
           Case{with_pattern("operation: GetItm, return_type: single_entity"),
                "s.json:17: there is no operation 'GetItm'; did you mean 'GetItem'?"},
           Case{with_pattern("operation: GetItem, return_type: entity"),
                "s.json:17: there is no return_type 'entity'; it is one of single_entity, entity_list, success_flag, "
                "mixed_data, void"},
           Case{with_pattern(read + ", index_name: by_stats", kIndexes, kMappings),
                "s.json:23: p reads the index 'by_stats', which Orders does not have; did you mean 'by_status'?"},
           Case{with_pattern("operation: GetItem, return_type: single_entity, range_condition: '>'"),
                "s.json:17: p is a GetItem, and only a Query has a range_condition; remove it or change the operation"},
           Case{with_pattern(read + ", parameters: [{name: a, type: entity, entity_type: Ordr}]"),
                "s.json:17: there is no entity 'Ordr'; did you mean 'Order'?"},
           Case{with_pattern(read + ", filter_expression: {conditions: [{field: total, operator: equals, param: a}]}"),
                "s.json:17: there is no filter operator 'equals'; it is one of =, <>, <, <=, >, >=, between, in"},
           Case{with_pattern(read + ", filter_expression: {conditions: [{field: total, operator: between, param: a}]}, "
                                    "parameters: [{name: a, type: decimal}]"),
                "s.json:17: a filter condition needs a member 'param2'"},
           Case{with_pattern(read + ", filter_expression: {conditions: []}"),
                "s.json:17: filter_expression needs at least one condition"},
           Case{schema_of(kOrder, "  gsi_list: [{name: i, partition_key: []}]\n"),
                "s.json:3: partition_key of the index i has 0 elements; it takes 1 to 4"},
           Case{schema_of(kOrder, "  gsi_list: [{name: i, partition_key: a, projection: INCLUDE}]\n"),
                "s.json:3: the index i has the projection INCLUDE; it needs included_attributes"},
           Case{schema_of(std::string(kOrder) + "      gsi_mappings: [{name: by_members, pk_template: '{status}'}]\n",
                          kIndexes),
                "s.json:19: pk_template has 1 templates for the 2 attributes status, customer; each attribute needs "
                "one"},
           Case{schema_of(std::string(kOrder) + "      gsi_mappings: [{name: by_state, pk_template: '{status}'}]\n",
                          kIndexes),
                "s.json:19: Order is mapped to the index 'by_state', which gsi_list of Orders does not have; did you "
                "mean "
                "'by_status'?"},
           Case{"tables: [{table_config: {table_name: a, partition_key: b}}]",
                "s.json:1: the table a needs a member 'entities'"},
       })
    EXPECT_EQ(outline_of(one.text, "s.json"), one.message);
}

TEST(AwsSchema, RefusesPutsOfAnotherEntity) {
  const std::string text =
      schema_of(std::string(kOrder) +
                "      access_patterns: [{pattern_id: 1, name: put_order, description: d, operation: "
                "PutItem, return_type: void, parameters: [{name: x, type: entity, entity_type: "
                "Line}]}]\n    Line: {entity_type: LINE, pk_template: a, fields: [{name: a, type: "
                "string, required: true}]}\n");
  EXPECT_EQ(
      outline_of(text, "s.json"),
      "s.json:16: put_order puts a Order, but its parameter x is a Line; give it a parameter of Order, or move the "
      "pattern to Line");
}

TEST(AwsSchema, WantsEachIdAndNameOnce) {
  const std::string pattern = "{pattern_id: 7, name: p, description: d, operation: Query, return_type: void}";
  EXPECT_EQ(outline_of(schema_of(std::string(kOrder) + "      access_patterns:\n      - " + pattern + "\n      - " +
                                 pattern + "\n"),
                       "s.json"),
            "s.json:18: the pattern_id 7 is here and in line 17; all patterns of the file need different ones");
  const std::string table =
      "- {table_config: {table_name: a, partition_key: b}, entities: {E: {entity_type: e, pk_template: x, fields: "
      "[{name: "
      "b, type: string, required: true}]}}}\n";
  EXPECT_EQ(outline_of("tables:\n" + table + table, "s.json"),
            "s.json:3: the table a is here and in line 2; give one of them another name");
}

}  // namespace aws_schema_test
}  // namespace partita::modelling
