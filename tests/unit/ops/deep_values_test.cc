// The layer in which an item operation is checked, by the depth of its values.
#include "support.h"

namespace partita::ops {
namespace deep_values_test {

using V = AttributeValue;

PutItemRequest put() { return {.table_name = "abc", .item = AttributeMap{{"pk", "test"}}}; }
UpdateItemRequest update() { return {.table_name = "abc", .key = AttributeMap{{"pk", "test"}}}; }
DeleteItemRequest del() { return {.table_name = "abc", .key = AttributeMap{{"pk", "test"}}}; }

AttributeValue wrapped(int maps) {
  AttributeValue value = V("leaf");
  for (int i = 0; i < maps; ++i) value = V::map({{"n", std::move(value)}});
  return value;
}

constexpr const char* kNesting =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";
constexpr const char* kConditionalOperator = "Member must satisfy enum value set: [OR, AND]";

TEST(DeepValues, UpTo62MapsAreRefusedByTheNewerLayer) {
  PutItemRequest request = put();
  request.expected = {{"a", {.value = wrapped(62)}}, {"b", {.exists = false}}};
  EXPECT_EQ(fault(prepare(request)), enveloped(kNesting));
  request.conditional_operator = unknown<ConditionalOperator>("XOR");
  EXPECT_EQ(fault(prepare(request)), enveloped(kNewConditionalOperator));
  DeleteItemRequest deletion = del();
  deletion.key->set("pk", wrapped(62));
  deletion.return_values = unknown<ReturnValue>("BOGUS");
  EXPECT_EQ(fault(prepare(deletion)), enveloped(kNewReturnValues));
}

TEST(DeepValues, MoreMapsAreRefusedByTheOlderLayer) {
  PutItemRequest request = put();
  request.expected = {{"a", {.value = wrapped(63)}}, {"b", {.exists = false}}};
  EXPECT_EQ(fault(prepare(request)), kNesting);
  request.conditional_operator = unknown<ConditionalOperator>("XOR");
  EXPECT_EQ(fault(prepare(request)), one_fault("'XOR'", "conditionalOperator", kConditionalOperator));

  UpdateItemRequest changing = update();
  changing.attribute_updates = {{"x", {.value = wrapped(63)}}};
  changing.return_values = unknown<ReturnValue>("BOGUS");
  EXPECT_EQ(fault(prepare(changing)), one_fault("'BOGUS'", "returnValues", kReturnValues));

  DeleteItemRequest deletion = del();
  deletion.condition_expression = "d = :deep";
  deletion.expression_attribute_values = AttributeMap{{":deep", wrapped(63)}};
  deletion.return_values = unknown<ReturnValue>("BOGUS");
  EXPECT_EQ(fault(prepare(deletion)), one_fault("'BOGUS'", "returnValues", kReturnValues));
  deletion.return_values = ReturnValue::UpdatedNew;
  EXPECT_EQ(fault(prepare(deletion)), "ReturnValues can only be ALL_OLD or NONE");
  deletion = del();
  deletion.key->set("pk", wrapped(63));
  deletion.return_values = unknown<ReturnValue>("BOGUS");
  EXPECT_EQ(fault(prepare(deletion)), one_fault("'BOGUS'", "returnValues", kReturnValues));
}

}  // namespace deep_values_test
}  // namespace partita::ops
