package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import partita.junit.PartitaAccount;
import partita.junit.PartitaTest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** All tests of a class read the items that are put before the first one. */
@PartitaTest(account = Lifecycle.PER_CLASS)
class SharedAccountTest {
  private final PartitaAccount ofConstructor;

  SharedAccountTest(PartitaAccount account) {
    ofConstructor = account;
  }

  @BeforeAll
  static void put(DynamoDbClient client) {
    client.createTable(Orders.TABLE);
    client.putItem(Orders.put("1"));
  }

  @RepeatedTest(4)
  void theItemIsThere(DynamoDbClient client, PartitaAccount account) {
    assertEquals(ofConstructor.id(), account.id());
    assertEquals(List.of(Orders.item("1")), client.scan(Orders.SCAN).items());
  }

  @Nested
  class Inside {
    @Test
    void theItemIsThereToo(DynamoDbClient client) {
      assertEquals(List.of(Orders.item("1")), client.scan(Orders.SCAN).items());
    }
  }

  @Nested
  @PartitaTest
  class Apart {
    @Test
    void aClassOfItsOwnHasItsOwnAccounts(DynamoDbClient client, PartitaAccount account) {
      assertEquals(List.of(), client.listTables().tableNames());
    }
  }

  @AfterAll
  static void theTableIsStillThere(DynamoDbClient client) {
    assertEquals(List.of("orders"), client.listTables().tableNames());
  }
}
