package partita.runtime;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The settings of a package's client. */
public final class ClientOptions {
  private final Builder facts;

  private ClientOptions(Builder facts) {
    this.facts = facts;
  }

  /** Returns the settings that a client has without others. */
  public static ClientOptions defaults() {
    return builder().build();
  }

  /** Returns a builder of settings. */
  public static Builder builder() {
    return new Builder();
  }

  String tableName(String name) {
    String other = facts.tableNames.get(name);
    return other == null ? facts.tablePrefix + name : other;
  }

  List<byte[]> pageTokenKeys() {
    return facts.pageTokenKeys;
  }

  int attempts() {
    return facts.attempts;
  }

  Clock clock() {
    return facts.clock;
  }

  Supplier<String> ids() {
    return facts.ids;
  }

  Map<String, ComputedFunction> computed() {
    return facts.computed;
  }

  /** Returns the client of requests that write, or null for the one of all requests. */
  DynamoDbClient clientOfWrites() {
    return facts.clientOfWrites;
  }

  Executor executor() {
    return facts.executor;
  }

  /** Builds settings. */
  public static final class Builder {
    private static final int USUAL_ATTEMPTS = 10;

    private String tablePrefix = "";
    private Map<String, String> tableNames = Map.of();
    private List<byte[]> pageTokenKeys = List.of();
    private int attempts = USUAL_ATTEMPTS;
    private Clock clock = Clock.systemUTC();
    private Supplier<String> ids = () -> UUID.randomUUID().toString();
    private final Map<String, ComputedFunction> computed = new HashMap<>();
    private Executor executor = SideBySide.EXECUTOR;
    private DynamoDbClient clientOfWrites;

    private Builder() {}

    /** Gives the text in front of each table's name. */
    public Builder tablePrefix(String prefix) {
      tablePrefix = Objects.requireNonNull(prefix);
      return this;
    }

    /** Gives names of tables by their names in the model, in the place of prefix and name. */
    public Builder tableNames(Map<String, String> names) {
      tableNames = Map.copyOf(names);
      return this;
    }

    /**
     * Gives the keys that sign page tokens. Tokens are signed with the first key, and accepted with
     * any. Without keys the client makes one, and its tokens are valid for this client only.
     */
    public Builder pageTokenKeys(byte[]... keys) {
      List<byte[]> copies = new ArrayList<>();
      for (byte[] key : keys) {
        if (key.length == 0) {
          throw new IllegalArgumentException(
              "a key of page tokens is empty, so everybody could make such tokens");
        }
        copies.add(key.clone());
      }
      pageTokenKeys = List.copyOf(copies);
      return this;
    }

    /**
     * Gives the attempts of a request whose items stay unprocessed, and of a write that reads
     * first. The default is 10.
     */
    public Builder attempts(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("at least one attempt is needed, not " + most);
      }
      attempts = most;
      return this;
    }

    /** Gives the clock of times that the package writes and of the expiry of items. */
    public Builder clock(Clock other) {
      clock = Objects.requireNonNull(other);
      return this;
    }

    /** Gives the source of the ids of writes and of transactions, which must differ. */
    public Builder ids(Supplier<String> source) {
      ids = Objects.requireNonNull(source);
      return this;
    }

    /** Gives the function of a computed field, such as "ORDER.total". */
    public Builder computed(String field, ComputedFunction function) {
      computed.put(field, function);
      return this;
    }

    /** Gives the threads on which requests that are sent side by side run. */
    public Builder executor(Executor other) {
      executor = Objects.requireNonNull(other);
      return this;
    }

    /**
     * Gives the client that sends requests that write, whose retry strategy is one of {@link
     * LostAnswers#endingAtLostAnswer}.
     *
     * @throws IllegalArgumentException if it has another retry strategy
     */
    public Builder clientOfWrites(DynamoDbClient client) {
      if (!LostAnswers.endsAtLostAnswer(client)) {
        throw new IllegalArgumentException(
            "the client of writes would repeat a write whose answer was lost");
      }
      clientOfWrites = client;
      return this;
    }

    /** Returns the settings. */
    public ClientOptions build() {
      Builder copy = new Builder();
      copy.tablePrefix = tablePrefix;
      copy.tableNames = tableNames;
      copy.pageTokenKeys = pageTokenKeys;
      copy.attempts = attempts;
      copy.clock = clock;
      copy.ids = ids;
      copy.computed.putAll(computed);
      copy.executor = executor;
      copy.clientOfWrites = clientOfWrites;
      return new ClientOptions(copy);
    }
  }
}
