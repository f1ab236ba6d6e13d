#include "client/faults/call_facts.h"

#include "ops/prepare.h"
#include "ops/rules/names.h"
#include "partiql/parse.h"

namespace partita::client {
namespace {

using Named = std::vector<NamedItem>;

std::string name_of_table(const OptionalString& name_or_arn) {
  return name_or_arn ? ops::table_name_of(*name_or_arn) : std::string();
}

// The table in the ARN of something that belongs to a table, or in an iterator of a stream, which begins with its ARN.
std::string table_of_part(const OptionalString& arn, std::string_view behind_table) {
  const std::string_view text = arn ? std::string_view(*arn) : std::string_view();
  const auto parsed = ops::parse_table_arn(text.substr(0, text.find(behind_table)));
  return parsed ? std::string(parsed->table) : std::string();
}
std::string table_of_stream(const OptionalString& arn) { return table_of_part(arn, "/stream/"); }

const AttributeMap* pointer_to(const OptionalItem& item) { return item ? &*item : nullptr; }

AttributeMap equalities_of(const QueryRequest& request) {
  AttributeMap found;
  if (const auto prepared = ops::prepare(request); prepared && prepared->key_condition)
    for (const expr::KeyComparison& comparison : prepared->key_condition->comparisons)
      if (comparison.op == expr::KeyOperator::Eq) found.set(comparison.attribute, comparison.value);
  return found;
}

// A parameter that the request lacks is left out.
void add_term(AttributeMap& found, const std::string& name, const partiql::Term& term,
              const std::vector<AttributeValue>& parameters) {
  if (term.kind == partiql::Term::Kind::Constant) found.set(name, term.constant);
  if (term.kind == partiql::Term::Kind::Parameter && term.parameter < parameters.size())
    found.set(name, parameters[term.parameter]);
}

AttributeMap equalities_of(const partiql::Statement& statement, const std::vector<AttributeValue>& parameters) {
  AttributeMap found;
  if (statement.kind == partiql::Statement::Kind::Insert) {
    if (statement.item.kind == partiql::Term::Kind::Constant && statement.item.constant.is(AttributeType::M))
      return statement.item.constant.m();
    if (statement.item.kind == partiql::Term::Kind::Map)
      for (std::size_t i = 0; i < statement.item.terms.size(); ++i)
        add_term(found, statement.item.names[i], statement.item.terms[i], parameters);
  } else if (statement.equalities) {
    for (const partiql::KeyEquality& equality : *statement.equalities) {
      if (!equality.parameter)
        found.set(equality.attribute, equality.constant);
      else if (*equality.parameter < parameters.size())
        found.set(equality.attribute, parameters[*equality.parameter]);
    }
  }
  return found;
}

template <class Statement>
NamedItem named_by_statement(const Statement& request, FindKeys find) {
  NamedItem named;
  const auto parsed = request.statement ? partiql::cached_statement(*request.statement)
                                        : expected<std::shared_ptr<const partiql::Statement>, std::string>();
  if (!parsed || !*parsed) return named;
  named.table = (*parsed)->table;
  if (find == FindKeys::Yes)
    named.found = equalities_of(**parsed, request.parameters.value_or(std::vector<AttributeValue>()));
  return named;
}

// ---- what a request names

template <class Request>
void add_named(const Request& request, FindKeys find, Named& named) {
  if constexpr (requires { request.key; }) {
    named.push_back({.table = name_of_table(request.table_name), .attributes = pointer_to(request.key)});
  } else if constexpr (requires { request.item; }) {
    named.push_back({.table = name_of_table(request.table_name), .attributes = pointer_to(request.item)});
  } else if constexpr (requires { request.statement; }) {
    named.push_back(named_by_statement(request, find));
  } else if constexpr (requires { request.table_name; }) {
    named.push_back({.table = name_of_table(request.table_name)});
  } else if constexpr (requires { request.resource_arn; }) {
    named.push_back({.table = name_of_table(request.resource_arn)});
  } else if constexpr (requires { request.backup_arn; }) {
    named.push_back({.table = table_of_part(request.backup_arn, "/backup/")});
  } else if constexpr (requires { request.export_arn; }) {
    named.push_back({.table = table_of_part(request.export_arn, "/export/")});
  } else if constexpr (requires { request.import_arn; }) {
    named.push_back({.table = table_of_part(request.import_arn, "/import/")});
  } else if constexpr (requires { request.bulk_operation_arn; }) {
    named.push_back({.table = table_of_part(request.bulk_operation_arn, "/bulk-operation/")});
  } else if constexpr (requires { request.table_arn; }) {
    named.push_back({.table = name_of_table(request.table_arn)});
  } else if constexpr (requires { request.table_creation_parameters; }) {
    const auto& table = request.table_creation_parameters;
    named.push_back({.table = name_of_table(table ? table->table_name : OptionalString())});
  } else if constexpr (requires { request.source_table_arn; }) {
    named.push_back(
        {.table = name_of_table(request.source_table_arn ? request.source_table_arn : request.source_table_name)});
  } else if constexpr (requires { request.stream_arn; }) {
    named.push_back({.table = table_of_stream(request.stream_arn)});
  } else if constexpr (requires { request.shard_iterator; }) {
    named.push_back({.table = table_of_stream(request.shard_iterator)});
  }
}

void add_named(const QueryRequest& request, FindKeys find, Named& named) {
  named.push_back({.table = name_of_table(request.table_name)});
  if (find == FindKeys::Yes) named.back().found = equalities_of(request);
}

void add_named(const BatchGetItemRequest& request, FindKeys, Named& named) {
  if (!request.request_items) return;
  for (const auto& [table, asked] : *request.request_items) {
    if (!asked.keys) continue;
    for (const AttributeMap& key : *asked.keys)
      named.push_back({.table = ops::table_name_of(table), .attributes = &key});
  }
}

void add_named(const BatchWriteItemRequest& request, FindKeys, Named& named) {
  if (!request.request_items) return;
  for (const auto& [table, writes] : *request.request_items) {
    for (const WriteRequest& write : writes)
      named.push_back({.table = ops::table_name_of(table),
                       .attributes = write.put_request      ? pointer_to(write.put_request->item)
                                     : write.delete_request ? pointer_to(write.delete_request->key)
                                                            : nullptr});
  }
}

void add_named(const BatchExecuteStatementRequest& request, FindKeys find, Named& named) {
  if (!request.statements) return;
  for (const BatchStatementRequest& statement : *request.statements)
    named.push_back(named_by_statement(statement, find));
}

void add_named(const ExecuteTransactionRequest& request, FindKeys find, Named& named) {
  if (!request.transact_statements) return;
  for (const ParameterizedStatement& statement : *request.transact_statements)
    named.push_back(named_by_statement(statement, find));
}

void add_named(const TransactGetItemsRequest& request, FindKeys find, Named& named) {
  if (!request.transact_items) return;
  for (const TransactGetItem& member : *request.transact_items) {
    if (member.get)
      add_named(*member.get, find, named);
    else
      named.emplace_back();
  }
}

void add_named(const TransactWriteItemsRequest& request, FindKeys find, Named& named) {
  if (!request.transact_items) return;
  for (const TransactWriteItem& member : *request.transact_items) {
    if (member.condition_check)
      add_named(*member.condition_check, find, named);
    else if (member.put)
      add_named(*member.put, find, named);
    else if (member.delete_)
      add_named(*member.delete_, find, named);
    else if (member.update)
      add_named(*member.update, find, named);
    else
      named.emplace_back();
  }
}

}  // namespace

#define PARTITA_OPERATION(function, Name)                                                                    \
  CallFacts facts_of(const Name##Request& request, FindKeys find) {                                          \
    CallFacts facts{.operation = protocol::Operation::Name, .repeatable = repeatable(request), .named = {}}; \
    add_named(request, find, facts.named);                                                                   \
    return facts;                                                                                            \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::client
