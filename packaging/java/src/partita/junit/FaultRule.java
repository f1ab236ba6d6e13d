package partita.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fault on purpose: which calls fail, and how. Each method returns a rule with one more member, and leaves the rule on which it
 * is called as it is. The server checks the members, and {@link PartitaAccount#faults} reports a member that it refuses. Partita's
 * page on faults has the meaning of each member.
 */
public final class FaultRule {
  private final Map<String, Object> members;

  private FaultRule(Map<String, Object> members) {
    this.members = members;
  }

  /**
   * A rule for calls of these operations: names of the API such as {@code PutItem}, or {@code reads} or {@code writes} for all
   * operations on items. Without a name, it is a rule for all operations.
   */
  public static FaultRule on(String... operations) {
    FaultRule all = new FaultRule(Map.of());
    return operations.length == 0 ? all : all.with("operations", List.of(operations));
  }

  /** Only calls that name this table. */
  public FaultRule table(String name) {
    return with("table", name);
  }

  /**
   * Only calls that name an item with this attribute. Further calls of this method add further attributes.
   *
   * @param type S, N or B, as in DynamoDB's JSON
   */
  public FaultRule key(String attribute, String type, String value) {
    Map<String, Object> key = new LinkedHashMap<>();
    if (members.get("key") instanceof Map<?, ?> before) before.forEach((name, one) -> key.put((String) name, one));
    key.put(attribute, Map.of(type, value));
    return with("key", key);
  }

  /** The first calls that match are let through. */
  public FaultRule skip(long calls) {
    return with("skip", calls);
  }

  /** The share of the calls on which the rule acts, from 0 to 1. */
  public FaultRule probability(double share) {
    return with("probability", share);
  }

  /** The most calls on which the rule acts. */
  public FaultRule count(long calls) {
    return with("count", calls);
  }

  /** The call is carried out first, so that only the answer is lost. */
  public FaultRule afterTheCall() {
    return with("when", "after");
  }

  /** The time, in whole milliseconds, by which the call or its answer is late. */
  public FaultRule delay(Duration time) {
    return with("delay_ms", time.toMillis());
  }

  /** The error that the caller gets, such as {@code ProvisionedThroughputExceededException}. */
  public FaultRule error(String code) {
    return with("error", code);
  }

  /** Another text for the error than the service's. */
  public FaultRule message(String text) {
    return with("message", text);
  }

  /** The connection closes without an answer. */
  public FaultRule cutConnection() {
    return with("connection", "cut");
  }

  /** The share of a batch's members that come back as unprocessed, from 0 to 1. */
  public FaultRule unprocessed(double share) {
    return with("unprocessed", share);
  }

  @Override
  public String toString() {
    return Json.of(members);
  }

  static List<Object> membersOf(FaultRule... rules) {
    List<Object> out = new ArrayList<>();
    for (FaultRule rule : rules) out.add(rule.members);
    return out;
  }

  private FaultRule with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new FaultRule(more);
  }
}
