package partita.runtime;

import java.math.BigInteger;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tells by the stored item whether a write was carried out. The item may be null. */
final class WriteOutcomes {
  private WriteOutcomes() {}

  /** Returns true if the item proves it, because it has the plan's write id. */
  static boolean isWritten(WritePlan plan, Map<String, AttributeValue> item) {
    return item != null
        && !plan.writeId().isEmpty()
        && plan.writeId().equals(Values.textOf(item.get(Planning.WRITE_ID)));
  }

  /**
   * Returns true if the stored item equals the one that the plan writes. For a plan without a write
   * id this proves that the item is right, but not who wrote it.
   */
  static boolean isEqual(WritePlan plan, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> written = plan.first().item();
    return written != null && item != null && StoredEquality.same(item, written);
  }

  /**
   * Returns true if the stored item proves that the plan was not carried out, because it has
   * another write id and its version is not above the one that the plan gives. It cannot tell an
   * item that was removed and created again from an unchanged one.
   */
  static boolean isSurelyUnwritten(
      WriteRequest request, WritePlan plan, Map<String, AttributeValue> item) {
    boolean isThere = Values.whole(item) != null;
    if (plan.writeId().isEmpty() || !isThere || isWritten(plan, item)) {
      return false;
    }
    String attribute = Planning.versionAttribute(request.entity());
    Map<String, AttributeValue> whole = plan.first().item();
    String given = whole == null ? null : Values.numberOf(whole.get(attribute));
    Long written = versionOf(given); // the version that the write gives the item
    if (given == null && request.expectedVersion() != null) {
      written = request.expectedVersion() + 1;
    }
    AttributeValue stored = item.get(attribute);
    Long is = stored == null ? Long.valueOf(0) : versionOf(stored.n());
    return written != null && is != null && is <= written;
  }

  private static Long versionOf(String text) {
    BigInteger number = text == null ? null : WholeNumbers.read(text);
    return number == null || number.bitLength() > 63 ? null : Long.valueOf(number.longValue());
  }
}
