package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import partita.junit.PartitaAccount;
import partita.junit.PartitaServer;
import partita.junit.PartitaTest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Runs of other classes of tests, and the things that they leave behind. Those classes name them in static members. */
@Execution(ExecutionMode.SAME_THREAD)
class RunsTest {
  private static EngineExecutionResults run(Class<?> tests, Map<String, String> settings) {
    return EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests)).configurationParameters(settings).execute();
  }

  /** The texts of all failures, with those of their causes. */
  private static String failures(EngineExecutionResults results) {
    StringBuilder out = new StringBuilder();
    results.allEvents().failed().stream().forEach(event -> {
      var result = event.getRequiredPayload(TestExecutionResult.class);
      for (Throwable at = result.getThrowable().orElseThrow(); at != null; at = at.getCause()) out.append(at.getMessage()).append('\n');
    });
    return out.toString();
  }

  @PartitaTest
  static class Leaves {
    static PartitaAccount account;
    static DynamoDbClient client;

    @Test
    void createTable(DynamoDbClient client, PartitaAccount account) {
      Leaves.client = client;
      Leaves.account = account;
      client.createTable(Orders.TABLE);
    }
  }

  @Test
  void theAccountIsForgottenAndItsClientsAreClosed() {
    try (PartitaServer server = PartitaServer.start()) {
      // Without the admin socket the tables stay, which shows that the assertions on the second run can fail.
      assertEquals("", failures(run(Leaves.class, Map.of("partita.endpoint", server.endpoint().toString()))));
      try (DynamoDbClient look = Leaves.account.client(DynamoDbClient.class)) {
        assertEquals(List.of("orders"), look.listTables().tableNames());
      }
      assertThrows(IllegalStateException.class, () -> Leaves.client.listTables());
      String socket = server.adminSocket().orElseThrow().toString();
      Map<String, String> place = Map.of("partita.endpoint", server.endpoint().toString(), "partita.admin-socket", socket);
      assertEquals("", failures(run(Leaves.class, place)));
      try (DynamoDbClient look = Leaves.account.client(DynamoDbClient.class)) {
        assertEquals(server.endpoint(), Leaves.account.endpoint());
        assertEquals(List.of(), look.listTables().tableNames());
      }
    }
  }

  @Test
  void theServerEndsWithTheRun() {
    assertEquals("", failures(run(Leaves.class, Map.of())));
    try (DynamoDbClient look = Leaves.account.client(DynamoDbClient.class)) {
      Exception error = assertThrows(Exception.class, look::listTables);
      assertTrue(error.getMessage().contains("Connect"), error.getMessage());
    }
  }

  @PartitaTest
  static class TooLong {
    static PartitaAccount account;

    @Test
    @Timeout(value = 200, unit = TimeUnit.MILLISECONDS)
    void waits(DynamoDbClient client, PartitaAccount account) throws Exception {
      TooLong.account = account;
      client.createTable(Orders.TABLE);
      new CountDownLatch(1).await();
    }
  }

  @Test
  void aTestThatRunsOutOfTimeFailsOnlyForThat() {
    String said = failures(run(TooLong.class, Map.of()));
    assertTrue(said.contains("timed out"), said);
    assertTrue(!said.contains("partita:"), said);
  }

  @PartitaTest
  static class BeforeAllTests {
    @BeforeAll
    static void createTable(DynamoDbClient client) {
      client.createTable(Orders.TABLE);
    }

    @Test
    void neverRuns() {}
  }

  @Test
  void aParameterOutsideOfTestsIsRefused() {
    String said = failures(run(BeforeAllTests.class, Map.of()));
    assertTrue(said.contains("@PartitaTest(account = Lifecycle.PER_CLASS)"), said);
  }

  @PartitaTest
  static class Twice {
    @RepeatedTest(2)
    void asks(DynamoDbClient client) {
      client.listTables();
    }
  }

  @Test
  void eachTestSaysWhyTheServerDidNotStart() {
    EngineExecutionResults results = run(Twice.class, Map.of("partita.options", "--no-such-option 1"));
    results.testEvents().assertStatistics(count -> count.failed(2));
    String said = failures(results);
    assertTrue(said.contains("partita serve did not start") && said.contains("--no-such-option"), said);
  }

  @Test
  void optionsReachTheServer() {
    assertEquals("", failures(run(Twice.class, Map.of("partita.options", "--throttle capacity"))));
  }

  @Test
  void aServerThatEndedIsNamed() throws Exception {
    try (PartitaServer server = PartitaServer.start()) {
      PartitaAccount account = server.account();
      server.close();
      Exception error = assertThrows(Exception.class, account::forget);
      assertTrue(error.getMessage().contains("The server has ended with the exit code 0"), error.getMessage());
    }
  }

  @Test
  void onlyClientsAreMade() {
    PartitaAccount account = PartitaServer.at(URI.create("http://127.0.0.1:1"), null).account();
    assertThrows(IllegalArgumentException.class, () -> account.client(String.class));
    assertThrows(IllegalArgumentException.class, () -> account.configure("builder"));
    Exception error = assertThrows(Exception.class, account::forget);
    assertTrue(error.getMessage().contains("--admin-socket"), error.getMessage());
  }
}
