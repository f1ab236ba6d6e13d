package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A read of an access pattern as data. */
final class ReadRequest {
  private final Builder facts;

  private ReadRequest(Builder facts) {
    this.facts = facts;
  }

  /**
   * Returns a builder.
   *
   * @param values the fields by which the pattern is read
   */
  static Builder builder(
      TableDescription table, PatternDescription pattern, Map<String, AttributeValue> values) {
    return new Builder(table, pattern, values);
  }

  Builder toBuilder() {
    return new Builder(facts);
  }

  TableDescription table() {
    return facts.table;
  }

  PatternDescription pattern() {
    return facts.pattern;
  }

  Map<String, AttributeValue> values() {
    return facts.values;
  }

  /** Returns the range of the plan's range field or bucket field, or null. */
  SortRange range() {
    return facts.range;
  }

  /** Returns the most matching items, or null for all. */
  Integer take() {
    return facts.take;
  }

  /** Returns the most items that are read, or null. */
  Integer readAtMost() {
    return facts.readAtMost;
  }

  /** Returns the token of a page, or null. */
  String after() {
    return facts.after;
  }

  boolean isForward() {
    return facts.forward == null ? facts.pattern.plan().forward() : facts.forward;
  }

  boolean isConsistent() {
    return facts.consistent == null ? facts.pattern.plan().consistent() : facts.consistent;
  }

  /** Returns the filter, or null. That of a part already has the defaults of its entities. */
  Condition filter() {
    return facts.filter;
  }

  boolean expiredToo() {
    return facts.expiredToo;
  }

  /** Returns true if at most one request is sent, or one for each shard. */
  boolean oneRound() {
    return facts.oneRound;
  }

  /** Returns the member of a collection that is read, or null. */
  MemberPart part() {
    return facts.part;
  }

  /** Builds a request. */
  static final class Builder {
    private final TableDescription table;
    private final PatternDescription pattern;
    private Map<String, AttributeValue> values;
    private SortRange range;
    private Integer take;
    private Integer readAtMost;
    private String after;
    private Boolean forward;
    private Boolean consistent;
    private Condition filter;
    private boolean expiredToo;
    private boolean oneRound;
    private MemberPart part;

    private Builder(
        TableDescription table, PatternDescription pattern, Map<String, AttributeValue> values) {
      this.table = table;
      this.pattern = pattern;
      this.values = values;
    }

    private Builder(Builder other) {
      this(other.table, other.pattern, other.values);
      range = other.range;
      take = other.take;
      readAtMost = other.readAtMost;
      after = other.after;
      forward = other.forward;
      consistent = other.consistent;
      filter = other.filter;
      expiredToo = other.expiredToo;
      oneRound = other.oneRound;
      part = other.part;
    }

    Builder values(Map<String, AttributeValue> other) {
      values = other;
      return this;
    }

    Builder range(SortRange other) {
      range = other;
      return this;
    }

    Builder take(Integer most) {
      take = most;
      return this;
    }

    Builder readAtMost(Integer most) {
      readAtMost = most;
      return this;
    }

    Builder after(String token) {
      after = token;
      return this;
    }

    Builder forward(Boolean is) {
      forward = is;
      return this;
    }

    Builder consistent(Boolean is) {
      consistent = is;
      return this;
    }

    Builder filter(Condition condition) {
      filter = condition;
      return this;
    }

    Builder expiredToo(boolean is) {
      expiredToo = is;
      return this;
    }

    Builder oneRound(boolean is) {
      oneRound = is;
      return this;
    }

    Builder part(MemberPart other) {
      part = other;
      return this;
    }

    ReadRequest build() {
      return new ReadRequest(new Builder(this));
    }
  }
}
