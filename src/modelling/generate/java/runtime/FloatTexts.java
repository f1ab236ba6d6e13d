package partita.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/** The texts of numbers of single and double precision, as the layer in C++ writes them. */
final class FloatTexts {
  // Shortest digits that end this many places before the point are written as the whole number's
  // own digits.
  private static final int MOST_OWN_DIGITS = 5;
  private static final double LARGEST_SAFE = 9_007_199_254_740_991.0;
  private static final int MOST_FLOAT_DIGITS = 9;
  private static final int MOST_DOUBLE_DIGITS = 17;

  private FloatTexts() {}

  /**
   * Returns the shortest text of the single-precision number, as the database writes it.
   *
   * @throws ModelException for a number that the database cannot store
   */
  static String ofFloat(float number) {
    BigDecimal shortest = Float.isFinite(number) ? shortest(number) : null;
    BigDecimal exact = shortest == null ? null : Numbers.read(shortest.toPlainString());
    if (exact == null) {
      throw new ModelException(
          "the value holds " + number + ", which is not a number that the database can store");
    }
    return Numbers.text(exact);
  }

  /**
   * Returns the text of a number with all digits of a whole number, if its shortest digits leave
   * only few of them out, so that each program stores equal numbers alike.
   *
   * @throws ModelException for a number that the database cannot store
   */
  static String ofDouble(double number) {
    if (Math.abs(number) <= LARGEST_SAFE && number == Math.rint(number)) {
      return Long.toString((long) number);
    }
    BigDecimal shortest = Double.isFinite(number) ? shortest(number) : null;
    BigDecimal exact = shortest == null ? null : Numbers.read(shortest.toString());
    if (exact == null) {
      throw new ModelException(number + " is not a number that the database can store");
    }
    return Numbers.text(exact);
  }

  // Double.toString() of Java 17 does not always give the shortest digits.
  private static BigDecimal shortest(double number) {
    BigDecimal whole = new BigDecimal(number);
    if (whole.signum() == 0) {
      return BigDecimal.ZERO;
    }
    for (int digits = 1; digits < MOST_DOUBLE_DIGITS; ++digits) {
      BigDecimal near = whole.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (near.doubleValue() == number) {
        return withOwnDigits(whole, near.stripTrailingZeros());
      }
    }
    return withOwnDigits(
        whole,
        whole
            .round(new MathContext(MOST_DOUBLE_DIGITS, RoundingMode.HALF_EVEN))
            .stripTrailingZeros());
  }

  // Beside a power of two the nearest digits can mean another number, but those next to them the
  // same one.
  private static BigDecimal shortest(float number) {
    BigDecimal whole = new BigDecimal(number);
    if (whole.signum() == 0) {
      return BigDecimal.ZERO;
    }
    for (int digits = 1; digits <= MOST_FLOAT_DIGITS; ++digits) {
      BigDecimal near = whole.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      BigInteger unscaled = near.unscaledValue();
      for (BigInteger one :
          List.of(unscaled, unscaled.add(BigInteger.ONE), unscaled.subtract(BigInteger.ONE))) {
        BigDecimal text = new BigDecimal(one, near.scale());
        if (text.floatValue() == number) {
          return withOwnDigits(whole, text.stripTrailingZeros());
        }
      }
    }
    return whole;
  }

  private static BigDecimal withOwnDigits(BigDecimal whole, BigDecimal shortest) {
    int places = -shortest.scale();
    int most = shortest.precision() == 1 ? MOST_OWN_DIGITS - 1 : MOST_OWN_DIGITS;
    return places >= 0 && places <= most ? whole : shortest;
  }
}
