#include "console/read_only.h"

#include <partita/statement_operations.h>

#include <string>

#include "base/text.h"
#include "protocol/codec.h"

namespace partita::console {
namespace {

std::optional<Error> refused(std::string what) {
  return Error{ErrorCode::AccessDeniedException,
               std::move(what) + " This console only reads; start `partita console` with --write to change data.",
               {},
               {}};
}

std::optional<Error> judge(const OptionalString& statement) {
  if (!statement || is_reading_statement(*statement)) return std::nullopt;
  return refused("The statement is not a SELECT.");
}

template <class Statements>
std::optional<Error> judge_each(const Statements& statements) {
  if (statements)
    for (const auto& one : *statements)
      if (auto error = judge(one.statement)) return error;
  return std::nullopt;
}

// The word at the beginning of the text, in lower case. It ends at a blank or at a sign of the language.
std::string first_word(std::string_view text) {
  return base::lower(text.substr(0, text.find_first_of(" \t\r\n*(\"'")));
}

// Whether there is more than white space behind a semicolon that is not in quotes.
bool goes_on(std::string_view text) {
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == ';') {
      return !base::trimmed(text.substr(at + 1)).empty();
    }
  }
  return false;
}

}  // namespace

bool is_reading_statement(std::string_view text) {
  text = base::trimmed(text);
  const std::string word = first_word(text);
  return (word == "select" || word == "exists") && !goes_on(text);
}

std::optional<Error> refusal_of_writes(protocol::Operation operation, std::string_view body) {
  if (base::traits_of(operation).effect == base::Effect::Reads) return std::nullopt;
  // The database gets the request as the same decoder reads it.
  if (operation == protocol::Operation::ExecuteStatement) {
    const auto request = protocol::decode_request<ExecuteStatementRequest>(body);
    return request ? judge(request->statement) : std::nullopt;
  }
  if (operation == protocol::Operation::BatchExecuteStatement) {
    const auto request = protocol::decode_request<BatchExecuteStatementRequest>(body);
    return request ? judge_each(request->statements) : std::nullopt;
  }
  if (operation == protocol::Operation::ExecuteTransaction) {
    const auto request = protocol::decode_request<ExecuteTransactionRequest>(body);
    return request ? judge_each(request->transact_statements) : std::nullopt;
  }
  return refused(std::string(protocol::name_of(operation)) + " is not a read.");
}

}  // namespace partita::console
