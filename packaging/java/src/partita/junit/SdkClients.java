package partita.junit;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Clients of the AWS SDK for Java 2, which need not be on the class path. So only the nested classes, which are loaded when they
 * are used, name its classes.
 */
final class SdkClients {
  private static final String SERVICES = "software.amazon.awssdk.services.dynamodb.";
  private static final String ENHANCED = "software.amazon.awssdk.enhanced.dynamodb.";

  private static final Map<String, Function<PartitaAccount, Object>> CLIENTS = Map.of(
      SERVICES + "DynamoDbClient", account -> Plain.client(account),
      SERVICES + "DynamoDbAsyncClient", account -> Plain.asyncClient(account),
      SERVICES + "streams.DynamoDbStreamsClient", account -> Plain.streams(account),
      SERVICES + "streams.DynamoDbStreamsAsyncClient", account -> Plain.asyncStreams(account));

  /** Clients that are made of another one, to the type of that one. They need not be closed. */
  private static final Map<String, String> MADE_OF =
      Map.of(ENHANCED + "DynamoDbEnhancedClient", SERVICES + "DynamoDbClient",
          ENHANCED + "DynamoDbEnhancedAsyncClient", SERVICES + "DynamoDbAsyncClient");

  private SdkClients() {}

  /** The types of clients that only need an account, by their names. */
  static Set<String> types() {
    return new TreeSet<>(CLIENTS.keySet());
  }

  /** The type of the client of which one of this type is made, or null. */
  static String madeOf(Class<?> type) {
    return MADE_OF.get(type.getName());
  }

  static <T> T client(PartitaAccount account, Class<T> type) {
    Function<PartitaAccount, Object> make = CLIENTS.get(type.getName());
    if (make == null)
      throw new IllegalArgumentException("partita: " + type.getName() + " is none of the clients that are made: " + types());
    return type.cast(client(account, type.getName()));
  }

  static Object client(PartitaAccount account, String type) {
    return checked(type, () -> CLIENTS.get(type).apply(account));
  }

  /** A client of the type, which is in {@link #madeOf}. */
  static Object enhanced(Class<?> type, Object client) {
    return checked(type.getName(), () -> type.getName().endsWith("AsyncClient") ? Enhanced.async(client) : Enhanced.of(client));
  }

  static void close(Object client) {
    Plain.close(client);
  }

  static <B> B configure(PartitaAccount account, B builder) {
    return checked(builder.getClass().getName(), () -> {
      if (!Plain.isBuilder(builder))
        throw new IllegalArgumentException(
            "partita: " + builder.getClass().getName() + " is not a builder of a client of the AWS SDK for Java 2");
      Plain.configure(account, builder);
      return builder;
    });
  }

  private static <T> T checked(String what, Supplier<T> make) {
    try {
      return make.get();
    } catch (LinkageError error) {
      throw new PartitaException("partita: a part of the AWS SDK for Java 2 that " + what + " needs is not on the class path ("
          + error.getMessage() + "). Add the dependency software.amazon.awssdk:dynamodb of one version, with those that it names", error);
    }
  }

  private static final class Plain {
    static Object client(PartitaAccount account) {
      return to(account, DynamoDbClient.builder()).build();
    }

    static Object asyncClient(PartitaAccount account) {
      return to(account, DynamoDbAsyncClient.builder()).build();
    }

    static Object streams(PartitaAccount account) {
      return to(account, DynamoDbStreamsClient.builder()).build();
    }

    static Object asyncStreams(PartitaAccount account) {
      return to(account, DynamoDbStreamsAsyncClient.builder()).build();
    }

    static void close(Object client) {
      ((SdkAutoCloseable) client).close();
    }

    static boolean isBuilder(Object builder) {
      return builder instanceof AwsClientBuilder;
    }

    static void configure(PartitaAccount account, Object builder) {
      to(account, (AwsClientBuilder<?, ?>) builder);
    }

    private static <B extends AwsClientBuilder<?, ?>> B to(PartitaAccount account, B builder) {
      builder.endpointOverride(account.endpoint());
      builder.region(Region.of(account.region()));
      builder.credentialsProvider(
          StaticCredentialsProvider.create(AwsBasicCredentials.create(account.accessKeyId(), account.secretAccessKey())));
      return builder;
    }
  }

  private static final class Enhanced {
    static Object of(Object client) {
      return DynamoDbEnhancedClient.builder().dynamoDbClient((DynamoDbClient) client).build();
    }

    static Object async(Object client) {
      return DynamoDbEnhancedAsyncClient.builder().dynamoDbClient((DynamoDbAsyncClient) client).build();
    }
  }
}
