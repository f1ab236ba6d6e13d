package shop.tests;

import java.net.URI;
import java.util.UUID;
import shop.Shop;
import shop.runtime.ClientOptions;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** The database of the tests, whose URL is in PARTITA_TEST_ENDPOINT. */
final class Database {
  private Database() {}

  static DynamoDbClient client(SdkHttpClient http) {
    return builder(http).build();
  }

  static DynamoDbClient client(SdkHttpClient http, RetryStrategy strategy) {
    return builder(http).overrideConfiguration(all -> all.retryStrategy(strategy)).build();
  }

  private static DynamoDbClientBuilder builder(SdkHttpClient http) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create(System.getenv("PARTITA_TEST_ENDPOINT")))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClient(http);
  }

  static DynamoDbClient client() {
    return client(UrlConnectionHttpClient.create());
  }

  /** Returns a shop whose tables no other test uses. */
  static Shop openShop(DynamoDbClient client, ClientOptions.Builder options) {
    Shop shop = new Shop(client, options.tablePrefix(UUID.randomUUID() + ".").build());
    shop.createTables();
    return shop;
  }

  static Shop openShop(DynamoDbClient client) {
    return openShop(client, ClientOptions.builder());
  }
}
