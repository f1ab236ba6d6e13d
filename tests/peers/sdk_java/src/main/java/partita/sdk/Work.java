package partita.sdk;

import static partita.sdk.Checks.expect;
import static partita.sdk.Checks.expectEqual;
import static partita.sdk.Checks.expectThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** The work of programs with a table. */
final class Work {
  private static final String TABLE = "paints";
  private static final String INDEX = "by_color";

  private final Endpoint endpoint;
  private final DynamoDbClient client;
  private final DynamoDbWaiter waiter;

  Work(Endpoint endpoint) {
    this.endpoint = endpoint;
    client = endpoint.builder(Endpoint.GOOD).build();
    WaiterOverrideConfiguration brief =
        WaiterOverrideConfiguration.builder()
            .maxAttempts(100)
            .backoffStrategyV2(BackoffStrategy.fixedDelayWithoutJitter(Duration.ofMillis(50)))
            .build();
    waiter = DynamoDbWaiter.builder().client(client).overrideConfiguration(brief).build();
  }

  /** Further tables of the same client. */
  Tables tables() {
    return new Tables(client, waiter);
  }

  void checkAll(Checks checks) {
    checks.check("CreateTable with an index and a stream, and the waiter", this::createTable);
    checks.check("PutItem and GetItem: every type of attribute", this::checkTypes);
    checks.check("PutItem: a failed condition, with the item", this::checkCondition);
    checks.check("UpdateItem", this::checkUpdate);
    checks.check("BatchWriteItem of 25 items", this::checkBatch);
    checks.check("Query of an index by the paginator", this::checkQuery);
    checks.check("Scan by the paginator", this::checkScan);
    checks.check("TransactWriteItems: the reasons of a cancellation", this::checkTransaction);
    checks.check("ExecuteStatement", this::checkStatement);
    checks.check("the records of the stream", this::checkStream);
    checks.check("a request and an answer in gzip", this::checkGzip);
    checks.check("DeleteTable and the waiter", this::deleteTable);
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  private static AttributeValue number(String value) {
    return AttributeValue.fromN(value);
  }

  private static AttributeValue binary(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < bytes.length; ++i) all[i] = (byte) bytes[i];
    return AttributeValue.fromB(SdkBytes.fromByteArray(all));
  }

  private static Map<String, AttributeValue> key(String shelf, int place) {
    return Map.of("shelf", text(shelf), "place", number("" + place));
  }

  private static Map<String, AttributeValue> paint(String shelf, int place, String color) {
    return Map.of("shelf", text(shelf), "place", number("" + place), "color", text(color));
  }

  private void put(Map<String, AttributeValue> item) {
    client.putItem(put -> put.tableName(TABLE).item(item));
  }

  private GetItemResponse get(Map<String, AttributeValue> key) {
    return client.getItem(get -> get.tableName(TABLE).key(key).consistentRead(true));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static List<KeySchemaElement> schema(String partition, String sort) {
    return List.of(
        KeySchemaElement.builder().attributeName(partition).keyType(KeyType.HASH).build(),
        KeySchemaElement.builder().attributeName(sort).keyType(KeyType.RANGE).build());
  }

  private void createTable() {
    client.createTable(
        table ->
            table
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    attribute("shelf", ScalarAttributeType.S),
                    attribute("place", ScalarAttributeType.N),
                    attribute("color", ScalarAttributeType.S))
                .keySchema(schema("shelf", "place"))
                .globalSecondaryIndexes(
                    GlobalSecondaryIndex.builder()
                        .indexName(INDEX)
                        .keySchema(schema("color", "place"))
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))
                        .build())
                .streamSpecification(
                    stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    TableDescription table =
        waiter.waitUntilTableExists(wait -> wait.tableName(TABLE)).matched().response().orElseThrow().table();
    expectEqual(table.tableStatus(), TableStatus.ACTIVE);
    expectEqual(table.globalSecondaryIndexes().get(0).indexStatus(), IndexStatus.ACTIVE);
  }

