package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The action that caused the cancellation of a transaction.
 *
 * @param action the position of the action
 * @param code a code such as "ConditionalCheckFailed"
 * @param reason the reason that the service gives
 */
record Cancellation(int action, String code, CancellationReason reason) {
  private static final Set<String> CONFLICTS =
      Set.of(
          "TransactionConflict",
          "ThrottlingError",
          "ProvisionedThroughputExceeded",
          "RequestLimitExceeded");
  private static final String CONDITION_FAILED = "ConditionalCheckFailed";

  /**
   * Returns the action to blame: the first whose condition failed, or else the first that was
   * refused for good, or else the first that met another writer. Null if the error is not a
   * cancellation or has no reasons.
   */
  static Cancellation blamed(RuntimeException error) {
    List<Cancellation> all = of(error);
    for (Cancellation one : all) {
      if (one.code.equals(CONDITION_FAILED)) {
        return one;
      }
    }
    for (Cancellation one : all) {
      if (!CONFLICTS.contains(one.code)) {
        return one;
      }
    }
    return all.isEmpty() ? null : all.get(0);
  }

  /** Returns true if the error is only because of other transactions, or because of the load. */
  static boolean isConflict(RuntimeException error) {
    List<Cancellation> all = of(error);
    return !all.isEmpty() && all.stream().allMatch(one -> CONFLICTS.contains(one.code));
  }

  /** Returns true if the same transaction may succeed later. */
  static boolean maySucceedLater(RuntimeException error) {
    if (!(error instanceof TransactionCanceledException)) {
      return ServiceErrors.maySucceedLater(error);
    }
    Cancellation blamed = blamed(error);
    return blamed != null && CONFLICTS.contains(blamed.code);
  }

  boolean isConditionFailure() {
    return code.equals(CONDITION_FAILED);
  }

  boolean isValidation() {
    return code.equals("ValidationError");
  }

  /** Returns the stored item, or null if the service returned no item. */
  Map<String, AttributeValue> item() {
    return reason.hasItem() ? reason.item() : null;
  }

  String message() {
    return reason.message() == null ? "" : reason.message();
  }

  private static List<Cancellation> of(RuntimeException error) {
    List<Cancellation> all = new ArrayList<>();
    if (error instanceof TransactionCanceledException canceled) {
      List<CancellationReason> reasons = canceled.cancellationReasons();
      for (int i = 0; i < reasons.size(); ++i) {
        String code = reasons.get(i).code();
        if (code != null && !code.equals("None")) {
          all.add(new Cancellation(i, code, reasons.get(i)));
        }
      }
    }
    return all;
  }
}
