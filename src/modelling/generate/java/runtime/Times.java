package partita.runtime;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/** The texts of times and dates in attributes. */
final class Times {
  private static final long LEAST_MS = -62_167_219_200_000L;
  private static final long MOST_MS = 253_402_300_799_999L;
  private static final long DAY_MS = 86_400_000;
  private static final int HOUR_MS = 3_600_000;
  private static final int MINUTE_MS = 60_000;
  private static final int SECOND_MS = 1000;

  private Times() {}

  /**
   * Returns the text of a time in milliseconds since 1970.
   *
   * @throws ModelException for a time outside of the years 0000 to 9999
   */
  static String text(long ms) {
    if (ms < LEAST_MS || ms > MOST_MS) {
      throw new ModelException(
          "the time " + ms + " ms since 1970 is outside of the years 0000 to 9999");
    }
    int inDay = (int) Math.floorMod(ms, DAY_MS);
    StringBuilder text = new StringBuilder(24);
    addDate(text, LocalDate.ofEpochDay(Math.floorDiv(ms, DAY_MS)));
    add(text.append('T'), inDay / HOUR_MS, 2);
    add(text.append(':'), inDay % HOUR_MS / MINUTE_MS, 2);
    add(text.append(':'), inDay % MINUTE_MS / SECOND_MS, 2);
    add(text.append('.'), inDay % SECOND_MS, 3);
    return text.append('Z').toString();
  }

  /** Returns the text of a date. Throws ModelException outside of the years 0000 to 9999. */
  static String dateText(LocalDate date) {
    if (date.getYear() < 0 || date.getYear() > 9999) {
      throw new ModelException("the date " + date + " is outside of the years 0000 to 9999");
    }
    StringBuilder text = new StringBuilder(10);
    addDate(text, date);
    return text.toString();
  }

  /** Returns the time of a text, or null if the text is not a time with milliseconds in UTC. */
  static Instant read(String text) {
    if (!TextForms.has(FieldKind.TIME, text) || text.charAt(17) == '6') {
      return null;
    }
    LocalDate date = readDate(text.substring(0, 10));
    if (date == null) {
      return null;
    }
    long ms = date.toEpochDay() * DAY_MS;
    ms += (long) digits(text, 11, 13) * HOUR_MS + digits(text, 14, 16) * MINUTE_MS;
    return Instant.ofEpochMilli(ms + digits(text, 17, 19) * SECOND_MS + digits(text, 20, 23));
  }

  /** Returns the date of a text, or null if the text is not a date. */
  static LocalDate readDate(String text) {
    if (!TextForms.has(FieldKind.DATE, text)) {
      return null;
    }
    try {
      return LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
    } catch (DateTimeException error) {
      return null; // The month does not have the day.
    }
  }

  private static void addDate(StringBuilder text, LocalDate date) {
    add(text, date.getYear(), 4);
    add(text.append('-'), date.getMonthValue(), 2);
    add(text.append('-'), date.getDayOfMonth(), 2);
  }

  private static void add(StringBuilder text, int number, int width) {
    for (int place = width == 4 ? 1000 : width == 3 ? 100 : 10; place > 0; place /= 10) {
      text.append((char) ('0' + number / place % 10));
    }
  }

  private static int digits(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; ++i) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }
}
