package partita.runtime;

/** The texts of times, identifiers and bytes in string keys. */
final class TextForms {
  private static final String HEX = "0123456789abcdef";

  private TextForms() {}

  /** Returns true if the text begins a text of the kind's form. True for kinds without a form. */
  static boolean begins(FieldKind kind, String text) {
    String form = kind.form();
    if (form == null) {
      return true;
    }
    if (text.length() > form.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); ++i) {
      if (!matches(form.charAt(i), text.charAt(i))) {
        return false;
      }
    }
    if (kind == FieldKind.ULID) {
      return text.isEmpty() || text.charAt(0) <= '7'; // A ULID has 128 bits.
    }
    return kind == FieldKind.UUID || inCalendar(text);
  }

  /** Returns true if the text has the one form of its kind. True for kinds without a form. */
  static boolean has(FieldKind kind, String text) {
    String form = kind.form();
    return form == null || (text.length() == form.length() && begins(kind, text));
  }

  /** Returns the number of characters of a time or date that the format keeps, or 0. */
  static int cutSize(FieldKind kind, KeyFormat format) {
    if (kind != FieldKind.TIME && kind != FieldKind.DATE) {
      return 0;
    }
    return switch (format) {
      case YEAR -> 4;
      case MONTH -> 7;
      case DAY -> 10;
      case HOUR -> kind == FieldKind.TIME ? 13 : 0;
      default -> 0;
    };
  }

  /** Returns the lower-case hex of bytes, whose order is the order of the bytes. */
  static String hex(byte[] bytes) {
    StringBuilder out = new StringBuilder(2 * bytes.length);
    for (byte one : bytes) {
      out.append(HEX.charAt((one >> 4) & 15)).append(HEX.charAt(one & 15));
    }
    return out.toString();
  }

  /** Returns the bytes of lower-case hex, or null for any other text. */
  static byte[] readHex(String hex) {
    if (hex.length() % 2 != 0) {
      return null;
    }
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; ++i) {
      int high = HEX.indexOf(hex.charAt(2 * i));
      int low = HEX.indexOf(hex.charAt(2 * i + 1));
      if (high < 0 || low < 0) {
        return null;
      }
      bytes[i] = (byte) (high * 16 + low);
    }
    return bytes;
  }

  private static boolean matches(char form, char c) {
    boolean isDigit = c >= '0' && c <= '9';
    return switch (form) {
      case 'd' -> isDigit;
      case 'x' -> isDigit || (c >= 'a' && c <= 'f');
      case 'u' -> isDigit || (c >= 'A' && c <= 'Z' && "ILOU".indexOf(c) < 0);
      default -> form == c;
    };
  }

  // Checks the month, day, hour, minute and second, each if the text contains it.
  private static boolean inCalendar(String text) {
    return within(text, 5, 1, 12)
        && within(text, 8, 1, 31)
        && within(text, 11, 0, 23)
        && within(text, 14, 0, 59)
        && within(text, 17, 0, 60);
  }

  private static boolean within(String text, int at, int low, int high) {
    if (text.length() < at + 2) {
      return true;
    }
    int number = 10 * (text.charAt(at) - '0') + text.charAt(at + 1) - '0';
    return number >= low && number <= high;
  }
}
