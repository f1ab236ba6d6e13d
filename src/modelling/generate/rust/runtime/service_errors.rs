//! The errors of the service and of the way to it.

use std::error::Error as StdError;
use std::fmt;

use aws_sdk_dynamodb::config::http::HttpResponse;
use aws_sdk_dynamodb::config::interceptors::InterceptorContext;
use aws_sdk_dynamodb::config::retry::{ClassifyRetry, RetryAction};
use aws_sdk_dynamodb::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::CancellationReason;

use super::attributes::AttributeMap;

const THROTTLED: &[&str] = &[
    "LimitExceededException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingException",
    "TransactionInProgressException",
];

const UNANSWERED: &[&str] = &[
    "InternalServerError",
    "RequestTimeout",
    "RequestTimeoutException",
    "ServiceUnavailable",
    "ServiceUnavailableException",
];

/// An error of the service or of the way to it.
#[derive(Debug)]
pub struct ServiceError {
    /// Such as `ValidationException`, if the service answered.
    pub code: Option<String>,
    pub message: String,
    /// The status of HTTP, if the service answered.
    pub status: Option<u16>,
    /// The position of the request, of a call with several ones.
    pub position: Option<usize>,
    /// The connection broke before an answer came whole.
    broken: bool,
    source: Box<dyn StdError + Send + Sync>,
}

impl fmt::Display for ServiceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(position) => write!(out, "request {position}: {}", self.message),
            None => out.write_str(&self.message),
        }
    }
}

impl StdError for ServiceError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(self.source.as_ref())
    }
}

fn is_broken<E, R>(error: &SdkError<E, R>) -> bool {
    match error {
        SdkError::TimeoutError(_) | SdkError::ResponseError(_) => true,
        SdkError::DispatchFailure(failure) => failure.is_io() || failure.is_timeout(),
        _ => false,
    }
}

impl ServiceError {
    /// Returns the error of a request.
    pub(super) fn of<E>(error: SdkError<E, HttpResponse>) -> Box<Self>
    where
        aws_sdk_dynamodb::Error: From<SdkError<E, HttpResponse>>,
        E: StdError + Send + Sync + 'static,
    {
        let status = error
            .raw_response()
            .map(|response| response.status().as_u16());
        let broken = is_broken(&error);
        let answered = matches!(error, SdkError::ServiceError(_));
        let message = if answered {
            String::new()
        } else {
            DisplayErrorContext(&error).to_string()
        };
        let source = aws_sdk_dynamodb::Error::from(error);
        Box::new(Self {
            code: source.code().map(str::to_owned),
            message: source.message().map_or(message, str::to_owned),
            status,
            position: None,
            broken,
            source: Box::new(source),
        })
    }

    /// Returns an error of the service with other words.
    pub(super) fn validation(message: String, cause: Box<Self>) -> Box<Self> {
        Box::new(Self {
            code: Some("ValidationException".to_owned()),
            message,
            status: cause.status,
            position: cause.position,
            broken: false,
            source: cause,
        })
    }

    fn has_code(&self, code: &str) -> bool {
        self.code.as_deref() == Some(code)
    }

    fn has_code_of(&self, codes: &[&str]) -> bool {
        self.code
            .as_deref()
            .is_some_and(|code| codes.contains(&code))
    }

    fn of_sdk(&self) -> Option<&aws_sdk_dynamodb::Error> {
        self.source.downcast_ref()
    }

    /// Returns true if the condition of a single write failed.
    #[must_use]
    pub fn is_condition_failure(&self) -> bool {
        self.has_code("ConditionalCheckFailedException")
    }

    /// Returns true if a transaction was cancelled.
    #[must_use]
    pub fn is_cancellation(&self) -> bool {
        self.has_code("TransactionCanceledException")
    }

    pub(super) fn is_validation(&self) -> bool {
        self.has_code("ValidationException")
    }

    /// Returns the item that a failed condition found.
    pub(super) fn found_item(&self) -> Option<&AttributeMap> {
        match self.of_sdk()? {
            aws_sdk_dynamodb::Error::ConditionalCheckFailedException(failed) => failed.item(),
            _ => None,
        }
    }

    /// Returns the reasons of a cancelled transaction, one for each action.
    pub(super) fn reasons(&self) -> &[CancellationReason] {
        match self.of_sdk() {
            Some(aws_sdk_dynamodb::Error::TransactionCanceledException(cancelled)) => {
                cancelled.cancellation_reasons()
            }
            _ => &[],
        }
    }

    /// Returns true if the request may have been carried out although it failed.
    #[must_use]
    pub fn outcome_is_unknown(&self) -> bool {
        self.broken
            || self.has_code_of(UNANSWERED)
            || self.status.is_some_and(|status| status >= 500)
    }

    /// Returns true if the service asks to slow down. The SDK has then sent the request again already.
    #[must_use]
    pub fn is_throttled(&self) -> bool {
        self.has_code_of(THROTTLED) || self.status == Some(429)
    }

    /// Returns true if the same request may succeed later, and the SDK does not send it again.
    pub(super) fn may_succeed_later(&self) -> bool {
        self.outcome_is_unknown() || self.has_code("TransactionConflictException")
    }
}

/// Ends a write at the first attempt without a clear outcome. The write may have been carried out, and a second
/// execution could refuse its own result or count twice. The library finds out instead.
#[derive(Debug)]
pub(super) struct EndAtLostAnswer;

impl ClassifyRetry for EndAtLostAnswer {
    fn classify_retry(&self, context: &InterceptorContext) -> RetryAction {
        let Some(Err(error)) = context.output_or_error() else {
            return RetryAction::NoActionIndicated;
        };
        let is_lost = error.is_timeout_error()
            || error.is_response_error()
            || error
                .as_connector_error()
                .is_some_and(|error| error.is_io() || error.is_timeout());
        let is_unanswered = context
            .response()
            .is_some_and(|response| response.status().as_u16() >= 500);
        if is_lost || is_unanswered {
            RetryAction::RetryForbidden
        } else {
            RetryAction::NoActionIndicated
        }
    }

    fn name(&self) -> &'static str {
        "end at a lost answer"
    }
}
