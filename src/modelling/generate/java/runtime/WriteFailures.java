package partita.runtime;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Translates a failed write into errors about the caller's request. */
final class WriteFailures {
  private final WriteRequest request;

  private WriteFailures(WriteRequest request) {
    this.request = request;
  }

  /**
   * Returns the error of a failed condition. {@code found} is the stored item if the service
   * returned it, otherwise null.
   */
  static WriteRefusedException ofCondition(
      WriteRequest request,
      WriteAction action,
      Map<String, AttributeValue> found,
      Where where,
      Throwable cause) {
    return new WriteFailures(request).conditionError(action, Values.whole(found), where, cause);
  }

  /**
   * Returns the error. If the service refused a change inside of an absent value, or an addition to
   * a value of the wrong type, the message of the new error names the paths.
   */
  static RuntimeException inOwnWords(WriteRequest request, RuntimeException error, String where) {
    if (!ServiceErrors.isValidation(error)) {
      return error;
    }
    String message = ServiceErrors.messageOf(error);
    String text = new WriteFailures(request).ownWords(message, where);
    return text == null ? error : ServiceErrors.validationError(text, error);
  }

  /** Returns true if the item has changed since the plan read it. */
  static boolean changedSinceRead(
      WritePlan plan, StoredItem stored, Map<String, AttributeValue> now) {
    boolean isThere = Values.whole(now) != null;
    if (isThere != stored.exists()) {
      return true;
    }
    if (isThere) {
      for (Map.Entry<String, AttributeValue> entry : plan.read().entrySet()) {
        if (!has(now, entry.getKey(), entry.getValue(), null)) {
          return true;
        }
      }
    }
    return false;
  }

  // True if the item has the attribute with this value, or lacks it if the value is null. An absent
  // or NULL attribute also counts as the value `absent`.
  private static boolean has(
      Map<String, AttributeValue> item,
      String attribute,
      AttributeValue value,
      AttributeValue absent) {
    AttributeValue stored = item.get(attribute);
    if (value == null) {
      return stored == null;
    }
    if (stored == null || (absent != null && Values.isNull(stored))) {
      return absent != null && Equality.same(absent, value);
    }
    return Equality.same(stored, value);
  }

  private WriteRefusedException conditionError(
      WriteAction action, Map<String, AttributeValue> item, Where where, Throwable cause) {
    if (action.unique() != null) {
      return uniqueRefusal(action, where, cause);
    }
    boolean isMoveTarget = request.kind() == WriteKind.MOVE && action.part() == ActionPart.ITEM;
    boolean isCreation = request.kind() == WriteKind.CREATE || isMoveTarget;
    String conflict = item == null || isCreation ? null : versionConflict(item, where);
    if (conflict != null) {
      return refused(RefusalReason.VERSION_CONFLICT, conflict, item, where, cause);
    }
    String text = "The conditional request failed: " + where.text() + ": ";
    if (item == null) {
      String range = request.isUpsert() ? outOfRange(Map.of()) : null;
      return range == null
          ? refused(RefusalReason.ITEM_MISSING, text + "there is no such item", null, where, cause)
          : refused(RefusalReason.CONDITION_FAILED, text + range, null, where, cause);
    }
    if (isCreation) {
      String why =
          isMoveTarget ? "an item with the new key exists already" : "the item exists already";
      return refused(RefusalReason.ITEM_EXISTS, text + why, item, where, cause);
    }
    String field = fieldNotAsGiven(item);
    String range = field == null ? outOfRange(item) : null;
    String why = range == null ? "the condition was false" : range;
    if (field != null) {
      why = "the field " + field + " does not hold the value given";
    }
    return refused(RefusalReason.CONDITION_FAILED, text + why, item, where, cause);
  }

  private static WriteRefusedException refused(
      RefusalReason reason,
      String text,
      Map<String, AttributeValue> item,
      Where where,
      Throwable cause) {
    return new WriteRefusedException(reason, text, item, where.position(), List.of(), cause);
  }

  private WriteRefusedException uniqueRefusal(WriteAction action, Where where, Throwable cause) {
    EntityDescription entity = request.entity();
    boolean isTaken = action.part() == ActionPart.CLAIM || action.part() == ActionPart.EXPIRED;
    String text =
        "The conditional request failed: %s: the value of the unique %s %s"
            .formatted(
                where.text(),
                Unique.nameOf(entity, action.unique()),
                isTaken ? "is taken" : "is kept for another item");
    return new WriteRefusedException(
        isTaken ? RefusalReason.UNIQUE_VALUE_TAKEN : RefusalReason.CONDITION_FAILED,
        text,
        null,
        where.position(),
        action.unique().stream().map(field -> entity.field(field).name()).toList(),
        cause);
  }

