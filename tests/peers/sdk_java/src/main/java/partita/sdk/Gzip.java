package partita.sdk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpRequest;

/** Compresses requests before they are signed. */
final class Gzip implements ExecutionInterceptor {
  @Override
  public SdkHttpRequest modifyHttpRequest(Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    String length = Integer.toString(compressed(context.requestBody().orElseThrow()).length);
    return context
        .httpRequest()
        .copy(request -> request.putHeader("Content-Encoding", "gzip").putHeader("Content-Length", length));
  }

  @Override
  public Optional<RequestBody> modifyHttpContent(Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    return context.requestBody().map(body -> RequestBody.fromBytes(compressed(body)));
  }

  private static byte[] compressed(RequestBody body) {
    ByteArrayOutputStream small = new ByteArrayOutputStream();
    try (InputStream bytes = body.contentStreamProvider().newStream();
        OutputStream zip = new GZIPOutputStream(small)) {
      bytes.transferTo(zip);
    } catch (IOException trouble) {
      throw new UncheckedIOException(trouble);
    }
    return small.toByteArray();
  }
}
