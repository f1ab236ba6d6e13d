package shop.tests;

import java.io.IOException;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/** A connection that loses the answer of a request that was carried out. */
final class LosingHttp implements SdkHttpClient {
  private final SdkHttpClient http = UrlConnectionHttpClient.create();
  private boolean loses;

  void loseNext() {
    loses = true;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    ExecutableHttpRequest prepared = http.prepareRequest(request);
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        HttpExecuteResponse response = prepared.call();
        if (loses) {
          loses = false;
          throw new IOException("the answer was lost");
        }
        return response;
      }

      @Override
      public void abort() {
        prepared.abort();
      }
    };
  }

  @Override
  public void close() {
    http.close();
  }
}
