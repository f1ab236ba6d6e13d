package partita.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Whole numbers of up to 64 bits, with or without a sign, and their texts in string keys, which
 * sort as the numbers do. The functions return null for a number or a text that has another form.
 */
final class WholeNumbers {
  private static final int MOST_PLAIN_DIGITS = 18;

  private WholeNumbers() {}

  /** Returns true if the text is the own text of a number that every whole kind can hold. */
  static boolean isPlain(String text) {
    int size = text.length();
    if (size == 0 || size > MOST_PLAIN_DIGITS || (text.charAt(0) == '0' && size > 1)) {
      return false;
    }
    for (int i = 0; i < size; ++i) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** Returns the number that an attribute holds, for example as 5, -5, 5.0 or 5E3. */
  static BigInteger read(String text) {
    if (isPlain(text)) {
      return BigInteger.valueOf(Long.parseLong(text));
    }
    if (isDigits(text, text.startsWith("-") ? 1 : 0)) {
      BigInteger number = new BigInteger(text);
      if (number.abs().bitLength() <= 64) {
        return number;
      }
    }
    BigDecimal exact = Numbers.read(text);
    if (exact == null || exact.scale() > 0) {
      return null;
    }
    BigInteger number = exact.toBigInteger();
    return number.abs().bitLength() <= 64 ? number : null;
  }

  /** Returns true if a field of this kind can hold the number. */
  static boolean fits(FieldKind kind, BigInteger number) {
    return kind == FieldKind.UNSIGNED ? number.signum() >= 0 : number.bitLength() <= 63;
  }

  /** Returns the number with leading zeros. Requires: the number is at least zero. */
  static String padded(BigInteger number, int width) {
    String text = number.toString();
    return text.length() > width ? null : "0".repeat(width - text.length()) + text;
  }

  /** Reads a text of exactly as many digits. */
  static BigInteger readPadded(String text, int width) {
    if (text.length() != width || !isDigits(text, 0)) {
      return null;
    }
    BigInteger number = new BigInteger(text);
    return number.bitLength() <= 64 ? number : null;
  }

  /**
   * Returns '1' and the digits if the number is at least zero, or '0' and the nines' complement of
   * its digits if it is negative. At width 3 the texts of 5, 0 and -5 are 1005, 1000 and 0994.
   */
  static String signedPadded(BigInteger number, int width) {
    String digits = padded(number.abs(), width);
    if (digits == null) {
      return null;
    }
    return number.signum() < 0 ? "0" + ninesComplement(digits) : "1" + digits;
  }

  /** Reads such a text. */
  static BigInteger readSignedPadded(String text, int width) {
    char sign = text.isEmpty() ? ' ' : text.charAt(0);
    if (sign != '0' && sign != '1') {
      return null;
    }
    String digits = text.substring(1);
    if (!isDigits(digits, 0)) {
      return null;
    }
    boolean isNegative = sign == '0';
    BigInteger number = readPadded(isNegative ? ninesComplement(digits) : digits, width);
    if (number == null || (isNegative && number.signum() == 0)) {
      return null;
    }
    return isNegative ? number.negate() : number;
  }

  private static boolean isDigits(String text, int from) {
    for (int i = from; i < text.length(); ++i) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.length() > from;
  }

  private static String ninesComplement(String digits) {
    StringBuilder out = new StringBuilder(digits.length());
    for (int i = 0; i < digits.length(); ++i) {
      out.append((char) ('0' + '9' - digits.charAt(i)));
    }
    return out.toString();
  }
}
