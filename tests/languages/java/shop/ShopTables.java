package shop;

import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The requests that create the tables, without their names. */
final class ShopTables {
  private ShopTables() {}

  static CreateTableRequest shop() {
    return CreateTableRequest.builder()
        .attributeDefinitions(
            text("PK"),
            text("SK"),
            text("GSI1PK"),
            text("GSI1SK"),
            text("GSI2PK"),
            text("GSI2SK"),
            text("GSI3PK"),
            text("GSI3SK"))
        .keySchema(key("PK", KeyType.HASH), key("SK", KeyType.RANGE))
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .globalSecondaryIndexes(
            index("by_status", "GSI1PK", "GSI1SK", all()),
            index("by_day", "GSI2PK", "GSI2SK", all()),
            index("open_orders", "GSI3PK", "GSI3SK", including("cents", "status")))
        .build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static Projection all() {
    return Projection.builder().projectionType(ProjectionType.ALL).build();
  }

  private static Projection including(String... attributes) {
    return Projection.builder()
        .projectionType(ProjectionType.INCLUDE)
        .nonKeyAttributes(attributes)
        .build();
  }

  private static GlobalSecondaryIndex index(
      String name, String partition, String sort, Projection projection) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key(partition, KeyType.HASH), key(sort, KeyType.RANGE))
        .projection(projection)
        .build();
  }
}
