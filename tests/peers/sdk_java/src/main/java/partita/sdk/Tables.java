package partita.sdk;

import static partita.sdk.Checks.expectEqual;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** Small tables with the key pk and an attribute state. */
record Tables(DynamoDbClient client, DynamoDbWaiter waiter) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  static final AttributeDefinition ATTRIBUTE =
      AttributeDefinition.builder().attributeName("pk").attributeType(ScalarAttributeType.S).build();
  static final KeySchemaElement KEY = KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build();

  void create(String name) {
    client.createTable(
        table ->
            table
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(ATTRIBUTE)
                .keySchema(KEY));
    waitUntilActive(name);
  }

  void waitUntilActive(String name) {
    waiter.waitUntilTableExists(wait -> wait.tableName(name));
  }

  void delete(String... names) {
    for (String name : names) client.deleteTable(table -> table.tableName(name));
  }

  static Map<String, AttributeValue> item(String key, String state) {
    return Map.of("pk", AttributeValue.fromS(key), "state", AttributeValue.fromS(state));
  }

  void put(String table, String key, String state) {
    client.putItem(put -> put.tableName(table).item(item(key, state)));
  }

  /** All items of a small table. */
  Set<Map<String, AttributeValue>> items(String table) {
    List<Map<String, AttributeValue>> all = client.scan(scan -> scan.tableName(table).consistentRead(true)).items();
    Set<Map<String, AttributeValue>> different = all.stream().collect(Collectors.toSet());
    expectEqual(different.size(), all.size());
    return different;
  }

  void enableRecovery(String table, int days) {
    PointInTimeRecoveryStatus status =
        client
            .updateContinuousBackups(
                update ->
                    update
                        .tableName(table)
                        .pointInTimeRecoverySpecification(
                            recovery -> recovery.pointInTimeRecoveryEnabled(true).recoveryPeriodInDays(days)))
            .continuousBackupsDescription()
            .pointInTimeRecoveryDescription()
            .pointInTimeRecoveryStatus();
    expectEqual(status, PointInTimeRecoveryStatus.ENABLED);
  }

  /** Asks until the status is not one of work that goes on. */
  static <D> D ended(Supplier<D> describe, Function<D, String> status) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      D description = describe.get();
      if (!Set.of("IN_PROGRESS", "CANCELLING").contains(status.apply(description))) return description;
      if (System.nanoTime() > until) throw new Checks.Failure("it goes on: " + description);
    }
  }
}
