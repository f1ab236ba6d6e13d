package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Sizes in bytes by the service's formula. Names and strings count their UTF-8 bytes, and a number
 * about half its digits plus one. A list or map counts 3 bytes and 1 more for each element.
 */
final class ItemSizes {
  private static final int CONTAINER_BYTES = 3;
  private static final int ELEMENT_BYTES = 1;

  private ItemSizes() {}

  /** Returns the bytes of a whole item. */
  static int of(Map<String, AttributeValue> item) {
    int size = 0;
    for (Map.Entry<String, AttributeValue> entry : item.entrySet()) {
      size += Texts.utf8Size(entry.getKey()) + ofValue(entry.getValue());
    }
    return size;
  }

  private static int ofValue(AttributeValue value) {
    return switch (value.type()) {
      case S -> Texts.utf8Size(value.s());
      case N -> Numbers.sizeOf(value.n());
      case B -> Values.bytesOf(value).length;
      case SS -> value.ss().stream().mapToInt(Texts::utf8Size).sum();
      case NS -> value.ns().stream().mapToInt(Numbers::sizeOf).sum();
      case BS -> value.bs().stream().mapToInt(one -> one.asByteArrayUnsafe().length).sum();
      case L ->
          CONTAINER_BYTES + value.l().stream().mapToInt(one -> ELEMENT_BYTES + ofValue(one)).sum();
      case M -> CONTAINER_BYTES + ELEMENT_BYTES * value.m().size() + of(value.m());
      default -> 1;
    };
  }
}
