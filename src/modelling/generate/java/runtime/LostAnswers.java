package partita.runtime;

import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkServiceClientConfiguration;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;

/**
 * Keeps the SDK from sending a write again whose answer was lost. The write may have been carried
 * out, and a second execution could refuse its own result or count twice. The library finds out
 * instead.
 */
final class LostAnswers {
  /** The configuration of each request that writes. */
  static final AwsRequestOverrideConfiguration CONFIGURATION =
      AwsRequestOverrideConfiguration.builder().addPlugin(LostAnswers::configure).build();

  private LostAnswers() {}

  private static void configure(SdkServiceClientConfiguration.Builder config) {
    RetryStrategy own = config.overrideConfiguration().retryStrategy().orElse(null);
    if (own != null) {
      config.overrideConfiguration(
          config.overrideConfiguration().toBuilder()
              .retryStrategy(new EndingStrategy(own))
              .build());
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
