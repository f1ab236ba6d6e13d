package partita.runtime;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The connection to the tables, with the settings of all calls. A model's client makes it. */
public final class Session {
  private static final int KEY_BYTES = 32;
  private static final long FIRST_DELAY_MS = 25;
  private static final long LONGEST_DELAY_MS = 5000;

  private final DynamoDbClient client;
  private final ClientOptions options;
  private final List<byte[]> pageTokenKeys;
  private final DynamoDbClient writer;
  private final AwsRequestOverrideConfiguration ofWrites;

  Session(DynamoDbClient client, ClientOptions options) {
    this.client = client;
    this.options = options;
    this.writer = options.clientOfWrites() == null ? client : options.clientOfWrites();
    this.ofWrites = LostAnswers.configurationFor(writer);
    if (options.pageTokenKeys().isEmpty()) {
      byte[] key = new byte[KEY_BYTES];
      new SecureRandom().nextBytes(key);
      pageTokenKeys = List.of(key);
    } else {
      pageTokenKeys = options.pageTokenKeys();
    }
  }

  DynamoDbClient client() {
    return client;
  }

  /** Returns the client of requests that write. */
  DynamoDbClient writer() {
    return writer;
  }

  /** Returns the configuration of requests that write, or null for that of the client. */
  AwsRequestOverrideConfiguration ofWrites() {
    return ofWrites;
  }

  List<byte[]> pageTokenKeys() {
    return pageTokenKeys;
  }

  int attempts() {
    return options.attempts();
  }

  Map<String, ComputedFunction> computed() {
    return options.computed();
  }

  Executor executor() {
    return options.executor();
  }

  String tableName(TableDescription table) {
    return options.tableName(table.name());
  }

  /** Returns the time in milliseconds since 1970. */
  long now() {
    return options.clock().millis();
  }

  /** Returns a text that no other write or transaction has. */
  String newId() {
    return options.ids().get();
  }

  /**
   * Returns the delay in milliseconds before attempt number {@code attempt} (the second attempt is
   * 1) of the same request, or -1 if the attempts are used up. It is a random part of a delay that
   * doubles for each attempt.
   */
  long delayBefore(int attempt) {
    if (attempt >= options.attempts()) {
      return -1;
    }
    long ceiling = FIRST_DELAY_MS << Math.min(attempt - 1, 20);
    return ThreadLocalRandom.current().nextLong(Math.min(ceiling, LONGEST_DELAY_MS) + 1);
  }

  /** Waits. Throws AbortedException, as the SDK does, if the thread is interrupted. */
  static void pause(long delayMs) {
    try {
      Thread.sleep(Math.max(0, delayMs));
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("the thread was interrupted", error);
    }
  }
}
