package partita.runtime;

import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Transactions, each sent until it is carried out or refused. */
final class SentTransaction {
  private SentTransaction() {}

  /** Returns the error of a write whose outcome is not known, with the message of the cause. */
  static OutcomeUnknownException outcomeUnknown(Throwable cause) {
    return new OutcomeUnknownException(
        "The outcome of the write is not known: " + ServiceErrors.messageOf(cause), cause);
  }

  /**
   * Sends the actions as one transaction. Its token makes a repetition harmless, so unknown
   * outcomes and conflicts with other writers are tried again with growing delays.
   *
   * @throws OutcomeUnknownException if the attempts are used up and the last one had no clear
   *     outcome; otherwise the last error of the SDK is thrown
   */
  static void run(WriteCall call, List<WriteAction> actions) {
    Session session = call.session();
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(
                actions.stream()
                    .map(
                        action ->
                            ActionRequests.transactItem(action, session.tableName(action.table())))
                    .toList())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .clientRequestToken(session.newId())
            .overrideConfiguration(session.ofWrites())
            .build();
    for (int made = 1; ; ++made) {
      try {
        call.send(request);
        return;
      } catch (SdkException error) {
        if (!Cancellation.maySucceedLater(error)) {
          throw error;
        }
        long delay = session.delayBefore(made);
        if (delay < 0) {
          throw ServiceErrors.outcomeIsUnknown(error) ? outcomeUnknown(error) : error;
        }
        Session.pause(delay);
      }
    }
  }
}
