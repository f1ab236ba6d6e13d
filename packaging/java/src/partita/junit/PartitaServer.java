package partita.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server in memory on a free port of this machine, or one that runs already. It needs no JUnit. A server that {@link #start}
 * has started ends with {@link #close}, or, whatever happens, with this process, because it ends when its stdin does. All methods
 * may be called by several threads at once.
 */
public final class PartitaServer implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s,;]+[^\\s,;.]");
  private static final int PATIENCE_S = 60;
  /** The longest path of a socket on Linux, in bytes. */
  private static final int SOCKET_PATH_BYTES = 107;
  private static final int LINES_KEPT = 50;

  private final URI endpoint;
  private final Path adminSocket;
  private final Started started;

  private PartitaServer(URI endpoint, Path adminSocket, Started started) {
    this.endpoint = endpoint;
    this.adminSocket = adminSocket;
    this.started = started;
  }

  /**
   * Starts a server, which the caller closes.
   *
   * @param options further options of {@code partita serve}
   * @throws PartitaException if a command is not found, or the server does not start; the message has the server's last words
   */
  public static PartitaServer start(String... options) {
    Started started = new Started(options);
    try {
      return new PartitaServer(started.address(), started.adminSocket, started);
    } catch (PartitaException error) {
      started.close();
      throw error;
    }
  }

  /**
   * A server that runs already, such as one in a container. Closing it has no effect.
   *
   * @param adminSocket the path of its {@code --admin-socket}, or null; without it, its accounts cannot have faults and cannot be
   *     forgotten
   */
  public static PartitaServer at(URI endpoint, Path adminSocket) {
    return new PartitaServer(endpoint, adminSocket, null);
  }

  /**
   * The path of the {@code partita} command: PARTITA_COMMAND, otherwise that in the jar of this platform, which is unpacked into
   * the user's cache, otherwise that on PATH.
   *
   * @throws PartitaException if it is not found
   */
  public static Path command() {
    return Command.path();
  }

  public URI endpoint() {
    return endpoint;
  }

  /** An account that no other test uses, so that its tables may have any names. */
  public PartitaAccount account() {
    return new PartitaAccount(this, PartitaAccount.newId(), PartitaAccount.REGION);
  }

  /**
   * An account with a given id.
   *
   * @param id 12 digits
   */
  public PartitaAccount account(String id, String region) {
    return new PartitaAccount(this, id, region);
  }

  /** Ends the server, if it was started here. Its data is gone. */
  @Override
  public void close() {
    if (started != null) started.close();
  }

  /** The path of the server's admin socket, if it is known. Accounts can have faults and can be forgotten only then. */
  public Optional<Path> adminSocket() {
    return Optional.ofNullable(adminSocket);
  }

  void admin(String method, String place, String body) {
    if (adminSocket == null)
      throw new PartitaException("partita: the admin socket of the server at " + endpoint + " is not known. Start that server with"
          + " --admin-socket PATH, and set partita.admin-socket or PARTITA_TEST_ADMIN_SOCKET to the path");
    try {
      AdminSocket.send(adminSocket, method, place, body);
    } catch (IOException error) {
      String reason = error.getMessage() == null ? error.toString() : error.getMessage();
      throw new PartitaException("partita: " + method + " " + place + " on " + adminSocket + ": " + reason
          + (started == null ? "" : started.whyEnded()), error);
    }
  }

  /** The process of a server, and its directory. */
  private static final class Started {
    private final Path command;
    private final Path folder;
    private final Path adminSocket;
    private final Process process;
    private final CompletableFuture<String> firstLine = new CompletableFuture<>();
    private final Deque<String> log = new ArrayDeque<>();
    private final Thread logReader;
    private final Thread atExit = new Thread(this::end, "partita-end");

    Started(String... options) {
      command = Command.path();
      try {
        folder = newFolder();
      } catch (IOException error) {
        throw new PartitaException("partita: no directory for the server could be made: " + error, error);
      }
      adminSocket = folder.resolve("admin.sock");
      List<String> line = new ArrayList<>(List.of(command.toString(), "serve", "--memory", "--port", "0", "--admin-socket",
          adminSocket.toString(), "--exit-with-stdin"));
      line.addAll(List.of(options));
      try {
        ProcessBuilder builder = new ProcessBuilder(line);
        // Variables of the environment are settings of `partita serve`, and these are for another server.
        builder.environment().keySet().removeIf(name -> name.startsWith("PARTITA_"));
        process = builder.start();
      } catch (IOException error) {
        remove(folder);
        throw new PartitaException("partita: " + command + " could not be started: " + error.getMessage(), error);
      }
      Runtime.getRuntime().addShutdownHook(atExit);
      // Both outputs are read until they end, because a full pipe would stop the server.
      reader("partita-output", this::readOutput);
      logReader = reader("partita-log", this::readLog);
    }

    private static Path newFolder() throws IOException {
      Path folder = Files.createTempDirectory("partita-");
      if (folder.resolve("admin.sock").toString().getBytes(StandardCharsets.UTF_8).length <= SOCKET_PATH_BYTES) return folder;
      Files.delete(folder);
      return Files.createTempDirectory(Path.of("/tmp"), "partita-");
    }

    private static Thread reader(String name, Runnable task) {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      thread.start();
      return thread;
    }

    private void readOutput() {
      eachLine(process.getInputStream(), firstLine::complete);
      firstLine.complete("");
    }

    private void readLog() {
      eachLine(process.getErrorStream(), line -> {
        synchronized (log) {
          log.addLast(line);
          if (log.size() > LINES_KEPT) log.removeFirst();
        }
      });
    }

    private static void eachLine(InputStream stream, Consumer<String> use) {
      try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
        for (String line; (line = lines.readLine()) != null; ) use.accept(line);
      } catch (IOException | UncheckedIOException closed) {
        // The process has ended.
      }
    }

    /** The server's address, which its first line has. */
    URI address() {
      String line;
      try {
        line = firstLine.get(PATIENCE_S, TimeUnit.SECONDS);
      } catch (TimeoutException error) {
        throw new PartitaException("partita serve did not start within " + PATIENCE_S + " s: " + said(), error);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
        throw new PartitaException("partita serve was not awaited, because the thread was interrupted", error);
      } catch (ExecutionException error) {
        throw new IllegalStateException(error);
      }
      Matcher address = ADDRESS.matcher(line);
      if (address.find()) return URI.create(address.group());
      String code = "";
      try {
        // The reason is in the server's last words.
        logReader.join(TimeUnit.SECONDS.toMillis(5));
        if (process.waitFor(5, TimeUnit.SECONDS)) code = ", exit code " + process.exitValue();
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
      }
      throw new PartitaException("partita serve did not start (" + command + code + "): " + (said().isEmpty() ? line : said()));
    }

    private String said() {
      synchronized (log) {
        return String.join("\n", log).trim();
      }
    }

    /** The end of a message about a server that does not answer. */
    String whyEnded() {
      if (process.isAlive()) return "";
      return ". The server has ended with the exit code " + process.exitValue() + (said().isEmpty() ? "" : ": " + said());
    }

    void close() {
      try {
        Runtime.getRuntime().removeShutdownHook(atExit);
      } catch (IllegalStateException ending) {
        // This process ends, so the hook does the same.
      }
      end();
    }

    private void end() {
      boolean interrupted = Thread.interrupted();
      // Process.destroy would close the server's outputs too, and its last words would end it.
      process.toHandle().destroy();
      try {
        if (!process.waitFor(15, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
      } catch (InterruptedException error) {
        process.destroyForcibly();
        interrupted = true;
      }
      remove(folder);
      if (interrupted) Thread.currentThread().interrupt();
    }

    private static void remove(Path folder) {
      try {
        Files.deleteIfExists(folder.resolve("admin.sock"));
        Files.deleteIfExists(folder);
      } catch (IOException error) {
        // An empty directory that stays does no harm, and a test must not fail for it.
      }
    }
  }
}
