package partita.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Exact decimal numbers as DynamoDB has them, with up to 38 significant digits. The magnitude is 0
 * or between 1E-130 and 9.99...E+125. Numbers have no trailing zeros, so that equal ones are equal.
 */
final class Numbers {
  private static final int MOST_DIGITS = 38;
  private static final int MOST_EXPONENT = 126;
  private static final int LEAST_EXPONENT = -129;
  // Exponents beyond this bound are all alike, because the digits of a text cannot make up for
  // them.
  private static final long EXPONENT_BOUND = 1_000_000_000L;
  private static final String TOO_MANY_DIGITS =
      "Attempting to store more than 38 significant digits in a Number";
  private static final String OVERFLOW =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  private static final String UNDERFLOW =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range";
  private static final Pattern FORM =
      Pattern.compile("([+-]?)([0-9]*)(?:\\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?");

  private Numbers() {}

  /** A number, or the service's words about a text that is not one. */
  private record Result(BigDecimal number, String fault) {}

  /**
   * Returns the number that the text has.
   *
   * @throws ModelException with the service's words, for a text that is not a number, has more than
   *     38 significant digits or is out of range
   */
  static BigDecimal parse(String text) {
    return valueOf(readText(text == null ? "" : text));
  }

  /** Returns the number that the text has, or null if parse() would throw or the text is null. */
  static BigDecimal read(String text) {
    return text == null ? null : readText(text).number();
  }

  /** Returns the exact sum. Throws ModelException if it is out of range or has over 38 digits. */
  static BigDecimal plus(BigDecimal a, BigDecimal b) {
    return valueOf(sumOf(a, b));
  }

  /** Returns the exact sum, or null if plus() would throw. */
  static BigDecimal sumIfValid(BigDecimal a, BigDecimal b) {
    return sumOf(a, b).number();
  }

  /** Returns the exact difference. Throws ModelException as plus() does. */
  static BigDecimal minus(BigDecimal a, BigDecimal b) {
    return plus(a, b.negate());
  }

  /** Returns the text in plain decimal notation without superfluous zeros and without "-0". */
  static String text(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  /**
   * Returns the number with its own digits before the point, so that programs see 1000, not 1E+3.
   */
  static BigDecimal plain(BigDecimal number) {
    return number.scale() < 0 ? number.setScale(0) : number;
  }

  /** Returns the text that all equal numbers have, or the text itself if it is not a number. */
  static String canonical(String text) {
    BigDecimal number = read(text);
    return number == null ? text : text(number);
  }

  /** Returns true if both texts are of the same number, or are the same text. */
  static boolean same(String a, String b) {
    return a.equals(b) || canonical(a).equals(canonical(b));
  }

  /**
   * Returns the bytes that the service counts for a number in an item's size: one, another one for
   * a minus sign, and one for each two significant digits before the point and after it.
   */
  static int sizeOf(String text) {
    BigDecimal number = read(text);
    if (number == null) {
      return text.length();
    }
    int count = number.signum() == 0 ? 0 : number.precision();
    int before = Math.min(Math.max(count - number.scale(), 0), count);
    return 1 + (number.signum() < 0 ? 1 : 0) + (before + 1) / 2 + (count - before + 1) / 2;
  }

  private static BigDecimal valueOf(Result result) {
    if (result.fault() != null) {
      throw new ModelException(result.fault());
    }
    return result.number();
  }

  private static Result readText(String text) {
    Matcher parts = FORM.matcher(text);
    Result notANumber =
        new Result(null, "The parameter cannot be converted to a numeric value: " + text);
    if (!parts.matches()) {
      return notANumber;
    }
    String fraction = parts.group(3) == null ? "" : parts.group(3);
    String digits = parts.group(2) + fraction;
    Long exponent = readExponent(parts.group(4));
    if (digits.isEmpty() || exponent == null) {
      return notANumber;
    }
    BigInteger whole = new BigInteger(digits);
    // A zero must be in range too, by its written exponent. It has one digit, the last one.
    if (whole.signum() == 0) {
      String fault = faultOfExponent(exponent + 1 - fraction.length());
      return fault == null ? new Result(BigDecimal.ZERO, null) : new Result(null, fault);
    }
    BigDecimal plain = new BigDecimal(whole).stripTrailingZeros();
    if (plain.precision() > MOST_DIGITS) {
      return new Result(null, TOO_MANY_DIGITS);
    }
    long scale = exponent - fraction.length() - plain.scale();
    String fault = faultOfExponent(plain.precision() + scale);
    if (fault != null) {
      return new Result(null, fault);
    }
    BigInteger unscaled = plain.unscaledValue();
    boolean isNegative = parts.group(1).equals("-");
    return new Result(
        new BigDecimal(isNegative ? unscaled.negate() : unscaled, (int) -scale), null);
  }

  private static Long readExponent(String text) {
    if (text == null) {
      return 0L;
    }
    BigInteger exponent = new BigInteger(text);
    if (exponent.bitLength() > 63) {
      return null;
    }
    return Math.min(Math.max(exponent.longValue(), -EXPONENT_BOUND), EXPONENT_BOUND);
  }

  // The exponent is that of the number in the form 0.d1d2... * 10^exponent.
  private static String faultOfExponent(long exponent) {
    if (exponent > MOST_EXPONENT) {
      return OVERFLOW;
    }
    return exponent < LEAST_EXPONENT ? UNDERFLOW : null;
  }

  private static Result sumOf(BigDecimal a, BigDecimal b) {
    BigDecimal sum = a.add(b).stripTrailingZeros();
    if (sum.signum() == 0 || b.signum() == 0 || a.signum() == 0) {
      return new Result(sum, null);
    }
    // The service calls both an overflow.
    String fault =
        sum.precision() > MOST_DIGITS
            ? OVERFLOW
            : faultOfExponent((long) sum.precision() - sum.scale());
    return fault == null ? new Result(sum, null) : new Result(null, fault);
  }
}
