package partita.runtime;

import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Keeps the SDK from sending a write again whose answer was lost. The write may have been carried
 * out, and a second execution could refuse its own result or count twice. The library finds out
 * instead.
 */
public final class LostAnswers {
  private LostAnswers() {}

  /**
   * Returns a strategy that repeats requests as another one does, but ends at a lost answer. A
   * client with it may be given as the one of writes ({@link
   * ClientOptions.Builder#clientOfWrites}), so that a write does not pay for a configuration of its
   * own, which takes some 30 microseconds.
   */
  public static RetryStrategy endingAtLostAnswer(RetryStrategy own) {
    return new EndingStrategy(own);
  }

  /**
   * Returns the configuration of each request of the client that writes, or null for a client that
   * ends at lost answers itself, or does not say how it repeats requests.
   */
  static AwsRequestOverrideConfiguration configurationFor(DynamoDbClient client) {
    RetryStrategy own = strategyOf(client);
    if (own == null || own instanceof EndingStrategy) {
      return null;
    }
    // It has one option, so that the others of the client stay, and is made once, because a request
    // would pay for it.
    ClientOverrideConfiguration ending =
        ClientOverrideConfiguration.builder().retryStrategy(new EndingStrategy(own)).build();
    return AwsRequestOverrideConfiguration.builder()
        .addPlugin(config -> config.overrideConfiguration(ending))
        .build();
  }

  /** Returns true if the client ends at a lost answer itself. */
  static boolean endsAtLostAnswer(DynamoDbClient client) {
    return strategyOf(client) instanceof EndingStrategy;
  }

  private static RetryStrategy strategyOf(DynamoDbClient client) {
    try {
      return client
          .serviceClientConfiguration()
          .overrideConfiguration()
          .retryStrategy()
          .orElse(null);
    } catch (UnsupportedOperationException error) {
      return null; // A client of a test need not have a configuration.
    }
  }

  /** Ends the attempts after the first one without a clear outcome. */
  private static final class EndingStrategy implements RetryStrategy {
    private final RetryStrategy own;

    EndingStrategy(RetryStrategy own) {
      this.own = own;
    }

    @Override
    public AcquireInitialTokenResponse acquireInitialToken(AcquireInitialTokenRequest request) {
      return own.acquireInitialToken(request);
    }

    @Override
    public RefreshRetryTokenResponse refreshRetryToken(RefreshRetryTokenRequest request) {
      if (ServiceErrors.outcomeIsUnknown(request.failure())) {
        throw new TokenAcquisitionFailedException(
            "the outcome of the write is not known", request.failure());
      }
      return own.refreshRetryToken(request);
    }

    @Override
    public RecordSuccessResponse recordSuccess(RecordSuccessRequest request) {
      return own.recordSuccess(request);
    }

    @Override
    public int maxAttempts() {
      return own.maxAttempts();
    }

    @Override
    public boolean useClientDefaults() {
      return own.useClientDefaults();
    }

    @Override
    public RetryStrategy.Builder<?, ?> toBuilder() {
      return own.toBuilder();
    }
  }
}
