package partita.sdk;

import java.io.ByteArrayInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/** Counts the requests of another transport, and can change the body of each after it was signed. */
final class Transport implements SdkHttpClient {
  private final SdkHttpClient other;
  private final byte[] body; // that is sent in place of the signed one, or null
  int sent;

  Transport(SdkHttpClient other, byte[] body) {
    this.other = other;
    this.body = body;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    ++sent;
    if (body == null) return other.prepareRequest(request);
    return other.prepareRequest(
        HttpExecuteRequest.builder()
            .request(request.httpRequest())
            .contentStreamProvider(() -> new ByteArrayInputStream(body))
            .build());
  }

  @Override
  public void close() {
    other.close();
  }
}
