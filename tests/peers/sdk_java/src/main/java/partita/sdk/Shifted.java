package partita.sdk;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.http.auth.aws.scheme.AwsV4AuthScheme;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.AsyncSignRequest;
import software.amazon.awssdk.http.auth.spi.signer.AsyncSignedRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.identity.spi.IdentityProviders;

/** Signs with another time than that of the machine. */
record Shifted(Duration shift) implements AwsV4AuthScheme {
  @Override
  public String schemeId() {
    return SCHEME_ID;
  }

  @Override
  public IdentityProvider<AwsCredentialsIdentity> identityProvider(IdentityProviders providers) {
    return AwsV4AuthScheme.create().identityProvider(providers);
  }

  @Override
  public AwsV4HttpSigner signer() {
    AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    return new AwsV4HttpSigner() {
      @Override
      public SignedRequest sign(SignRequest<? extends AwsCredentialsIdentity> request) {
        return signer.sign(shifted(request));
      }

      @Override
      public CompletableFuture<AsyncSignedRequest> signAsync(
          AsyncSignRequest<? extends AwsCredentialsIdentity> request) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private <I extends AwsCredentialsIdentity> SignRequest<I> shifted(SignRequest<I> request) {
    return request.copy(one -> one.putProperty(AwsV4HttpSigner.SIGNING_CLOCK, Clock.offset(Clock.systemUTC(), shift)));
  }
}
