package partita.kinesis;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;

/** The server under test. It takes any credentials. */
record Endpoint(String url) {
  static final Region REGION = Region.US_EAST_1;

  /** Leads a client of the AWS SDK to the server. */
  <B extends AwsClientBuilder<B, C>, C> C client(B builder) {
    return builder
        .endpointOverride(URI.create(url))
        .region(REGION)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .build();
  }

  /** Sends an operation that only Partita has, which no SDK knows. Returns the answer's body. */
  String sendOwn(String operation, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header("X-Amz-Target", "Partita." + operation)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, "
                    + "SignedHeaders=host;x-amz-date, Signature=0")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IllegalStateException(operation + ": " + answer.body());
    return answer.body();
  }
}
