package partita.kinesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A table with a stream. */
final class Table {
  private static final KeySchemaElement KEY =
      KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build();
  private static final AttributeDefinition KEY_TYPE =
      AttributeDefinition.builder().attributeName("pk").attributeType(ScalarAttributeType.S).build();

  private final Endpoint endpoint;
  private final DynamoDbClient database;
  private final DynamoDbStreamsClient streams;
  private final String name;
  private final String stream;

  Table(Endpoint endpoint, String name) {
    this.endpoint = endpoint;
    this.name = name;
    database = endpoint.client(DynamoDbClient.builder());
    streams = endpoint.client(DynamoDbStreamsClient.builder());
    stream =
        database
            .createTable(
                table ->
                    table
                        .tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(KEY)
                        .attributeDefinitions(KEY_TYPE)
                        .streamSpecification(
                            stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)))
            .tableDescription()
            .latestStreamArn();
  }

  String name() {
    return name;
  }

  String stream() {
    return stream;
  }

  void put(String key, int number) {
    Map<String, AttributeValue> item = Map.of("pk", AttributeValue.fromS(key), "n", AttributeValue.fromN("" + number));
    database.putItem(put -> put.tableName(name).item(item));
  }

  void roll() throws Exception {
    endpoint.sendOwn("RollStream", "{\"TableName\": \"" + name + "\"}");
  }

  void disableStream() {
    database.updateTable(table -> table.tableName(name).streamSpecification(stream -> stream.streamEnabled(false)));
  }

  /** All shards, read in small pages. */
  List<Shard> shards() {
    List<Shard> shards = new ArrayList<>();
    String[] last = {null};
    do {
      DescribeStreamResponse page =
          streams.describeStream(one -> one.streamArn(stream).limit(2).exclusiveStartShardId(last[0]));
      shards.addAll(page.streamDescription().shards());
      last[0] = page.streamDescription().lastEvaluatedShardId();
    } while (last[0] != null);
    return shards;
  }
}
