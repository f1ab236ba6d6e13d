package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rounds of a write that took over values of expired owners, or found their owners changed. */
final class Claims {
  private final Session session;
  private final List<Takeover> takeovers = new ArrayList<>();
  private int rounds = 1; // those that began without known owners

  Claims(Session session) {
    this.session = session;
  }

  List<Takeover> takeovers() {
    return takeovers;
  }

  boolean mayGoOn() {
    return rounds < session.attempts();
  }

  /** Counts a round that begins because the write has met a sentinel of another item. */
  void count() {
    ++rounds;
  }

  Takeover of(Map<String, AttributeValue> sentinelKey) {
    for (Takeover one : takeovers) {
      if (one.sentinelKey().equals(sentinelKey)) {
        return one;
      }
    }
    return null;
  }

  /**
   * Begins again after a delay without the known takeovers, because the owners have changed since
   * they were read.
   *
   * @throws WriteRefusedException if the rounds are used up
   */
  void beginAgain(Where where) {
    if (!mayGoOn()) {
      throw Takeover.ownersChange(where, rounds);
    }
    takeovers.clear();
    Session.pause(session.delayBefore(rounds++));
  }
}