  // Null if the item has the expected version or if no version is expected.
  private String versionConflict(Map<String, AttributeValue> item, Where where) {
    EntityDescription entity = request.entity();
    if (!entity.hasVersion()) {
      return null;
    }
    String attribute = Planning.versionAttribute(entity);
    String stored = Values.numberOf(item.get(attribute));
    String is = stored == null ? "no version" : "version " + stored;
    Long expected = request.expectedVersion();
    if (expected != null) {
      AttributeValue absent = Defaults.of(entity, attribute);
      return has(item, attribute, Values.number(expected), absent)
          ? null
          : "%s: the item has %s, not version %d".formatted(where.text(), is, expected);
    }
    return request.kind() == WriteKind.PUT && !request.anyVersion()
        ? "%s: the item exists with %s: to replace it, say which version is expected"
            .formatted(where.text(), is)
        : null;
  }

  private String fieldNotAsGiven(Map<String, AttributeValue> item) {
    EntityDescription entity = request.entity();
    for (FieldDescription field : entity.fields()) {
      String name = field.attribute();
      if (!request.given().containsKey(name)) {
        continue;
      }
      AttributeValue value = request.given().get(name);
      AttributeValue stored = item.get(name);
      if (value == null && stored != null && Defaults.countsAsAbsent(field, stored)) {
        continue;
      }
      if (!has(item, name, value, Defaults.of(entity, name))) {
        return field.name();
      }
    }
    return null;
  }

  private String versionAtItsEnd(Map<String, AttributeValue> item) {
    EntityDescription entity = request.entity();
    if (!entity.hasVersion() || request.expectedVersion() != null) {
      return null;
    }
    String stored = Values.numberOf(item.get(Planning.versionAttribute(entity)));
    BigDecimal version = stored == null ? BigDecimal.ZERO : Numbers.read(stored);
    if (version == null || version.compareTo(BigDecimal.valueOf(WriteRules.LAST_VERSION)) < 0) {
      return null;
    }
    return "no version follows %s, because the member counts only to %d"
        .formatted(Numbers.text(version), WriteRules.LAST_VERSION);
  }

  // The value from which the increment at the position starts. Null if it is not a number.
  private BigDecimal startOfIncrement(
      int position, Change change, Map<String, AttributeValue> item) {
    String name = request.field(change).attribute();
    AttributeValue field = item.get(name);
    AttributeValue stored =
        Defaults.valueAt(
            field == null ? Defaults.of(request.entity(), name) : field, change.inner());
    AttributeValue value =
        stored != null && !Values.isNull(stored) ? stored : request.startOf(position);
    return value == null ? BigDecimal.ZERO : Numbers.read(value.n());
  }

  // The reason, if an increment would leave the range of its field.
  private String outOfRange(Map<String, AttributeValue> item) {
    String end = versionAtItsEnd(item);
    if (end != null) {
      return end;
    }
    for (int i = 0; i < request.changes().size(); ++i) {
      Change change = request.changes().get(i);
      WholeRange range = change.range();
      if (change.kind() != ChangeKind.INCREMENT || range == null) {
        continue;
      }
      BigDecimal from = startOfIncrement(i, change, item);
      BigDecimal by = Numbers.read(Values.numberOf(change.value()));
      BigDecimal sum = from == null || by == null ? null : Numbers.sumIfValid(from, by);
      if (from == null || by == null || (sum != null && range.contains(sum))) {
        continue;
      }
      String changed =
          change.isWhole()
              ? "the field " + request.field(change).name()
              : Spelling.path(change.path());
      return ("the increment of %s by %s would leave the range of its type, %s to %s: its "
              + "value is %s")
          .formatted(changed, change.value().n(), range.least(), range.most(), Numbers.text(from));
    }
    return null;
  }

  // The text for a change that the service refused, or null if the message does not tell of one.
  private String ownWords(String message, String where) {
    if (NullForEmpty.isOfOperand(message)) {
      List<Change> adding = request.changes().stream().filter(Change::startsFromStored).toList();
      return adding.isEmpty()
          ? null
          : ("%s: the item's %s has another type than its member, so that nothing can be "
                  + "added to it: set it")
              .formatted(where, pathsOf(adding));
    }
    if (!message.contains("document path provided in the update expression is invalid")) {
      return null;
    }
    List<Change> inner = request.changes().stream().filter(change -> !change.isWhole()).toList();
    if (inner.isEmpty()) {
      return null;
    }
    List<String> members =
        inner.stream().map(change -> request.field(change).attribute()).distinct().toList();
    List<String> defaults =
        members.stream().filter(name -> Defaults.of(request.entity(), name) != null).toList();
    boolean onlyErases = inner.stream().allMatch(one -> one.kind() == ChangeKind.REMOVE);
    String cure =
        onlyErases
            ? "there is nothing to erase"
            : "set " + String.join(" or ", members) + " whole first";
    String ofDefaults =
        defaults.isEmpty()
            ? ""
            : "; an absent %s means its default, of which no part can be set"
                .formatted(String.join(" or ", defaults));
    return "%s: %s leads into a part that the item does not have: %s%s"
        .formatted(where, pathsOf(inner), cure, ofDefaults);
  }

  private String pathsOf(List<Change> changes) {
    return changes.stream()
        .map(
            change ->
                change.isWhole() ? request.field(change).attribute() : Spelling.path(change.path()))
        .collect(Collectors.joining(" or "));
  }
}
