package partita.junit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests over a server's admin socket, which speaks HTTP. */
final class AdminSocket {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern ANSWER =
      Pattern.compile("\\AHTTP/1\\.[01] (\\d{3})[^\\r\\n]*\\r\\n.*?\\r\\n\\r\\n(.*)\\z", Pattern.DOTALL);

  private AdminSocket() {}

  /**
   * Sends a request without a body if {@code body} is null. Throws PartitaException with the server's text if the server refuses
   * the request, and IOException if it does not answer.
   */
  static void send(Path socket, String method, String place, String body) throws IOException {
    byte[] content = (body == null ? "" : body).getBytes(StandardCharsets.UTF_8);
    String head = method + " " + place + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + (body == null ? "" : "Content-Type: application/json\r\nContent-Length: " + content.length + "\r\n") + "\r\n";
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    request.writeBytes(content);

    // A test that ran out of time is interrupted, and an interrupted thread cannot use a channel. Its account has to be
    // forgotten all the same.
    boolean interrupted = Thread.interrupted();
    String answer;
    try {
      answer = exchange(socket, ByteBuffer.wrap(request.toByteArray()));
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
    Matcher parts = ANSWER.matcher(answer);
    if (!parts.matches()) throw new IOException("the server closed the connection without a whole answer");
    if (parts.group(1).charAt(0) != '2') throw new PartitaException(method + " " + place + ": " + parts.group(2).trim());
  }

  private static String exchange(Path socket, ByteBuffer request) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket)); Selector selector = Selector.open()) {
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (request.hasRemaining()) {
        await(selector, end);
        channel.write(request);
      }
      key.interestOps(SelectionKey.OP_READ);
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      ByteBuffer part = ByteBuffer.allocate(8192);
      while (true) {
        await(selector, end);
        int count = channel.read(part.clear());
        if (count < 0) return answer.toString(StandardCharsets.UTF_8);
        answer.write(part.array(), 0, count);
      }
    }
  }

  private static void await(Selector selector, long end) throws IOException {
    long left = (end - System.nanoTime()) / 1_000_000;
    if (left <= 0) throw new IOException("no answer within " + PATIENCE.toSeconds() + " s");
    selector.select(left);
    selector.selectedKeys().clear();
  }
}
