package partita.sdk;

import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManagerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** A server under test, the certificate that clients must trust or null, and the keys that are good. */
record Endpoint(URI url, Path certificate) {
  static final Region REGION = Region.US_EAST_1;
  static final AwsCredentials GOOD = AwsBasicCredentials.create("local", "local");

  static Endpoint of(String urlVariable, String certificateVariable) {
    String certificate = System.getenv(certificateVariable);
    return new Endpoint(URI.create(System.getenv(urlVariable)), certificate == null ? null : Path.of(certificate));
  }

  /** The transport that trusts the certificate. */
  SdkHttpClient transport() {
    Apache5HttpClient.Builder builder = Apache5HttpClient.builder();
    if (certificate == null) return builder.build();
    try (InputStream file = Files.newInputStream(certificate)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("partita", CertificateFactory.getInstance("X.509").generateCertificate(file));
      TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return builder.tlsTrustManagersProvider(factory::getTrustManagers).build();
    } catch (Exception trouble) {
      throw new IllegalStateException(trouble);
    }
  }

  <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B lead(B builder, AwsCredentials keys) {
    return builder
        .endpointOverride(url)
        .region(REGION)
        .credentialsProvider(StaticCredentialsProvider.create(keys))
        .httpClient(transport());
  }

  DynamoDbClientBuilder builder(AwsCredentials keys) {
    return lead(DynamoDbClient.builder(), keys);
  }
}
