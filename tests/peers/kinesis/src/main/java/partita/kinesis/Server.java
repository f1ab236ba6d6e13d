package partita.kinesis;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** `partita serve` with its data on disk. It keeps its port after a restart. */
final class Server {
  private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");
  private static final long STOP_S = 60;

  private final String partita;
  private final Path work;
  private String port = "0";
  private Process process;

  Server(String partita, Path work) throws IOException {
    this.partita = partita;
    this.work = work;
    start();
  }

  Endpoint endpoint() {
    return new Endpoint("http://127.0.0.1:" + port);
  }

  void start() throws IOException {
    String data = work.resolve("data").toString();
    process =
        new ProcessBuilder(partita, "serve", "--data", data, "--port", port, "--durability", "os", "--log-level", "info")
            .redirectError(ProcessBuilder.Redirect.appendTo(work.resolve("server.log").toFile()))
            .start();
    BufferedReader output = process.inputReader();
    String line = output.readLine();
    Matcher url = URL.matcher(line == null ? "" : line);
    if (!url.find()) throw new IOException("the server did not start; it said: " + line);
    port = url.group(1);
  }

  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_S, TimeUnit.SECONDS)) {
      end();
      throw new IllegalStateException("the server does not stop");
    }
  }

  /** Ends the server at once. */
  void end() {
    process.destroyForcibly();
  }
}
