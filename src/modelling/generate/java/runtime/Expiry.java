package partita.runtime;

import java.math.BigDecimal;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tells whether an item's time to live has passed. */
final class Expiry {
  /** The service does not remove an item whose time to live lies further back. */
  static final long LONGEST_PAST_SECONDS = 5L * 365 * 24 * 60 * 60;

  private Expiry() {}

  /**
   * Returns true if the time to live has passed, by the service's rule: the attribute is a number
   * of seconds, not after now and not more than five years before now. The attributes have the
   * fields that only keys hold.
   */
  static boolean hasPassed(
      EntityDescription entity, Map<String, AttributeValue> attributes, long nowMs) {
    if (entity.ttl() < 0) {
      return false;
    }
    String text = Values.numberOf(attributes.get(entity.field(entity.ttl()).attribute()));
    BigDecimal seconds = Numbers.read(text);
    if (seconds == null) {
      return false;
    }
    long now = nowMs / 1000;
    return seconds.compareTo(BigDecimal.valueOf(now)) <= 0
        && seconds.compareTo(BigDecimal.valueOf(now - LONGEST_PAST_SECONDS)) >= 0;
  }
}
