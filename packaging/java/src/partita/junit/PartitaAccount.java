package partita.junit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * An account of a server, with its own tables and streams. An account exists as soon as it is used, so making one is free.
 * All methods may be called by several threads at once.
 */
public final class PartitaAccount {
  static final String REGION = "us-east-1";
  private static final long IDS = 900_000_000_000L;
  /** Of processes that share a server each begins at another number, far enough from the others' by chance. */
  private static final AtomicLong NUMBERS = new AtomicLong(new SecureRandom().nextLong(IDS));

  private final PartitaServer server;
  private final String id;
  private final String region;

  PartitaAccount(PartitaServer server, String id, String region) {
    if (!id.matches("[0-9]{12}")) throw new IllegalArgumentException("the id of an account has 12 digits, not " + id);
    this.server = server;
    this.id = id;
    this.region = region;
  }

  static String newId() {
    return String.valueOf(100_000_000_000L + NUMBERS.getAndIncrement() % IDS);
  }

  /** The address of the server. */
  public URI endpoint() {
    return server.endpoint();
  }

  /** 12 digits. */
  public String id() {
    return id;
  }

  public String region() {
    return region;
  }

  /** The access key, which is the account's id. */
  public String accessKeyId() {
    return id;
  }

  /** The secret key, which the server does not verify. */
  public String secretAccessKey() {
    return "local";
  }

  /** The variables by which any AWS SDK and the aws command use the account, for processes that a test starts. */
  public Map<String, String> environment() {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("AWS_ENDPOINT_URL_DYNAMODB", endpoint().toString());
    out.put("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", endpoint().toString());
    out.put("AWS_ACCESS_KEY_ID", accessKeyId());
    out.put("AWS_SECRET_ACCESS_KEY", secretAccessKey());
    out.put("AWS_DEFAULT_REGION", region);
    out.put("AWS_REGION", region);
    return out;
  }

  /**
   * A new client of the account, which the caller closes.
   *
   * @param type one of the clients that {@link PartitaExtension} lists
   * @throws IllegalArgumentException if the type is not one of them
   * @throws PartitaException if a part of the AWS SDK is missing on the class path
   */
  public <T> T client(Class<T> type) {
    return SdkClients.client(this, type);
  }

  /**
   * Leads a builder of a client of the AWS SDK for Java 2 to the account: its endpoint, its region and its credentials.
   *
   * @param builder such as {@code DynamoDbClient.builder()}; its other settings stay
   * @return the same builder
   */
  public <B> B configure(B builder) {
    return SdkClients.configure(this, builder);
  }

  /**
   * Creates the tables of a CloudFormation or SAM template, a serverless.yml, or a data model in any format that
   * {@code partita model} reads.
   *
   * @throws PartitaException with the reason if a table cannot be created
   */
  public void createTables(Path template) {
    createTables(template, Map.of());
  }

  /** The same, with the parameters of a template. */
  public void createTables(Path template, Map<String, String> parameters) {
    List<String> arguments =
        new ArrayList<>(List.of("table", "create", "--from", template.toString(), "--endpoint", endpoint().toString()));
    parameters.forEach((name, value) -> arguments.add("--param=" + name + "=" + value));
    run(arguments.toArray(String[]::new));
  }

  /**
   * Replaces the account's faults on purpose by these rules, of which the first one that acts on a call decides. Without rules the
   * account has no faults.
   *
   * @throws PartitaException if the server refuses a rule; the message names the rule and its member
   */
  public void faults(FaultRule... rules) {
    faults(1, rules);
  }

  /** The same, with the seed of the chances of rules with a probability. With the same seed, they act on the same calls. */
  public void faults(int seed, FaultRule... rules) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("seed", seed);
    body.put("rules", FaultRule.membersOf(rules));
    server.admin("PUT", "/faults?account=" + id, Json.of(body));
  }

  /**
   * Sets the account's clock further ahead, by whole seconds, and deletes the items that have expired by then. Client request
   * tokens and shard iterators age too; stream records do not.
   *
   * @throws PartitaException if the server's data is not in memory, or if the clock would be ahead by more than ten years
   */
  public void advanceClock(Duration by) {
    if (by.isNegative() || by.getNano() != 0) {
      throw new PartitaException("the clock goes ahead by whole seconds and never back, and " + by + " is not such a time");
    }
    server.admin("PUT", "/clock?account=" + id, Json.of(Map.of("advance_seconds", by.toSeconds())));
  }

  /** Drops all tables of the account, protected ones too, and its faults, and sets its clock back. */
  public void forget() {
    server.admin("DELETE", "/accounts/" + id, null);
  }

  /**
   * Runs {@code partita ARGUMENTS...} with the account's environment.
   *
   * @return the output
   * @throws PartitaException if the command fails; the message is its output and its text on stderr
   */
  public String run(String... arguments) {
    List<String> line = new ArrayList<>(List.of(PartitaServer.command().toString()));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line);
    // Keys of a session, and profiles, would take the place of the account's.
    for (String name : List.of("AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_DEFAULT_PROFILE")) builder.environment().remove(name);
    builder.environment().putAll(environment());
    Process process = null;
    try {
      process = builder.start();
      process.getOutputStream().close();
      CompletableFuture<String> problem = CompletableFuture.supplyAsync(textOf(process.getErrorStream()), PartitaAccount::inThread);
      String output = textOf(process.getInputStream()).get();
      if (process.waitFor() == 0) return output;
      // A command that finds something, such as a model's mistakes, prints it as its output and fails.
      throw new PartitaException((problem.join().trim() + "\n" + output.trim()).trim());
    } catch (IOException error) {
      throw new PartitaException("partita: " + line.get(0) + " could not be run: " + error.getMessage(), error);
    } catch (InterruptedException error) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new PartitaException("partita " + String.join(" ", arguments) + " was interrupted", error);
    }
  }

  boolean canBeForgotten() {
    return server.adminSocket().isPresent();
  }

  private static void inThread(Runnable task) {
    Thread thread = new Thread(task, "partita-run");
    thread.setDaemon(true);
    thread.start();
  }

  private static Supplier<String> textOf(InputStream stream) {
    return () -> {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException closed) {
        return "";
      }
    };
  }

  @Override
  public String toString() {
    return "account " + id + " at " + endpoint();
  }
}
