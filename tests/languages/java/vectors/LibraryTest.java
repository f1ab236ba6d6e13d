package partita.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Checks parts of the library that recorded calls do not reach. */
public final class LibraryTest {
  private int passed;
  private int failed;

  private LibraryTest() {}

  /** Takes no arguments. Ends with the status 1 if a check fails. */
  public static void main(String[] arguments) {
    LibraryTest test = new LibraryTest();
    test.numbers();
    test.times();
    test.documents();
    test.sideBySide();
    test.tokens();
    System.out.printf("%d passed, %d failed%n", test.passed, test.failed);
    System.exit(test.failed == 0 && test.passed > 0 ? 0 : 1);
  }

  private void equal(Object is, Object wanted) {
    if (Objects.equals(is, wanted)) {
      ++passed;
    } else {
      ++failed;
      System.out.println("it is " + is + " and not " + wanted);
    }
  }

  private void refused(Supplier<?> run) {
    try {
      equal(run.get(), "an error");
    } catch (ModelException error) {
      ++passed;
    }
  }

  private void numbers() {
    equal(FloatTexts.ofDouble(0.1), "0.1");
    equal(FloatTexts.ofDouble(-0.0), "0");
    equal(FloatTexts.ofDouble(1e21), "1000000000000000000000");
    equal(FloatTexts.ofDouble(2e-3), "0.002");
    equal(FloatTexts.ofDouble(9007199254740993.0), "9007199254740992");
    equal(FloatTexts.ofDouble(1.7976931348623157e100).length(), 101);
    equal(FloatTexts.ofFloat(0.1f), "0.1");
    equal(FloatTexts.ofFloat(16777216f), "16777216");
    equal(FloatTexts.ofFloat(1.1754944e-38f), "0." + "0".repeat(37) + "11754944");
    refused(() -> FloatTexts.ofDouble(Double.NaN));
    refused(() -> FloatTexts.ofDouble(1e300));
    refused(() -> FloatTexts.ofFloat(Float.POSITIVE_INFINITY));
    equal(Numbers.canonical("1.50E+2"), "150");
    equal(Numbers.canonical("-0.0"), "0");
    equal(Numbers.read("1e126"), null);
    equal(Numbers.read("1".repeat(39)), null);
    equal(Numbers.read(""), null);
    equal(WholeNumbers.signedPadded(BigInteger.valueOf(-5), 3), "0994");
    equal(WholeNumbers.readSignedPadded("0994", 3), BigInteger.valueOf(-5));
    equal(WholeNumbers.read("18446744073709551616"), null);
  }

  private void times() {
    equal(Times.text(-1), "1969-12-31T23:59:59.999Z");
    equal(Times.read("1969-12-31T23:59:59.999Z"), Instant.ofEpochMilli(-1));
    equal(Times.read("2026-02-29T00:00:00.000Z"), null);
    equal(Times.read("2026-01-01T00:00:60.000Z"), null);
    equal(Times.readDate("2024-02-29"), LocalDate.of(2024, 2, 29));
    refused(() -> Times.text(Long.MAX_VALUE));
    equal(Escapes.unescape(Escapes.escape("a#$\0\u00e9")), "a#$\0\u00e9");
    equal(Escapes.unescape("$2F"), null);
    equal(Integer.signum(Texts.compare("\uD83D\uDE00", "\uFFFD")), 1);
  }

  private void documents() {
    Map<String, Object> document =
        Map.of("a", List.of("x", true), "b", Set.of(BigDecimal.ONE), "c", new BigDecimal(1000));
    equal(Documents.decode(Documents.encode(document)), document);
    refused(() -> Documents.encode(new Object()));
    refused(() -> Documents.encode(Set.of()));
    refused(() -> Documents.encode(Set.of("a", 1)));
    refused(() -> Documents.encode(Map.of(1, 2)));
  }

  // An executor with one thread must not make calls wait that send requests side by side again.
  private void sideBySide() {
    ExecutorService one = Executors.newSingleThreadExecutor();
    Supplier<Integer> inner =
        () ->
            SideBySide.<Integer>all(one, List.of(() -> 1, () -> 2)).stream().mapToInt(i -> i).sum();
    equal(SideBySide.all(one, List.of(inner, inner, inner)), List.of(3, 3, 3));
    refused(
        () ->
            SideBySide.all(
                one,
                List.of(
                    () -> 1,
                    () -> {
                      throw new ModelException("refused");
                    })));
    one.shutdown();
    equal(SideBySide.all(one, List.of(() -> 1, () -> 2)), List.of(1, 2));
  }

  private void tokens() {
    byte[] binding = {1, 2};
    List<byte[]> keys = List.of(new byte[] {7}, new byte[] {8});
    List<QueryPosition> positions =
        List.of(
            QueryPosition.BEGIN,
            QueryPosition.END,
            QueryPosition.after(Map.of("PK", AttributeValue.fromS("x"))));
    String token = PageTokens.make(positions, binding, keys.subList(1, 2));
    equal(PageTokens.read(token, binding, keys, 3, "p"), positions);
    refused(() -> PageTokens.read(token, binding, keys.subList(0, 1), 3, "p"));
    refused(() -> PageTokens.read(token, new byte[] {1}, keys, 3, "p"));
    refused(() -> PageTokens.read(token, binding, keys, 2, "p"));
    refused(() -> PageTokens.read(token + "=", binding, keys, 3, "p"));
    refused(() -> PageTokens.read("?", binding, keys, 3, "p"));
  }
}
