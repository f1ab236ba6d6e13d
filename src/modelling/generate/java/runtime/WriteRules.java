package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rules for a write request that do not depend on the stored item. */
final class WriteRules {
  /** The greatest version that a field can hold. */
  static final long LAST_VERSION = Long.MAX_VALUE;

  private WriteRules() {}

  /** Throws ModelException if the request breaks a rule. */
  static void check(WriteRequest request) {
    checkVersion(request);
    checkGiven(request);
    for (Change change : request.changes()) {
      checkChange(request, change);
    }
    checkOverlap(request);
    if (request.isUpsert()) {
      checkWhole(request);
    }
  }

  /**
   * Throws ModelException if a whole item lacks the value of a field that it needs in order to be
   * read. A computed field of a model without functions may be absent.
   */
  static void checkRequired(EntityDescription entity, Map<String, AttributeValue> values) {
    for (int i = 0; i < entity.fields().size(); ++i) {
      FieldDescription field = entity.field(i);
      if (field.optional() || field.hasDefault() || values.containsKey(field.attribute())) {
        continue;
      }
      int position = i;
      if (entity.computed().stream().noneMatch(one -> one.field() == position)) {
        throw new ModelException(
            "%s: the field %s is required and has no value".formatted(entity.name(), field.name()));
      }
    }
  }

  private static ModelException refuse(WriteRequest request, String why) {
    return new ModelException(request.entity().name() + ": " + why);
  }

  private static void checkVersion(WriteRequest request) {
    WriteKind kind = request.kind();
    Long expected = request.expectedVersion();
    if (!request.entity().hasVersion()) {
      if (expected != null) {
        throw refuse(request, "a version is expected, but it has none");
      }
      return;
    }
    if (kind == WriteKind.CREATE && expected != null) {
      throw refuse(request, "a create expects no version, because the item must not exist");
    }
    boolean changes =
        kind == WriteKind.UPDATE || kind == WriteKind.UPSERT || kind == WriteKind.MOVE;
    if (changes && expected == null && !request.anyVersion() && !request.readFirst()) {
      throw refuse(request, "it has a version: give version(N), or anyVersion()");
    }
    if (expected != null && (expected < 0 || expected >= LAST_VERSION)) {
      throw refuse(request, "there is no version " + expected);
    }
  }

  private static void checkChange(WriteRequest request, Change change) {
    EntityDescription entity = request.entity();
    FieldDescription field = request.field(change);
    if (change.field() == entity.version()) {
      throw refuse(
          request,
          "the field " + field.name() + " is its version, which every write sets by itself");
    }
    if (entity.keyFacts().primary().contains(change.field())) {
      throw refuse(
          request, "the field " + field.name() + " is part of the primary key: use move()");
    }
    if (field.keyOnly() && (!change.isWhole() || change.startsFromStored())) {
      throw refuse(
          request, "the field " + field.name() + " is stored only in keys, and can only be set");
    }
    if (change.kind() == ChangeKind.REMOVE
        && change.isWhole()
        && !field.optional()
        && !field.hasDefault()) {
      throw refuse(request, "the field " + field.name() + " is required and cannot be removed");
    }
    if (change.kind() == ChangeKind.INCREMENT && Values.numberOf(change.value()) == null) {
      throw refuse(request, "the field " + field.name() + " can only be incremented by a number");
    }
  }

  private static void checkOverlap(WriteRequest request) {
    List<Change> changes = request.changes();
    for (int i = 0; i < changes.size(); ++i) {
      for (int j = 0; j < i; ++j) {
        boolean isStart = j + 1 == i && changes.get(j).isStartOf(changes.get(i));
        if (changes.get(i).meets(changes.get(j)) && !isStart) {
          throw refuse(
              request,
              "two changes of the field %s, of which one would be lost: give one of them"
                  .formatted(request.field(changes.get(i)).name()));
        }
      }
    }
  }

  private static void checkGiven(WriteRequest request) {
    for (FieldDescription field : request.entity().fields()) {
      if (field.keyOnly() && request.given().containsKey(field.attribute())) {
        throw refuse(
            request,
            "the field %s is stored only in keys, and cannot be given: say readFirst()"
                .formatted(field.name()));
      }
    }
  }

  // True if the change gives a new item a value.
  private static boolean makesValue(Change change) {
    if (!change.isWhole()
        || change.kind() == ChangeKind.REMOVE
        || change.kind() == ChangeKind.REMOVE_FROM_SET) {
      return false;
    }
    return change.kind() != ChangeKind.SET || change.value() != null;
  }

  private static boolean isInIndexKey(EntityDescription entity, int field) {
    return entity.keyFacts().isInIndex(field)
        || entity.indexes().stream()
            .anyMatch(key -> key.when() != null && key.when().field() == field);
  }

  // An upsert may create the item, so it must give a whole item. If the key of an index contains a
  // field, a default is not enough, because an existing item may have another value.
  private static void checkWhole(WriteRequest request) {
    EntityDescription entity = request.entity();
    List<String> missing = new ArrayList<>();
    List<String> leftToDefault = new ArrayList<>();
    for (int i = 0; i < entity.fields().size(); ++i) {
      FieldDescription field = entity.field(i);
      int position = i;
      if (field.optional()
          || i == entity.version()
          || entity.keyFacts().primary().contains(i)
          || KeptMembers.isKept(entity, i)
          || request.changes().stream()
              .anyMatch(change -> change.field() == position && makesValue(change))) {
        continue;
      }
      if (!field.hasDefault()) {
        missing.add(field.name());
      } else if (isInIndexKey(entity, i)) {
        leftToDefault.add(field.name());
      }
    }
    if (!missing.isEmpty()) {
      throw refuse(
          request,
          "an upsert may create the item, and does not set its required " + fields(missing));
    }
    if (!leftToDefault.isEmpty()) {
      throw refuse(
          request,
          ("an upsert may find the item, and the key of an index contains a field that the "
                  + "upsert leaves to its default: set the %s, or keep the stored value with "
                  + "setIfAbsent and readFirst")
              .formatted(fields(leftToDefault)));
    }
  }

  private static String fields(List<String> names) {
    return (names.size() == 1 ? "field " : "fields ") + String.join(", ", names);
  }
}