  private void checkTypes() {
    Map<String, AttributeValue> item = new HashMap<>(key("types", 1));
    item.put("empty text", text(""));
    item.put("text", text("naïve 🎨 \"quoted\"\n\0"));
    item.put("whole", number("99999999999999999999999999999999999999"));
    item.put("fraction", number("-0.12345678901234567890123456789012345678"));
    item.put("large", number("1" + "0".repeat(125)));
    item.put("small", number("-0." + "0".repeat(129) + "1"));
    item.put("empty binary", binary());
    item.put("binary", binary(0, 1, 127, 128, 255));
    item.put("truth", AttributeValue.fromBool(true));
    item.put("untruth", AttributeValue.fromBool(false));
    item.put("nothing", AttributeValue.fromNul(true));
    item.put("texts", AttributeValue.fromSs(List.of("a", "b")));
    item.put("numbers", AttributeValue.fromNs(List.of("-1", "2.5", "10")));
    item.put("binaries", AttributeValue.fromBs(List.of(binary(0).b(), binary(255).b())));
    item.put("empty list", AttributeValue.fromL(List.of()));
    item.put("empty map", AttributeValue.fromM(Map.of()));
    item.put("list", AttributeValue.fromL(List.of(text("x"), number("1"))));
    item.put("map of a list", AttributeValue.fromM(Map.of("inner", AttributeValue.fromL(List.of(text("deep"))))));
    put(item);
    expectEqual(get(key("types", 1)).item(), item);
  }

