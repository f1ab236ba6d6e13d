package partita.runtime;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The changes and the conditions of a write in the making. It is never changed: each function
 * returns new terms.
 */
public final class WriteTerms {
  private static final WriteTerms NONE =
      new WriteTerms(List.of(), Map.of(), null, false, false, false, null);
  private static final WholeRange SIGNED =
      new WholeRange(BigInteger.valueOf(Long.MIN_VALUE), BigInteger.valueOf(Long.MAX_VALUE));
  private static final WholeRange UNSIGNED =
      new WholeRange(BigInteger.ZERO, BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));

  private final List<Change> changes;
  private final Map<String, AttributeValue> given;
  private final Long version;
  private final boolean anyVersion;
  private final boolean readFirst;
  private final boolean mustExist;
  private final Condition condition;

  private WriteTerms(
      List<Change> changes,
      Map<String, AttributeValue> given,
      Long version,
      boolean anyVersion,
      boolean readFirst,
      boolean mustExist,
      Condition condition) {
    this.changes = changes;
    this.given = given;
    this.version = version;
    this.anyVersion = anyVersion;
    this.readFirst = readFirst;
    this.mustExist = mustExist;
    this.condition = condition;
  }

  /** Returns terms without a change or condition. */
  public static WriteTerms none() {
    return NONE;
  }

  /** Sets a field. An empty set removes the attribute. */
  public <V> WriteTerms set(Column<V> column, V value) {
    return with(Change.of(ChangeKind.SET, column.position(), column.encode(value)));
  }

  /** Sets a field if it is absent. */
  public <V> WriteTerms setIfAbsent(Column<V> column, V value) {
    return with(
        Change.of(ChangeKind.SET_IF_ABSENT, column.position(), column.encodePresent(value)));
  }

  /** Removes an optional field. */
  public WriteTerms remove(Column<?> column) {
    return with(Change.of(ChangeKind.REMOVE, column.position(), null));
  }

  /** Adds to a field that is a number. */
  public WriteTerms increment(Column<?> column, Number by) {
    WholeRange range =
        switch (column.field().kind()) {
          case INTEGER, SECONDS -> SIGNED;
          case UNSIGNED -> UNSIGNED;
          default -> null;
        };
    AttributeValue amount = AttributeValue.fromN(Documents.numberText(by));
    return with(
        new Change(ChangeKind.INCREMENT, column.position(), List.of(), false, amount, range));
  }

  /** Adds elements behind those of a list. */
  public WriteTerms append(Column<List<Object>> column, List<?> elements) {
    AttributeValue list = Documents.encodeList(elements);
    return with(Change.of(ChangeKind.APPEND, column.position(), list));
  }

  /** Adds elements in front of those of a list. */
  public WriteTerms prepend(Column<List<Object>> column, List<?> elements) {
    AttributeValue list = Documents.encodeList(elements);
    return with(Change.of(ChangeKind.PREPEND, column.position(), list));
  }

  /** Adds elements to a set. */
  public <T> WriteTerms addToSet(Column<Set<T>> column, Set<T> elements) {
    return with(
        Change.of(ChangeKind.ADD_TO_SET, column.position(), column.encodePresent(elements)));
  }

  /** Removes elements from a set. */
  public <T> WriteTerms removeFromSet(Column<Set<T>> column, Set<T> elements) {
    return with(
        Change.of(ChangeKind.REMOVE_FROM_SET, column.position(), column.encodePresent(elements)));
  }

  /** Changes a member of a document. */
  public WriteTerms member(Column<?> column, MemberChange change) {
    return with(MemberChangeOf.in(column, change));
  }

  /** Makes the write conditional on the field's stored value. */
  public <V> WriteTerms given(Column<V> column, V value) {
    return with(column.field().attribute(), column.encode(value));
  }

  /** Makes the write conditional on an optional field's stored value, or on its absence. */
  public <V> WriteTerms givenIfPresent(Column<V> column, Optional<V> value) {
    return with(column.field().attribute(), value.map(column::encode).orElse(null));
  }

  /** Makes the write conditional on the item's version. */
  public WriteTerms version(long expected) {
    return new WriteTerms(changes, given, expected, anyVersion, readFirst, mustExist, condition);
  }

  /** Writes whatever version the item has. */
  public WriteTerms anyVersion() {
    return new WriteTerms(changes, given, version, true, readFirst, mustExist, condition);
  }

  /** Reads the item first, and writes it only if it has not changed since. */
  public WriteTerms readFirst() {
    return new WriteTerms(changes, given, version, anyVersion, true, mustExist, condition);
  }

  /** Requires that the item exists. */
  public WriteTerms mustExist() {
    return new WriteTerms(changes, given, version, anyVersion, readFirst, true, condition);
  }

  /** Requires that the stored item meets the criteria. */
  public WriteTerms where(Criteria criteria) {
    Condition both = Condition.both(condition, criteria.condition());
    return new WriteTerms(changes, given, version, anyVersion, readFirst, mustExist, both);
  }

  WriteRequest.Builder apply(WriteRequest.Builder request) {
    return request
        .changes(changes)
        .given(given)
        .expectedVersion(version)
        .anyVersion(anyVersion)
        .readFirst(readFirst)
        .mustExist(mustExist)
        .condition(condition);
  }

  boolean hasChanges() {
    return !changes.isEmpty();
  }

  WriteTerms with(Change change) {
    List<Change> all = new ArrayList<>(changes.size() + 1);
    all.addAll(changes);
    all.add(change);
    return new WriteTerms(all, given, version, anyVersion, readFirst, mustExist, condition);
  }

  private WriteTerms with(String attribute, AttributeValue value) {
    Map<String, AttributeValue> all = new LinkedHashMap<>(given);
    all.put(attribute, value);
    return new WriteTerms(changes, all, version, anyVersion, readFirst, mustExist, condition);
  }
}
