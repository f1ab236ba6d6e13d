package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import partita.junit.FaultRule;
import partita.junit.PartitaAccount;
import partita.junit.PartitaException;
import partita.junit.PartitaExtension;

/** An account is of use without the AWS SDK, which need not be on the class path of these tests. */
@ExtendWith(PartitaExtension.class)
class AccountTest {
  private static final String TEMPLATE = """
      Parameters:
        Name: {Type: String}
      Resources:
        Visits:
          Type: AWS::DynamoDB::Table
          Properties:
            TableName: !Ref Name
            BillingMode: PAY_PER_REQUEST
            DeletionProtectionEnabled: true
            AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
            KeySchema: [{AttributeName: id, KeyType: HASH}]
      """;
  @TempDir private Path folder;

  @BeforeEach
  void createTables(PartitaAccount account) throws Exception {
    account.createTables(Files.writeString(folder.resolve("template.yml"), TEMPLATE), Map.of("Name", "visits"));
  }

  private static String show(PartitaAccount account) {
    return account.run("model", "show", "--endpoint", account.endpoint().toString(), "--table", "visits");
  }

  @Test
  void theCommandHasTheAccount(PartitaAccount account) {
    assertTrue(show(account).contains("visits"));
    assertEquals(account.id(), account.environment().get("AWS_ACCESS_KEY_ID"));
  }

  @Test
  void faultsAreOfTheAccount(PartitaAccount account) {
    account.faults(FaultRule.on("DescribeTable").error("ExpiredTokenException").message("not today"));
    assertTrue(assertThrows(PartitaException.class, () -> show(account)).getMessage().contains("not today"));
    account.faults();
    show(account);
  }

  /** Protected tables are forgotten too, also in a thread that was interrupted, as that of a test that ran out of time. */
  @Test
  void anAccountIsForgottenInAnyCase(PartitaAccount account) {
    Thread.currentThread().interrupt();
    account.forget();
    assertTrue(Thread.interrupted());
    assertTrue(assertThrows(PartitaException.class, () -> show(account)).getMessage().contains("visits"));
  }
}
