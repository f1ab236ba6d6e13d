package partita.runtime;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The texts of times and dates in attributes. */
final class Times {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);
  private static final long LEAST_MS = -62_167_219_200_000L;
  private static final long MOST_MS = 253_402_300_799_999L;

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
    return TIME.format(Instant.ofEpochMilli(ms));
  }

  /** Returns the text of a date. Throws ModelException outside of the years 0000 to 9999. */
  static String dateText(LocalDate date) {
    if (date.getYear() < 0 || date.getYear() > 9999) {
      throw new ModelException("the date " + date + " is outside of the years 0000 to 9999");
    }
    return DATE.format(date);
  }
}
