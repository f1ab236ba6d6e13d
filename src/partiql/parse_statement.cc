// The parser of whole statements, and what their trees tell without parameters and tables.
#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "base/contains.h"
#include "base/try.h"
#include "expr/bind/projection_tree.h"
#include "expr/syntax/ast_cache.h"
#include "partiql/parse.h"
#include "partiql/parser.h"
#include "partiql/tree_bytes.h"
#include "value/limits.h"

namespace partita::partiql {
namespace {

// statement := (select | insert | update | from_first | delete | exists) [';']
class StatementParser final : Parser {
 public:
  explicit StatementParser(std::vector<Token> tokens) : Parser(std::move(tokens)) {}

  expected<Statement, std::string> parse() {
    parse_kind();
    (void)take_symbol(";");
    if (!failed() && !at(Token::Kind::End)) fail(kLeftOver);
    if (syntax_error_) return unexpected(std::move(*syntax_error_));
    return std::move(statement_);
  }

 private:
  using Kind = Statement::Kind;

  void parse_kind() {
    if (take_keyword("SELECT")) return parse_select();
    if (take_keyword("INSERT")) return parse_insert();
    if (take_keyword("UPDATE")) return parse_update();
    if (take_keyword("DELETE")) return parse_delete();
    if (take_keyword("FROM")) return parse_from_first();
    if (at_keyword("EXISTS") && peek(1).text == "(") return parse_exists();
    parse_expression_statement();
  }

  // A statement must not be an expression. If the expression is wrong, the service reports that.
  void parse_expression_statement() {
    const Term term = parse_term();
    if (failed()) return;
    // In `SLECT * FROM T`, the service takes FROM for the beginning of an update.
    if (at_operator("*") && peek(1).kind == Token::Kind::Keyword && peek(1).text == "FROM")
      return fail(kNoDataManipulation);
    if (term.kind == Term::Kind::Is) return note(unsupported_operation("IsType"));
    if (at(Token::Kind::End) || at_symbol(";")) fail(kNoDataManipulation);
  }

  // Reads the name of a table, or of a table and an index.
  void parse_table(std::string_view no_name) {
    if (!at_name()) return no_name.empty() ? fail_at_term() : fail(no_name);
    table_place_ = peek().place;
    std::vector<std::string> names;
    names.push_back(take().text);
    while (!failed() && take_symbol(".")) {
      if (!at_name()) return fail("Invalid path dot component");
      names.push_back(take().text);
    }
    if (base::contains(names, std::string())) note("Path component cannot be an empty string");
    if (names.size() > 2) note("A path may contain at most 2 components in the FROM clause");
    statement_.table = std::move(names[0]);
    if (names.size() > 1) statement_.index = std::move(names[1]);
  }

  void parse_alias() {
    if (failed()) return;
    if (!take_keyword("AS") && !at_name()) return;
    if (!at_name()) return fail_at_term();
    take();
    note("Aliasing is not supported");
  }

  void parse_where() {
    if (take_keyword("WHERE")) statement_.where = parse_term();
  }

  void parse_select() {
    statement_.kind = Kind::Select;
    if (!take_if(Token::Kind::Operator, "*")) parse_projection();
    if (!failed() && !take_keyword("FROM")) return fail(kLeftOver);
    if (failed()) return;
    parse_table({});
    parse_alias();
    parse_where();
    parse_order();
    describe();
  }

  void parse_projection() {
    do {
      Term term = parse_term();
      if (failed()) return;
      if (take_keyword("AS")) {
        if (!at_name()) return fail_at_term();
        note("Aliasing is not supported");
        take();
      }
      if (term.kind != Term::Kind::Path && statement_.projection_fault.empty())
        statement_.projection_fault = "Unexpected path component " + term.place.text();
      statement_.projection.push_back(std::move(term));
    } while (take_symbol(","));
  }

  void parse_order() {
    if (!take_keyword("ORDER")) return;
    if (!take_keyword("BY")) return fail_at_term();
    do {
      if (!at_name()) return fail_at_term();
      const value::Path path = parse_path();
      OrderTerm term{path.is_top_level() ? path.top() : path.to_text(), false};
      if (take_keyword("DESC"))
        term.descending = true;
      else
        (void)take_keyword("ASC");
      statement_.order.push_back(std::move(term));
    } while (take_symbol(","));
  }

