"""The errors of the service and of the way to it, told apart by their names and codes.

They are not told apart by their classes, because boto3 has no types, and a program may give a
client of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from .attributes import AttributeMap

_THROTTLED = {
    "LimitExceededException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingException",
    "TransactionInProgressException",
}
_UNANSWERED = {
    "InternalServerError",
    "RequestTimeout",
    "RequestTimeoutException",
    "ServiceUnavailable",
    "ServiceUnavailableException",
}
# The codes of cancelled transactions that met another writer or too much load.
CONFLICT_CODES = frozenset(
    {
        "TransactionConflict",
        "ThrottlingError",
        "ProvisionedThroughputExceeded",
        "RequestLimitExceeded",
    }
)
# Classes of botocore and of Python.
_BROKEN_CONNECTIONS = {
    "ConnectionError",
    "HTTPClientError",
    "IncompleteReadError",
    "ResponseParserError",
    "TimeoutError",
}


class LostAnswerError(Exception):
    """A write whose answer was lost. The error behind it is `lost`."""

    def __init__(self, lost: Exception) -> None:
        super().__init__(str(lost))
        self.lost = lost


class ServiceError(Exception):
    """An error of the service, in the form of botocore's ClientError."""

    def __init__(self, response: dict[str, Any], operation_name: str = "") -> None:
        error = _mapping(response.get("Error"))
        super().__init__(f"{error.get('Code', '')}: {error.get('Message', '')}")
        self.response = response
        self.operation_name = operation_name


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _response_of(error: BaseException) -> Mapping[str, Any]:
    return _mapping(getattr(error, "response", None))


def cause_of(error: Exception) -> Exception:
    """Returns the error behind a lost answer, and any other error as it is."""
    return error.lost if isinstance(error, LostAnswerError) else error


def code_of(error: BaseException) -> str:
    """Returns the code of an error of the service, or an empty text for another error."""
    return str(_mapping(_response_of(error).get("Error")).get("Code", ""))


def message_of(error: BaseException) -> str:
    """Returns the text of an error."""
    message = _mapping(_response_of(error).get("Error")).get("Message")
    return str(error) if message is None else str(message)


def _status_of(error: BaseException) -> int:
    metadata = _mapping(_response_of(error).get("ResponseMetadata"))
    status: int = metadata.get("HTTPStatusCode", 0)
    return status


def is_condition_failure(error: Exception) -> bool:
    """Returns true if the condition of a write of one item was false."""
    return code_of(error) == "ConditionalCheckFailedException"


def is_cancellation(error: Exception) -> bool:
    """Returns true if the service cancelled a transaction."""
    return code_of(error) == "TransactionCanceledException"


def is_validation(error: Exception) -> bool:
    """Returns true if the service refused the request itself."""
    return code_of(error) == "ValidationException"


def found_item(error: Exception) -> AttributeMap | None:
    """Returns the item that a failed condition found, or None if there is no such item."""
    item: AttributeMap | None = _response_of(error).get("Item")
    return item


def reasons_of(error: Exception) -> list[dict[str, Any]]:
    """Returns the reasons of a cancelled transaction, one for each action."""
    reasons: list[dict[str, Any]] = _response_of(error).get("CancellationReasons", [])
    return reasons


def outcome_is_unknown(error: Exception) -> bool:
    """Returns true if the request may have been carried out although it failed."""
    if isinstance(error, LostAnswerError) or code_of(error) in _UNANSWERED:
        return True
    names = {base.__name__ for base in type(error).__mro__}
    return not names.isdisjoint(_BROKEN_CONNECTIONS) or _status_of(error) >= 500


def is_throttled(error: Exception) -> bool:
    """Returns true if the service asks to slow down. boto3 has then sent the request again."""
    return code_of(error) in _THROTTLED or _status_of(error) == 429


def may_succeed_later(error: Exception) -> bool:
    """Returns true if the same request may succeed later, and boto3 does not send it again."""
    return outcome_is_unknown(error) or code_of(error) == "TransactionConflictException"


def error_of_response(parsed: object, operation: str) -> Exception | None:
    """Returns the error of a parsed answer, or None if it is not an error."""
    response = dict(_mapping(parsed))
    return ServiceError(response, operation) if "Error" in response else None


def with_message(error: Exception, message: str) -> Exception:
    """Returns an error of the service with another text. It keeps its class and its details."""
    response = _response_of(error)
    details = {**response, "Error": {**_mapping(response.get("Error")), "Message": message}}
    return _renewed(error, details)


def validation_error(message: str, cause: Exception) -> Exception:
    """Returns an error of the service with this text."""
    error = {"Code": "ValidationException", "Message": message}
    metadata = _response_of(cause).get("ResponseMetadata", {})
    renewed = _renewed(cause, {"Error": error, "ResponseMetadata": metadata})
    renewed.__cause__ = cause
    return renewed


def _client_error_of(error: Exception) -> Any:
    """Returns botocore's ClientError if the error is one, so that programs catch it as usual."""
    for base in type(error).__mro__:
        if base.__name__ == "ClientError":
            return base
    return ServiceError


def _renewed(error: Exception, response: dict[str, Any]) -> Exception:
    operation = getattr(error, "operation_name", "")
    same_code = code_of(error) == response["Error"].get("Code")
    make: Any = type(error) if same_code else _client_error_of(error)
    renewed: Exception = make(response, operation)
    return renewed
