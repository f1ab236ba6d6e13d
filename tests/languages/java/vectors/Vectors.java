package partita.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.protocols.jsoncore.JsonNodeParser;

/**
 * Runs the calls of files of vectors (record_vectors) through the library, at an endpoint that
 * knows only the recorded answers. Each call must send the recorded requests, no others, and give
 * the recorded result.
 */
public final class Vectors {
  private static final int MOST_SHOWN = 20;
  // The advice of an error is in the words of each language: ": add .read_first()" in C++.
  private static final Pattern ADVICE =
      Pattern.compile(
          ": (add |say |give |name ).*$|: set the .*$|, or keep the stored value with .*$"
              + "|\\. Read the first page again .*$|: (pt::|a version of ).*$");

  private Vectors() {}

  /** Takes the paths of the files. Ends with the status 1 if a call differs. */
  public static void main(String[] paths) throws IOException {
    int played = 0;
    int wrong = 0;
    for (String path : paths) {
      JsonNode file = JsonNodeParser.create().parse(Files.readString(Path.of(path)));
      AtomicInteger ids = new AtomicInteger();
      Endpoint endpoint = new Endpoint();
      long now = Long.parseLong(Json.get(file, "nowMs").asNumber());
      ClientOptions options =
          ClientOptions.builder()
              .pageTokenKeys("a key of the vectors".getBytes(StandardCharsets.UTF_8))
              .clock(Clock.fixed(Instant.ofEpochMilli(now), ZoneOffset.UTC))
              .ids(() -> "fefefefe-" + ids.incrementAndGet())
              .build();
      Player player = new Player(new Session(endpoint, options), Json.get(file, "description"));
      List<JsonNode> cases = Json.list(file, "cases");
      for (int i = 0; i < cases.size(); ++i) {
        List<String> faults = play(player, endpoint, cases.get(i));
        ++played;
        if (!faults.isEmpty() && ++wrong <= MOST_SHOWN) {
          System.out.printf(
              "%s case %d: %s%n  %s%n",
              path, i, Json.get(cases.get(i), "call"), String.join("\n  ", faults));
        }
      }
    }
    System.out.printf("%d passed, %d failed%n", played - wrong, wrong);
    System.exit(wrong == 0 ? 0 : 1);
  }

  private static List<String> play(Player player, Endpoint endpoint, JsonNode one) {
    endpoint.begin(Json.get(one, "exchanges"));
    JsonNode answer = Json.get(one, "answer");
    JsonNode expected = Json.get(answer, "error");
    String result = null;
    RuntimeException failure = null;
    try {
      result = SdkJson.canonical(player.play(Json.get(one, "call")));
    } catch (RuntimeException error) {
      failure = error;
    }
    List<String> faults = endpoint.end();
    if (failure == null && expected == null) {
      String wanted = SdkJson.canonical(SdkJson.plain(answer));
      if (!wanted.equals(result)) {
        faults.add("result: " + result + "\n  and not: " + wanted);
      }
    } else if (failure == null) {
      faults.add("it succeeds, and should fail: " + expectedError(expected));
    } else if (expected == null) {
      faults.add("it fails with: " + failure + " at " + Arrays.toString(failure.getStackTrace()));
    } else {
      String is = describe(failure);
      String service =
          "error " + Json.text(expected, "code") + ": " + Json.text(expected, "message");
      if (!is.equals(expectedError(expected)) && !is.equals(service)) {
        faults.add("it fails with: " + is + "\n  and not: " + expectedError(expected));
      }
    }
    return faults;
  }

  private static String describe(RuntimeException error) {
    if (error instanceof WriteRefusedException refused) {
      return "refused " + refused.reason();
    }
    if (error instanceof ModelException) {
      return "wrong " + ADVICE.matcher(error.getMessage()).replaceFirst("");
    }
    if (error instanceof AwsServiceException service) {
      return "error "
          + service.awsErrorDetails().errorCode()
          + ": "
          + service.awsErrorDetails().errorMessage();
    }
    return "error " + error.getClass().getSimpleName() + ": " + error.getMessage();
  }

  private static String expectedError(JsonNode error) {
    if ("VersionConflict".equals(Json.text(error, "code"))) {
      return "refused VERSION_CONFLICT";
    }
    String refusal = Json.text(error, "refusal");
    if (refusal != null) {
      boolean isCondition = Set.of("NotAsGiven", "ConditionFalse", "OutOfRange").contains(refusal);
      return "refused " + (isCondition ? "CONDITION_FAILED" : Json.constant(refusal));
    }
    return "wrong " + ADVICE.matcher(Json.text(error, "message")).replaceFirst("");
  }
}
