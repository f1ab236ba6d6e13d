// The table that a request is about, for the metrics and the logs. The text comes from a stranger: it need not be the
// name of a table at all.
#pragma once

#include <partita/database.h>

#include <string_view>

namespace partita::server {

// Names of tables have no parentheses, so these two cannot be names of tables.
inline constexpr std::string_view kNoTable = "(none)";
inline constexpr std::string_view kSeveralTables = "(several)";

// The name in `name_or_arn`, which may also be the ARN of an index or of a stream, or a shard iterator, which begins
// with an ARN.
std::string_view table_name_in(std::string_view name_or_arn);
// The table of a statement in PartiQL, which need not be right. kNoTable if it names no table.
std::string_view table_of_statement(std::string_view statement);

// Adds up the tables of the members of a request.
class OneTable {
 public:
  void add(std::string_view table) { table_ = table_ == kNoTable || table_ == table ? table : kSeveralTables; }
  std::string_view table() const { return table_; }

 private:
  std::string_view table_ = kNoTable;
};

// Calls `visit` with each text that names a table in a request: a name, an ARN or a shard iterator, and nullptr for a
// missing one. Statements have no such texts.
template <class Request, class Visit>
void each_table(const Request& request, Visit visit) {
  if constexpr (requires { request.table_name; }) {
    visit(request.table_name ? &*request.table_name : nullptr);
  } else if constexpr (requires { request.resource_arn; }) {
    visit(request.resource_arn ? &*request.resource_arn : nullptr);
  } else if constexpr (requires { request.backup_arn; }) {
    visit(request.backup_arn ? &*request.backup_arn : nullptr);
  } else if constexpr (requires { request.export_arn; }) {
    visit(request.export_arn ? &*request.export_arn : nullptr);
  } else if constexpr (requires { request.import_arn; }) {
    visit(request.import_arn ? &*request.import_arn : nullptr);
  } else if constexpr (requires { request.bulk_operation_arn; }) {
    visit(request.bulk_operation_arn ? &*request.bulk_operation_arn : nullptr);
  } else if constexpr (requires { request.table_arn; }) {
    visit(request.table_arn ? &*request.table_arn : nullptr);
  } else if constexpr (requires { request.table_creation_parameters; }) {
    const auto& table = request.table_creation_parameters;
    visit(table && table->table_name ? &*table->table_name : nullptr);
  } else if constexpr (requires { request.source_table_arn; }) {
    const OptionalString& source = request.source_table_arn ? request.source_table_arn : request.source_table_name;
    visit(source ? &*source : nullptr);
  } else if constexpr (requires { request.stream_arn; }) {
    visit(request.stream_arn ? &*request.stream_arn : nullptr);
  } else if constexpr (requires { request.shard_iterator; }) {
    visit(request.shard_iterator ? &*request.shard_iterator : nullptr);
  } else if constexpr (requires { request.request_items; }) {
    if (request.request_items)
      for (const auto& [table, members] : *request.request_items) visit(&table);
  } else if constexpr (requires { request.transact_items->front().get; }) {
    if (request.transact_items)
      for (const TransactGetItem& member : *request.transact_items)
        if (member.get) each_table(*member.get, visit);
  } else if constexpr (requires { request.transact_items; }) {
    if (request.transact_items)
      for (const TransactWriteItem& member : *request.transact_items) {
        if (member.condition_check) each_table(*member.condition_check, visit);
        if (member.put) each_table(*member.put, visit);
        if (member.delete_) each_table(*member.delete_, visit);
        if (member.update) each_table(*member.update, visit);
      }
  }
}

// The only table that the request names, kNoTable or kSeveralTables. The view points into the request.
template <class Request>
std::string_view table_of(const Request& request) {
  OneTable tables;
  if constexpr (requires { request.statement; }) {
    return request.statement ? table_of_statement(*request.statement) : kNoTable;
  } else if constexpr (requires { request.statements; }) {
    if (request.statements)
      for (const auto& member : *request.statements) tables.add(table_of(member));
  } else if constexpr (requires { request.transact_statements; }) {
    if (request.transact_statements)
      for (const auto& member : *request.transact_statements) tables.add(table_of(member));
  } else {
    each_table(request, [&](const std::string* text) { tables.add(text ? table_name_in(*text) : kNoTable); });
  }
  return tables.table();
}

}  // namespace partita::server
