package partita.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Equality of whole items as they are stored, and identities of items. */
final class StoredEquality {
  private StoredEquality() {}

  /** Returns true if both items would be stored alike. */
  static boolean same(Map<String, AttributeValue> a, Map<String, AttributeValue> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<String, AttributeValue> entry : a.entrySet()) {
      AttributeValue other = b.get(entry.getKey());
      if (other == null || !canonical(entry.getValue()).equals(canonical(other))) {
        return false;
      }
    }
    return true;
  }

  // The service keeps a number by its value, and a set without an order.
  private static AttributeValue canonical(AttributeValue value) {
    return switch (value.type()) {
      case N -> AttributeValue.fromN(Numbers.canonical(value.n()));
      case SS -> AttributeValue.fromSs(value.ss().stream().sorted().toList());
      case NS ->
          AttributeValue.fromNs(value.ns().stream().map(Numbers::canonical).sorted().toList());
      case BS ->
          AttributeValue.fromBs(
              value.bs().stream()
                  .sorted((a, b) -> Texts.compare(a.asByteArrayUnsafe(), b.asByteArrayUnsafe()))
                  .toList());
      case L -> AttributeValue.fromL(value.l().stream().map(StoredEquality::canonical).toList());
      case M -> {
        Map<String, AttributeValue> entries = new LinkedHashMap<>();
        value.m().forEach((name, one) -> entries.put(name, canonical(one)));
        yield AttributeValue.fromM(entries);
      }
      default -> value;
    };
  }
}
