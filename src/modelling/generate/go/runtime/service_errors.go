// The errors of the service and of the way to it.

package rt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"syscall"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

var throttled = []string{
	"LimitExceededException", "ProvisionedThroughputExceededException", "RequestLimitExceeded", "ThrottlingException",
	"TransactionInProgressException",
}

var unanswered = []string{
	"InternalServerError", "RequestTimeout", "RequestTimeoutException", "ServiceUnavailable",
	"ServiceUnavailableException",
}

func codeOf(err error) string {
	var known smithy.APIError
	if errors.As(err, &known) {
		return known.ErrorCode()
	}
	return ""
}

func statusOf(err error) int {
	var answer *smithyhttp.ResponseError
	if errors.As(err, &answer) && answer.Response != nil && answer.Response.Response != nil {
		return answer.HTTPStatusCode()
	}
	return 0
}

// Returns the text of an error, without the words of the SDK in front of the service's.
func messageOf(err error) string {
	var own *RequestError
	if errors.As(err, &own) {
		return fmt.Sprintf("request %d: %s", own.Position, messageOf(own.Err))
	}
	var known smithy.APIError
	if errors.As(err, &known) {
		return known.ErrorMessage()
	}
	return err.Error()
}

func isConditionFailure(err error) bool { return codeOf(err) == "ConditionalCheckFailedException" }
func isCancellation(err error) bool     { return codeOf(err) == "TransactionCanceledException" }
func isValidation(err error) bool       { return codeOf(err) == "ValidationException" }

// Returns the item that a failed condition found, or nil without one.
func foundItem(err error) AttributeMap {
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return failed.Item
	}
	return nil
}

// Returns the reasons of a cancelled transaction, one for each action.
func reasonsOf(err error) []types.CancellationReason {
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) {
		return cancelled.CancellationReasons
	}
	return nil
}

// True if the connection broke before an answer came whole.
func isBrokenConnection(err error) bool {
	var sending *smithyhttp.RequestSendError
	var network net.Error
	if errors.As(err, &sending) || errors.As(err, &network) {
		return true
	}
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// Returns true if the caller's context ended the request.
func isEnded(err error) bool {
	var ended *aws.RequestCanceledError
	return errors.As(err, &ended) || errors.Is(err, context.Canceled)
}

// Returns true if the request may have been carried out although it failed.
func outcomeIsUnknown(err error) bool {
	if isEnded(err) {
		return false
	}
	return slices.Contains(unanswered, codeOf(err)) || statusOf(err) >= 500 || isBrokenConnection(err)
}

// Returns true if the service asks to slow down. The SDK has then sent the request again already.
func isThrottled(err error) bool {
	return slices.Contains(throttled, codeOf(err)) || statusOf(err) == 429
}

// Returns true if the same request may succeed later, and the SDK does not send it again.
func maySucceedLater(err error) bool {
	return outcomeIsUnknown(err) || codeOf(err) == "TransactionConflictException"
}

// An error of the service in other words.
type rewordedError struct {
	smithy.GenericAPIError
	cause error
}

func (e *rewordedError) Unwrap() error { return e.cause }

// Returns an error of the service with this text.
func validationError(message string, cause error) error {
	api := smithy.GenericAPIError{Code: "ValidationException", Message: message, Fault: smithy.FaultClient}
	return &rewordedError{GenericAPIError: api, cause: cause}
}

// A retryer that ends a write at the first attempt without a clear outcome. The write may have been carried out, and a
// second execution could refuse its own result or count twice. The run time finds out instead.
type refusalsOnly struct {
	aws.RetryerV2
}

func (r refusalsOnly) IsErrorRetryable(err error) bool {
	return !outcomeIsUnknown(err) && r.RetryerV2.IsErrorRetryable(err)
}

// A retryer of the older interface, with the token of an attempt.
type olderRetryer struct {
	aws.Retryer
}

func (r olderRetryer) GetAttemptToken(context.Context) (func(error) error, error) {
	return r.GetInitialToken(), nil
}

// An option of the requests of writes, which keeps the SDK from sending one again whose answer was lost.
func endAtLostAnswer(options *dynamodb.Options) {
	switch given := options.Retryer.(type) {
	case nil:
	case aws.RetryerV2:
		options.Retryer = refusalsOnly{given}
	default:
		options.Retryer = refusalsOnly{olderRetryer{given}}
	}
}
