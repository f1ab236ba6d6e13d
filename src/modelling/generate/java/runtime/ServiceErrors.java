package partita.runtime;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** The errors of the service and of the way to it. */
final class ServiceErrors {
  private static final Set<String> THROTTLED =
      Set.of(
          "LimitExceededException",
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded",
          "ThrottlingException",
          "TransactionInProgressException");
  private static final int SERVER_ERROR = 500;
  private static final int TOO_MANY_REQUESTS = 429;

  private ServiceErrors() {}

  /** Returns the text of an error as the service gave it. */
  static String messageOf(Throwable error) {
    if (error instanceof AwsServiceException service
        && service.awsErrorDetails() != null
        && service.awsErrorDetails().errorMessage() != null) {
      return service.awsErrorDetails().errorMessage();
    }
    return error.getMessage() == null ? error.toString() : error.getMessage();
  }

  static boolean isValidation(Throwable error) {
    return codeOf(error).equals("ValidationException");
  }

  /** Returns the item that a failed condition found, or null if it found no item. */
  static Map<String, AttributeValue> foundItem(ConditionalCheckFailedException error) {
    return error.hasItem() ? error.item() : null;
  }

  /** Returns true if the request may have been carried out although it failed. */
  static boolean outcomeIsUnknown(Throwable error) {
    if (error instanceof AwsServiceException service) {
      return service.statusCode() >= SERVER_ERROR;
    }
    if (error instanceof AbortedException || !(error instanceof SdkClientException)) {
      return error instanceof IOException;
    }
    return error instanceof ApiCallTimeoutException
        || error instanceof ApiCallAttemptTimeoutException
        || hasBrokenConnection(error);
  }

  /** Returns true if the service asks to slow down. The SDK has then sent it again already. */
  static boolean isThrottled(Throwable error) {
    return THROTTLED.contains(codeOf(error))
        || (error instanceof AwsServiceException service
            && service.statusCode() == TOO_MANY_REQUESTS);
  }

  /** Returns true if the same request may succeed later, and the SDK does not send it again. */
  static boolean maySucceedLater(Throwable error) {
    return outcomeIsUnknown(error) || error instanceof TransactionConflictException;
  }

  /** Returns an error of the service with this text. */
  static AwsServiceException validationError(String message, Throwable cause) {
    return DynamoDbException.builder()
        .message(message)
        .cause(cause)
        .awsErrorDetails(
            AwsErrorDetails.builder()
                .errorCode("ValidationException")
                .errorMessage(message)
                .serviceName("DynamoDb")
                .build())
        .build();
  }

  /** Returns the error with a text in front of its message. It keeps its class and details. */
  static AwsServiceException prefixed(String prefix, AwsServiceException error) {
    AwsServiceException.Builder copy = error.toBuilder();
    if (error.awsErrorDetails() != null) {
      copy.awsErrorDetails(
          error.awsErrorDetails().toBuilder().errorMessage(prefix + messageOf(error)).build());
    }
    return copy.message(prefix + error.getMessage()).cause(error).build();
  }

  private static String codeOf(Throwable error) {
    if (error instanceof AwsServiceException service && service.awsErrorDetails() != null) {
      String code = service.awsErrorDetails().errorCode();
      return code == null ? "" : code;
    }
    return "";
  }

  private static boolean hasBrokenConnection(Throwable error) {
    for (Throwable one = error.getCause(); one != null; one = one.getCause()) {
      if (one instanceof IOException) {
        return true;
      }
    }
    return false;
  }
}
