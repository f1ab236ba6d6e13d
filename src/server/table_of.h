// The table that a request is about, for the metrics and the logs. The text comes from a stranger: it need not be the
// name of a table at all.
#pragma once

#include <partita/database.h>

#include <string_view>

namespace partita::server {

// These two are no names of tables, which have no parentheses.
inline constexpr std::string_view kNoTable = "(none)";
inline constexpr std::string_view kSeveralTables = "(several)";

// The name in `name_or_arn`, which may also be the ARN of an index or of a stream, or a shard iterator, which begins
// with an ARN.
std::string_view table_name_in(std::string_view name_or_arn);
// The table of a statement in PartiQL, which need not be right. kNoTable if it names none.
std::string_view table_of_statement(std::string_view statement);

// Adds up the tables of the members of a request.
class OneTable {
 public:
  void add(std::string_view table) { table_ = table_ == kNoTable || table_ == table ? table : kSeveralTables; }
  std::string_view table() const { return table_; }

 private:
  std::string_view table_ = kNoTable;
};

// The only table that the request names, kNoTable or kSeveralTables. The view points into the request.
template <class Request>
std::string_view table_of(const Request& request) {
  const auto in = [](const OptionalString& text) { return text ? table_name_in(*text) : kNoTable; };
  OneTable tables;
  if constexpr (requires { request.table_name; }) {
    return in(request.table_name);
  } else if constexpr (requires { request.resource_arn; }) {
    return in(request.resource_arn);
  } else if constexpr (requires { request.stream_arn; }) {
    return in(request.stream_arn);
  } else if constexpr (requires { request.shard_iterator; }) {
    return in(request.shard_iterator);
  } else if constexpr (requires { request.statement; }) {
    return request.statement ? table_of_statement(*request.statement) : kNoTable;
  } else if constexpr (requires { request.request_items; }) {
    if (request.request_items)
      for (const auto& [table, members] : *request.request_items) tables.add(table_name_in(table));
  } else if constexpr (requires { request.statements; }) {
    if (request.statements)
      for (const auto& member : *request.statements) tables.add(table_of(member));
  } else if constexpr (requires { request.transact_statements; }) {
    if (request.transact_statements)
      for (const auto& member : *request.transact_statements) tables.add(table_of(member));
  } else if constexpr (requires { request.transact_items->front().get; }) {
    if (request.transact_items)
      for (const TransactGetItem& member : *request.transact_items)
        if (member.get) tables.add(table_of(*member.get));
  } else if constexpr (requires { request.transact_items; }) {
    if (request.transact_items)
      for (const TransactWriteItem& member : *request.transact_items) {
        if (member.condition_check) tables.add(table_of(*member.condition_check));
        if (member.put) tables.add(table_of(*member.put));
        if (member.delete_) tables.add(table_of(*member.delete_));
        if (member.update) tables.add(table_of(*member.update));
      }
  }
  return tables.table();
}

}  // namespace partita::server
