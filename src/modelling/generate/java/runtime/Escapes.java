package partita.runtime;

/**
 * Escapes of field values in string keys. A value must not hold a '#', because '#' joins the
 * fields.
 *
 * <p>A byte up to '$' is escaped. This keeps the order of texts, also if one text begins with
 * another. All these bytes are characters of ASCII, so the code units of a text are as good as its
 * bytes.
 */
final class Escapes {
  static final char DELIMITER = '#';

  /** The byte after the delimiter. All keys below a parent are below its key and this byte. */
  static final char AFTER_DELIMITER = '$';

  private static final String HEX = "0123456789ABCDEF";

  private Escapes() {}

  static boolean needed(String text) {
    for (int i = 0; i < text.length(); ++i) {
      if (text.charAt(i) <= AFTER_DELIMITER) {
        return true;
      }
    }
    return false;
  }

  static boolean needed(byte[] bytes) {
    for (byte one : bytes) {
      if ((one & 0xff) <= AFTER_DELIMITER) {
        return true;
      }
    }
    return false;
  }

  /** Returns the escape of a text. The byte order of escapes is that of the texts. */
  static String escape(String text) {
    if (!needed(text)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); ++i) {
      char c = text.charAt(i);
      if (c > AFTER_DELIMITER) {
        out.append(c);
      } else {
        out.append('$').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      }
    }
    return out.toString();
  }

  /** Returns the text of an escape, or null if escape() cannot have written it. */
  static String unescape(String escaped) {
    if (!needed(escaped)) {
      return escaped;
    }
    StringBuilder out = new StringBuilder(escaped.length());
    for (int i = 0; i < escaped.length(); ++i) {
      char c = escaped.charAt(i);
      if (c > AFTER_DELIMITER) {
        out.append(c);
        continue;
      }
      if (c != '$' || i + 2 >= escaped.length()) {
        return null;
      }
      int high = HEX.indexOf(escaped.charAt(i + 1));
      int low = HEX.indexOf(escaped.charAt(i + 2));
      if (high < 0 || low < 0 || high * 16 + low > AFTER_DELIMITER) {
        return null;
      }
      out.append((char) (high * 16 + low));
      i += 2;
    }
    return out.toString();
  }
}
