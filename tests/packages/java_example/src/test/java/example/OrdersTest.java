package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import partita.junit.FaultRule;
import partita.junit.PartitaAccount;
import partita.junit.PartitaException;
import partita.junit.PartitaServer;
import partita.junit.PartitaTest;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The promises of the extension's README: tests apart from each other, also in parallel, faults, streams. */
@PartitaTest
class OrdersTest {
  private static final Set<String> ACCOUNTS = ConcurrentHashMap.newKeySet();
  private static final CyclicBarrier BOTH = new CyclicBarrier(2);

  @BeforeEach
  void createTable(DynamoDbClient client) {
    client.createTable(Orders.TABLE);
  }

  @AfterEach
  void theAccountIsThereUntilTheEnd(DynamoDbClient client, PartitaAccount account) {
    assertTrue(client.listTables().tableNames().contains("orders"), account::toString);
  }

  @RepeatedTest(50)
  void eachTestHasItsOwnTable(DynamoDbClient client, PartitaAccount account) {
    assertTrue(ACCOUNTS.add(account.id()), account.id());
    assertEquals(List.of(), client.scan(Orders.SCAN).items());
    client.putItem(Orders.put(account.id()));
    assertEquals(List.of(Orders.item(account.id())), client.scan(Orders.SCAN).items());
  }

  /** The two tests wait for each other, so both tables are there at once. */
  @ParameterizedTest
  @ValueSource(strings = {"one", "other"})
  void parallelTestsHaveTablesOfOneName(String id, DynamoDbClient client) throws Exception {
    client.putItem(Orders.put(id));
    BOTH.await(60, TimeUnit.SECONDS);
    assertEquals(List.of(Orders.item(id)), client.scan(Orders.SCAN).items());
  }

  @Test
  void theParametersOfATestHaveOneAccount(
      DynamoDbClient client, DynamoDbClient again, DynamoDbAsyncClient async, PartitaAccount account, PartitaServer server) throws Exception {
    assertSame(client, again);
    assertEquals(server.endpoint(), account.endpoint());
    async.putItem(Orders.put("1")).get();
    assertEquals(List.of(Orders.item("1")), client.scan(Orders.SCAN).items());
    try (DynamoDbClient own = account.client(DynamoDbClient.class);
        DynamoDbClient built = account.configure(DynamoDbClient.builder()).build();
        DynamoDbClient other = server.account().client(DynamoDbClient.class)) {
      assertEquals(List.of("orders"), own.listTables().tableNames());
      assertEquals(List.of("orders"), built.listTables().tableNames());
      assertEquals(List.of(), other.listTables().tableNames());
    }
  }

  @Test
  void itemsExpireByTheClockOfTheTest(DynamoDbClient client, PartitaAccount account) {
    client.updateTimeToLive(
        update -> update.tableName("orders").timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("expires")));
    for (int hours : new int[] {1, 10}) {
      String expires = String.valueOf(System.currentTimeMillis() / 1000 + hours * 3600L);
      client.putItem(put -> put.tableName("orders")
          .item(Map.of("id", AttributeValue.fromS("after " + hours), "expires", AttributeValue.fromN(expires))));
    }
    account.advanceClock(Duration.ofHours(2));
    assertEquals("after 10", client.scan(Orders.SCAN).items().get(0).get("id").s());
    assertEquals(1, client.scan(Orders.SCAN).count());
    account.advanceClock(Duration.ofHours(10));
    assertEquals(0, client.scan(Orders.SCAN).count());
  }

  @Test
  void faultsAreOfOneTest(DynamoDbClient client, PartitaAccount account) {
    account.faults(FaultRule.on("PutItem").key("id", "S", "hot \"é\uD83D\uDE00\"").error("TransactionConflictException").message("a \"text\"\n"));
    client.putItem(Orders.put("cold"));
    TransactionConflictException error =
        assertThrows(TransactionConflictException.class, () -> client.putItem(Orders.put("hot \"é\uD83D\uDE00\"")));
    assertEquals("a \"text\"\n", error.awsErrorDetails().errorMessage());
    account.faults();
    client.putItem(Orders.put("hot \"é\uD83D\uDE00\""));
  }

  @Test
  void allMembersOfARuleReachTheServer(DynamoDbClient client, PartitaAccount account) {
    account.faults(7,
        FaultRule.on("writes").table("orders").skip(1).probability(0.5).count(2).afterTheCall().delay(Duration.ofMillis(1))
            .error("InternalServerError"),
        FaultRule.on().unprocessed(0.5), FaultRule.on("GetItem").cutConnection());
    client.putItem(Orders.put("1"));
    PartitaException error = assertThrows(PartitaException.class, () -> account.faults(FaultRule.on("PutIem").error("InternalServerError")));
    assertTrue(error.getMessage().contains("PutIem"), error.getMessage());
  }

  @Test
  void changesAreInTheStream(DynamoDbClient client, DynamoDbStreamsClient streams, DynamoDbStreamsAsyncClient async) throws Exception {
    client.putItem(Orders.put("1"));
    String arn = client.describeTable(request -> request.tableName("orders")).table().latestStreamArn();
    String shard = streams.describeStream(request -> request.streamArn(arn)).streamDescription().shards().get(0).shardId();
    String iterator = async.getShardIterator(
        request -> request.streamArn(arn).shardId(shard).shardIteratorType(ShardIteratorType.TRIM_HORIZON)).get().shardIterator();
    assertEquals(Orders.item("1"), streams.getRecords(request -> request.shardIterator(iterator)).records().get(0).dynamodb().newImage());
  }

  @DynamoDbBean
  public static class Order {
    private String id;

    @DynamoDbPartitionKey
    public String getId() {
      return id;
    }

    public void setId(String id) {
      this.id = id;
    }
  }

  @Test
  void enhancedClientsUseTheSameAccount(DynamoDbEnhancedClient enhanced, DynamoDbEnhancedAsyncClient async, DynamoDbClient client) {
    Order order = new Order();
    order.setId("1");
    enhanced.table("orders", TableSchema.fromBean(Order.class)).putItem(order);
    order.setId("2");
    async.table("orders", TableSchema.fromBean(Order.class)).putItem(order).join();
    assertEquals(2, client.scan(Orders.SCAN).count());
  }

  @Nested
  class AfterAnOrder {
    private String account;

    @BeforeEach
    void putOrder(DynamoDbClient client, PartitaAccount account) {
      this.account = account.id();
      client.putItem(Orders.put("1"));
    }

    @RepeatedTest(2)
    void theNestedTestHasTheTablesOfBoth(DynamoDbClient client, PartitaAccount account) {
      assertEquals(this.account, account.id());
      assertEquals(List.of(Orders.item("1")), client.scan(Orders.SCAN).items());
      assertThrows(DynamoDbException.class, () -> createTable(client));
    }
  }

  @Test
  void accountsOfOneServerDiffer(PartitaServer server) {
    assertNotEquals(server.account().id(), server.account().id());
    assertThrows(IllegalArgumentException.class, () -> server.account("1", "us-east-1"));
  }
}
