package shop.tests;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Uses the package of shop.yaml as a program would. */
public final class ShopTest {
  private ShopTest() {}

  /** Takes no arguments. Ends with the status 1 if a check fails. */
  public static void main(String[] arguments) {
    Checks checks = new Checks();
    try (DynamoDbClient client = Database.client()) {
      new ReadsTest(client).run(checks);
      new WritesTest(client).run(checks);
    }
    System.exit(checks.end() ? 0 : 1);
  }
}