  void parse_insert() {
    statement_.kind = Kind::Insert;
    if (!take_keyword("INTO")) return fail_at_term();
    parse_table("Expected identifier for simple path");
    if (failed()) return;
    if (statement_.index)
      note("FROM clause may only contain a single table name in data manipulation statements " + table_place_.text());
    if (!take_keyword("VALUE")) return refuse_insert_without_value();
    in_item_ = true;
    statement_.item = parse_term();
    in_item_ = false;
    const Term& item = statement_.item;
    const bool is_map = item.kind == Term::Kind::Map || item.kind == Term::Kind::Parameter ||
                        (item.kind == Term::Kind::Constant && item.constant.is(AttributeType::M));
    if (!failed() && !is_map) note("Unsupported data type under root " + item.place.text());
  }

  // INSERT INTO t (a, b) VALUES (1, 2), as in SQL, or an alias.
  void refuse_insert_without_value() {
    if (take_symbol("(")) {
      while (!at(Token::Kind::End) && !at_symbol(")")) take();
      (void)take_symbol(")");
    }
    if (at(Token::Kind::Keyword)) return fail(kUnexpectedKeyword);
    at(Token::Kind::End) ? fail(kUnexpectedTerm) : fail(kLeftOver);
  }

  void parse_clauses() {
    while (!failed()) {
      if (take_keyword("SET"))
        parse_set();
      else if (take_keyword("REMOVE"))
        parse_remove();
      else
        break;
    }
    if (!failed() && statement_.clauses.empty()) fail(kNoDataManipulation);
  }

  void parse_set() {
    do {
      if (!at_name()) return fail_at_term();
      Clause clause{parse_path(), std::nullopt};
      if (!take_if(Token::Kind::Operator, "=")) return failed() ? void() : fail_at_term();
      if (at(Token::Kind::End)) return fail("Missing right-hand side expression of infix operator");
      clause.value = parse_term();
      statement_.clauses.push_back(std::move(clause));
    } while (take_symbol(","));
  }

  void parse_remove() {
    do {
      if (!at_name()) return fail_at_term();
      statement_.clauses.push_back({parse_path(), std::nullopt});
    } while (take_symbol(","));
  }

  void parse_update() {
    statement_.kind = Kind::Update;
    parse_table("Expected identifier for simple path");
    refuse_index();
    parse_alias();
    parse_clauses();
    parse_where();
    parse_returning();
    describe();
  }

  // FROM t WHERE ... SET ...
  void parse_from_first() {
    statement_.kind = Kind::Update;
    parse_table({});
    refuse_index();
    parse_alias();
    parse_where();
    parse_clauses();
    parse_returning();
    describe();
  }

  void parse_delete() {
    statement_.kind = Kind::Delete;
    if (!take_keyword("FROM")) return fail_at_term();
    parse_table("Expected identifier for simple path");
    refuse_index();
    parse_alias();
    parse_where();
    parse_returning();
    describe();
    if (const auto& wanted = statement_.returning; wanted && (wanted->modified || wanted->new_values))
      note("Invalid returning clause: " + wanted->text() +
           ". Only RETURNING ALL OLD * is allowed in DELETE statements.");
  }

  void refuse_index() {
    if (statement_.index) note("This operation is not supported on an index");
  }

  void parse_returning() {
    if (!take_keyword("RETURNING")) return;
    Returning returning;
    // MODIFIED, OLD and NEW are names, because they may be attributes.
    const auto take_word = [this](std::string_view word) {
      std::string upper = peek().text;
      for (char& c : upper)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
      const bool found = upper == word && (at(Token::Kind::Name) || at(Token::Kind::Keyword));
      if (found) take();
      return found;
    };
    returning.modified = take_word("MODIFIED");
    if (!returning.modified && !take_word("ALL")) return fail_at_term();
    returning.new_values = take_word("NEW");
    if (!returning.new_values && !take_word("OLD")) return fail_at_term();
    if (!take_if(Token::Kind::Operator, "*")) return fail_at_term();
    statement_.returning = returning;
  }

  void parse_exists() {
    take();
    take();
    if (!take_keyword("SELECT")) return fail_at_term();
    parse_select();
    statement_.kind = Kind::Exists;
    if (!failed() && !take_symbol(")")) fail_at_term();
  }

