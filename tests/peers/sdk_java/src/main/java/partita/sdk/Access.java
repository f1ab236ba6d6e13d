package partita.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static partita.sdk.Checks.expect;
import static partita.sdk.Checks.expectEqual;
import static partita.sdk.Checks.expectThrows;

import java.io.IOException;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Which signatures the server takes, and how it refuses the others. */
final class Access {
  private static final String MISMATCH =
      "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key "
          + "and signing method. Consult the service documentation for details.";
  private static final String INVALID_TOKEN = "The security token included in the request is invalid.";

  private final Endpoint endpoint;

  Access(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  void checkAll(Checks checks) {
    checks.check("a wrong secret",
        () -> expectRefusal(by("local", "wrong"), "InvalidSignatureException", MISMATCH));
    checks.check("an unknown key",
        () -> expectRefusal(by("other", "local"), "UnrecognizedClientException", INVALID_TOKEN));
    checks.check("an expired token",
        () -> expectRefusal(by("ASIAEXPIRED", "expired", "token"), "ExpiredTokenException",
            "The security token included in the request is expired"));
    checks.check("a temporary key without its token",
        () -> expectRefusal(by("ASIATEMPORARY", "temporary/secret+"), "UnrecognizedClientException", INVALID_TOKEN));
    checks.check("a temporary key with its token",
        () -> list(by("ASIATEMPORARY", "temporary/secret+", "a/session+token==")));
    checks.check("a time of signing that is past",
        () -> expectRefusal(shifted(-6), "InvalidSignatureException", "Signature expired: "));
    checks.check("a time of signing that is to come",
        () -> expectRefusal(shifted(6), "InvalidSignatureException", "Signature not yet current: "));
    checks.check("a body that was altered after it was signed",
        () -> expectRefusal(altering("{ "), "InvalidSignatureException", MISMATCH));
    checks.check("a presigned query", this::checkPresigned);
  }

  private DynamoDbClientBuilder by(String key, String secret) {
    return endpoint.builder(AwsBasicCredentials.create(key, secret));
  }

  private DynamoDbClientBuilder by(String key, String secret, String token) {
    return endpoint.builder(AwsSessionCredentials.create(key, secret, token));
  }

  private DynamoDbClientBuilder shifted(int minutes) {
    return good().putAuthScheme(new Shifted(Duration.ofMinutes(minutes)));
  }

  private DynamoDbClientBuilder altering(String body) {
    return good().httpClient(new Transport(endpoint.transport(), body.getBytes(UTF_8)));
  }

  private DynamoDbClientBuilder good() {
    return endpoint.builder(Endpoint.GOOD);
  }

  private static void list(DynamoDbClientBuilder builder) {
    try (DynamoDbClient client = builder.build()) {
      client.listTables();
    }
  }

  /** Expects an error of the service with this code, whose text begins with this one. */
  private static void expectRefusal(DynamoDbClientBuilder builder, String code, String beginning) {
    DynamoDbException refused = expectThrows(DynamoDbException.class, () -> list(builder));
    expectEqual(refused.awsErrorDetails().errorCode(), code);
    String text = refused.awsErrorDetails().errorMessage();
    expect(text.startsWith(beginning), "the text is " + text);
  }

  private void checkPresigned() throws IOException {
    String good = sendPresigned("60");
    expect(good.startsWith("200 ") && good.contains("TableNames"), good);
    String bad = sendPresigned("61");
    expect(bad.startsWith("400 ") && bad.contains("InvalidSignatureException"), bad);
  }

  /**
   * Sends a query of ListTables that is signed for 60 seconds, and that says it was for `seconds`. Returns the status and
   * the body of the answer.
   */
  private String sendPresigned(String seconds) throws IOException {
    ContentStreamProvider body = ContentStreamProvider.fromUtf8String("{}");
    SdkHttpRequest plain =
        SdkHttpRequest.builder()
            .uri(endpoint.url())
            .method(SdkHttpMethod.POST)
            .encodedPath("/")
            .putHeader("X-Amz-Target", "DynamoDB_20120810.ListTables")
            .putHeader("Content-Type", "application/x-amz-json-1.0")
            .putHeader("Content-Length", "2")
            .build();
    SignedRequest signed =
        AwsV4HttpSigner.create()
            .sign(
                request ->
                    request
                        .identity(Endpoint.GOOD)
                        .request(plain)
                        .payload(body)
                        .putProperty(AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME, "dynamodb")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, Endpoint.REGION.id())
                        .putProperty(AwsV4FamilyHttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                        .putProperty(AwsV4FamilyHttpSigner.EXPIRATION_DURATION, Duration.ofSeconds(60)));
    SdkHttpRequest changed =
        signed.request().copy(request -> request.putRawQueryParameter("X-Amz-Expires", seconds));
    HttpExecuteRequest sent = HttpExecuteRequest.builder().request(changed).contentStreamProvider(body).build();
    try (SdkHttpClient transport = endpoint.transport()) {
      HttpExecuteResponse answer = transport.prepareRequest(sent).call();
      String text = new String(answer.responseBody().orElseThrow().readAllBytes(), UTF_8);
      return answer.httpResponse().statusCode() + " " + text;
    }
  }

  /** Expects that the SDK does not connect to a server whose certificate it was not told to trust. */
  void checkTrust(Checks checks) {
    DynamoDbClientBuilder distrusting =
        good()
            .httpClient(Apache5HttpClient.create())
            .overrideConfiguration(one -> one.retryStrategy(retries -> retries.maxAttempts(1)));
    checks.check("a certificate that is not trusted", () -> {
      SdkClientException refused = expectThrows(SdkClientException.class, () -> list(distrusting));
      expect(refused.getCause() instanceof SSLHandshakeException, refused.toString());
    });
  }

  /** Expects that the SDK takes over the server's time when it was refused, and keeps it. */
  static void checkClock(Endpoint endpoint) {
    Transport transport = new Transport(endpoint.transport(), null);
    try (DynamoDbClient client = endpoint.builder(Endpoint.GOOD).httpClient(transport).build()) {
      client.listTables();
      expectEqual(transport.sent, 2);
      client.listTables();
      expectEqual(transport.sent, 3);
    }
  }
}
