package partita.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts and bytes in the order of their UTF-8 bytes, which is the one of keys. */
final class Texts {
  private Texts() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the number of UTF-8 bytes of the text, without making them. */
  static int utf8Size(String text) {
    int size = 0;
    for (int i = 0; i < text.length(); ++i) {
      char c = text.charAt(i);
      if (c < 0x80) {
        size += 1;
      } else if (c < 0x800) {
        size += 2;
      } else if (Character.isSurrogate(c)) {
        size += 2; // Two halves make a character of four bytes.
      } else {
        size += 3;
      }
    }
    return size;
  }

  /** Returns a negative number, 0 or a positive number, by the order of the UTF-8 bytes. */
  static int compare(String a, String b) {
    int size = Math.min(a.length(), b.length());
    for (int i = 0; i < size; ++i) {
      int difference = rank(a.charAt(i)) - rank(b.charAt(i));
      if (difference != 0) {
        return difference;
      }
    }
    return a.length() - b.length();
  }

  static int compare(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b);
  }

  /** Returns true if the bytes begin with others. */
  static boolean beginsWith(byte[] bytes, byte[] begin) {
    return bytes.length >= begin.length
        && Arrays.equals(bytes, 0, begin.length, begin, 0, begin.length);
  }

  /** Returns true if the part is somewhere in the bytes. */
  static boolean contains(byte[] bytes, byte[] part) {
    for (int at = 0; at + part.length <= bytes.length; ++at) {
      if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  // Halves of surrogate pairs, whose characters are above all others, come last.
  private static int rank(char unit) {
    if (unit >= 0xe000) {
      return unit - 0x800;
    }
    return unit >= 0xd800 ? unit + 0x2000 : unit;
  }
}