  // Fills the members that follow from others.
  void describe() {
    if (failed()) return;
    if (statement_.where) statement_.equalities = equalities_of(*statement_.where);
    if (!statement_.projection.empty() && statement_.projection_fault.empty()) statement_.projected = projected();
  }

  static std::optional<KeyEquality> equality_of(const Term& term) {
    if (term.kind != Term::Kind::Comparison || term.comparison != expr::ConditionKind::Eq) return std::nullopt;
    const bool path_first = term.terms[0].kind == Term::Kind::Path;
    const Term& path = term.terms[path_first ? 0 : 1];
    const Term& value = term.terms[path_first ? 1 : 0];
    if (path.kind != Term::Kind::Path || !path.path.is_top_level()) return std::nullopt;
    if (value.kind == Term::Kind::Parameter) return KeyEquality{path.path.top(), value.parameter, {}};
    if (value.kind == Term::Kind::Constant) return KeyEquality{path.path.top(), std::nullopt, value.constant};
    return std::nullopt;
  }

  static std::optional<std::vector<KeyEquality>> equalities_of(const Term& where) {
    std::vector<KeyEquality> equalities;
    const std::size_t count = where.kind == Term::Kind::And ? where.terms.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      auto equality = equality_of(where.kind == Term::Kind::And ? where.terms[i] : where);
      if (!equality) return std::nullopt;
      for (const KeyEquality& other : equalities)
        if (other.attribute == equality->attribute) return std::nullopt;
      equalities.push_back(*std::move(equality));
    }
    return equalities;
  }

  // A projected value is named by its path from the last name on, such as b[0] for a.b[0].
  static std::string column_name(const value::Path& path) {
    const auto& elements = path.elements;
    const auto after_name = std::find_if(elements.rbegin(), elements.rend(), [](const auto& element) {
                              return std::holds_alternative<std::string>(element);
                            }).base();
    std::string name = std::get<std::string>(*std::prev(after_name));
    for (auto index = after_name; index != elements.end(); ++index)
      name.append("[").append(std::to_string(std::get<std::uint64_t>(*index))).append("]");
    return name;
  }

  expr::Projection projected() const {
    auto tree = std::make_shared<expr::ProjectionTree>();
    std::vector<value::Path> paths;
    std::set<std::string> names;
    bool plain = true;
    for (const Term& term : statement_.projection) {
      const std::string name = column_name(term.path);
      plain = plain && term.path.is_top_level();
      if (names.insert(name).second) paths.push_back(term.path), tree->columns.push_back({name, term.path});
    }
    if (plain) {
      tree->columns.clear();
      tree->paths = *expr::PathTree::make(paths);
    } else {
      std::ranges::sort(tree->columns, {}, &expr::Column::name);
    }
    return expr::Projection(std::move(tree));
  }

  TokenPlace table_place_;
};

}  // namespace

std::string TokenPlace::text() const {
  return "at " + std::to_string(line) + ":" + std::to_string(column) + ":" + std::to_string(length);
}

std::string Returning::text() const {
  return std::string("RETURNING ") + (modified ? "MODIFIED " : "ALL ") + (new_values ? "NEW *" : "OLD *");
}

ReturnValue Returning::value() const {
  if (modified) return new_values ? ReturnValue::UpdatedNew : ReturnValue::UpdatedOld;
  return new_values ? ReturnValue::AllNew : ReturnValue::AllOld;
}

expected<Statement, std::string> parse_statement(std::string_view text) {
  PARTITA_TRY_VALUE(tokens, tokenize(text));
  PARTITA_TRY_VALUE(statement, StatementParser(std::move(tokens)).parse());
  statement.text = text;
  return std::move(statement);
}

namespace {

expr::AstCache<Statement>& statement_cache() {
  static expr::AstCache<Statement> cache(parse_statement, tree_bytes);
  return cache;
}

}  // namespace

expected<std::shared_ptr<const Statement>, std::string> cached_statement(std::string_view text) {
  return statement_cache().get(text);
}

expected<std::shared_ptr<const Statement>, std::string> statement_to_look_at(std::string_view text) {
  return statement_cache().look(text);
}

std::size_t cached_statement_bytes() { return statement_cache().bytes(); }

}  // namespace partita::partiql
