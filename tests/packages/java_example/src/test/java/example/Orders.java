package example;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The requests of the tests. */
final class Orders {
  static final CreateTableRequest TABLE = CreateTableRequest.builder()
      .tableName("orders")
      .billingMode(BillingMode.PAY_PER_REQUEST)
      .attributeDefinitions(AttributeDefinition.builder().attributeName("id").attributeType(ScalarAttributeType.S).build())
      .keySchema(KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
      .streamSpecification(stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE))
      .build();
  static final ScanRequest SCAN = ScanRequest.builder().tableName("orders").build();

  private Orders() {}

  static Map<String, AttributeValue> item(String id) {
    return Map.of("id", AttributeValue.fromS(id));
  }

  static PutItemRequest put(String id) {
    return PutItemRequest.builder().tableName("orders").item(item(id)).build();
  }
}