  private void checkCondition() {
    put(paint("conditions", 1, "red"));
    ConditionalCheckFailedException refused =
        expectThrows(
            ConditionalCheckFailedException.class,
            () ->
                client.putItem(
                    put ->
                        put.tableName(TABLE)
                            .item(paint("conditions", 1, "blue"))
                            .conditionExpression("attribute_not_exists(shelf)")
                            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)));
    expectEqual(refused.awsErrorDetails().errorMessage(), "The conditional request failed");
    expectEqual(refused.item(), paint("conditions", 1, "red"));
  }

  private void checkUpdate() {
    put(paint("updates", 1, "red"));
    UpdateItemResponse answer =
        client.updateItem(
            update ->
                update
                    .tableName(TABLE)
                    .key(key("updates", 1))
                    .updateExpression("SET #c = :c, liters = if_not_exists(liters, :zero) + :l")
                    .expressionAttributeNames(Map.of("#c", "color"))
                    .expressionAttributeValues(Map.of(":c", text("green"), ":zero", number("0"), ":l", number("2.5")))
                    .returnValues(ReturnValue.UPDATED_NEW));
    expectEqual(answer.attributes(), Map.of("color", text("green"), "liters", number("2.5")));
  }

  private void checkBatch() {
    List<WriteRequest> writes =
        IntStream.range(0, 25)
            .mapToObj(place -> paint("batch", place, "white"))
            .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
            .toList();
    BatchWriteItemResponse answer = client.batchWriteItem(batch -> batch.requestItems(Map.of(TABLE, writes)));
    expectEqual(answer.unprocessedItems(), Map.of());
  }

  private void checkQuery() {
    int pages = 0;
    int place = 0;
    for (QueryResponse page :
        client.queryPaginator(
            query ->
                query
                    .tableName(TABLE)
                    .indexName(INDEX)
                    .keyConditionExpression("color = :c")
                    .expressionAttributeValues(Map.of(":c", text("white")))
                    .limit(7))) {
      ++pages;
      for (Map<String, AttributeValue> item : page.items()) expectEqual(item, paint("batch", place++, "white"));
    }
    expectEqual(List.of(pages, place), List.of(4, 25));
  }

  private void checkScan() {
    expectEqual(client.scanPaginator(scan -> scan.tableName(TABLE).limit(10)).items().stream().count(), 28L);
  }

  private void checkTransaction() {
    TransactWriteItem put =
        TransactWriteItem.builder().put(one -> one.tableName(TABLE).item(paint("transaction", 1, "red"))).build();
    TransactWriteItem check =
        TransactWriteItem.builder()
            .conditionCheck(
                one ->
                    one.tableName(TABLE)
                        .key(key("updates", 1))
                        .conditionExpression("liters > :l")
                        .expressionAttributeValues(Map.of(":l", number("3")))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
            .build();
    TransactionCanceledException canceled =
        expectThrows(
            TransactionCanceledException.class,
            () -> client.transactWriteItems(transaction -> transaction.transactItems(put, check)));
    List<CancellationReason> reasons = canceled.cancellationReasons();
    expectEqual(reasons.stream().map(CancellationReason::code).toList(), List.of("None", "ConditionalCheckFailed"));
    expectEqual(reasons.get(1).message(), "The conditional request failed");
    expectEqual(reasons.get(1).item().get("liters"), number("2.5"));
    expect(!get(key("transaction", 1)).hasItem(), "the transaction left an item");
  }

  private void checkStatement() {
    List<Map<String, AttributeValue>> items =
        client
            .executeStatement(
                statement ->
                    statement
                        .statement("SELECT place, color FROM paints WHERE shelf = ? AND place IN [?, ?]")
                        .parameters(text("batch"), number("3"), number("4")))
            .items();
    expectEqual(items, List.of(
        Map.of("place", number("3"), "color", text("white")), Map.of("place", number("4"), "color", text("white"))));
  }

  private void checkStream() {
    client.deleteItem(delete -> delete.tableName(TABLE).key(key("updates", 1)));
    String stream = client.describeTable(table -> table.tableName(TABLE)).table().latestStreamArn();
    List<Record> records = new ArrayList<>();
    try (DynamoDbStreamsClient streams = endpoint.lead(DynamoDbStreamsClient.builder(), Endpoint.GOOD).build()) {
      for (Shard shard : streams.describeStream(one -> one.streamArn(stream)).streamDescription().shards()) {
        String iterator =
            streams
                .getShardIterator(
                    one ->
                        one.streamArn(stream)
                            .shardId(shard.shardId())
                            .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator();
        records.addAll(streams.getRecords(one -> one.shardIterator(iterator)).records());
      }
    }
    records.removeIf(record -> !record.dynamodb().keys().equals(key("updates", 1)));
    expectEqual(records.stream().map(Record::eventName).toList(),
        List.of(OperationType.INSERT, OperationType.MODIFY, OperationType.REMOVE));
    expectEqual(records.get(1).dynamodb().oldImage(), paint("updates", 1, "red"));
    expectEqual(records.get(1).dynamodb().newImage().get("color"), text("green"));
  }

  // The SDK compresses the requests of some services only, so an interceptor does it here.
  private void checkGzip() {
    Map<String, AttributeValue> large = paint("gzip", 1, String.join("", Collections.nCopies(500, "blue")));
    try (DynamoDbClient zipping =
        endpoint.builder(Endpoint.GOOD).overrideConfiguration(one -> one.addExecutionInterceptor(new Gzip())).build()) {
      zipping.putItem(put -> put.tableName(TABLE).item(large));
      GetItemResponse answer =
          zipping.getItem(
              get ->
                  get.tableName(TABLE)
                      .key(key("gzip", 1))
                      .overrideConfiguration(one -> one.putHeader("Accept-Encoding", "gzip")));
      expectEqual(answer.item(), large);
      expectEqual(answer.sdkHttpResponse().firstMatchingHeader("Content-Encoding").orElse("none"), "gzip");
    }
  }

  private void deleteTable() {
    client.deleteTable(table -> table.tableName(TABLE));
    waiter.waitUntilTableNotExists(wait -> wait.tableName(TABLE));
    expectThrows(ResourceNotFoundException.class, () -> client.describeTable(table -> table.tableName(TABLE)));
  }
}
