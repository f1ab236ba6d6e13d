#include <optional>

#include "expr/syntax/parser.h"
#include "value/limits.h"

namespace partita::expr {
namespace {

struct Named {
  std::string_view text;
  ConditionKind kind;
};
constexpr Named kComparators[] = {{"=", ConditionKind::Eq},  {"<>", ConditionKind::Ne}, {"<", ConditionKind::Lt},
                                  {"<=", ConditionKind::Le}, {">", ConditionKind::Gt},  {">=", ConditionKind::Ge}};
constexpr Named kFunctions[] = {{"attribute_exists", ConditionKind::AttributeExists},
                                {"attribute_not_exists", ConditionKind::AttributeNotExists},
                                {"attribute_type", ConditionKind::AttributeType},
                                {"begins_with", ConditionKind::BeginsWith},
                                {"contains", ConditionKind::Contains}};

const Named* find_named(std::string_view text, const auto& table) {
  for (const Named& named : table)
    if (named.text == text) return &named;
  return nullptr;
}

// A term is an operand until a comparison, or its use as a condition, decides. After '(' the parser cannot know yet
// whether a condition or an operand follows.
struct Term {
  std::optional<OperandAst> operand;  // or, if absent, `condition`
  ConditionAst condition;
  bool parenthesised = false;
};

// or         := and {OR and}
// and        := not {AND not}
// not        := {NOT} comparison
// comparison := term | operand comparator operand | operand BETWEEN operand AND operand
//             | operand IN '(' operand {',' operand} ')'
// term       := '(' or ')' | operand
// operand    := value | path | call | '(' operand ')'
// A path may continue after its parentheses.
class ConditionParser final : Parser {
 public:
  explicit ConditionParser(std::string_view text) : Parser(text) {}

  Parsed<ConditionAst> parse() {
    Term term = parse_or();
    require_condition(term);
    if (!at(Token::Kind::End)) fail_here();
    std::string message = error({Fault::RedundantParentheses, Fault::TooManyOperators, Fault::Function,
                                 Fault::MisusedFunction, Fault::ReservedWord, Fault::Path, Fault::TooManyCandidates});
    if (!message.empty()) return unexpected(std::move(message));
    return std::move(term.condition);
  }

 private:
  bool is_keyword(std::string_view name) const override {
    for (const std::string_view keyword : {"AND", "OR", "NOT", "BETWEEN", "IN"})
      if (equals_ignoring_case(name, keyword)) return true;
    return false;
  }

  Term parse_or() { return parse_chain("OR", ConditionKind::Or, &ConditionParser::parse_and); }
  Term parse_and() { return parse_chain("AND", ConditionKind::And, &ConditionParser::parse_not); }

  Term parse_chain(std::string_view keyword, ConditionKind kind, Term (ConditionParser::*parse_part)()) {
    Term first = (this->*parse_part)();
    if (failed() || !at_word(keyword)) return first;
    require_condition(first);
    Term chain;
    chain.condition.kind = kind;
    chain.condition.children.push_back(std::move(first.condition));
    while (!failed() && at_word(keyword)) {
      take();
      note_operator();
      Term part = (this->*parse_part)();
      require_condition(part);
      chain.condition.children.push_back(std::move(part.condition));
    }
    return chain;
  }

  Term parse_not() {
    std::size_t negations = 0;
    for (; at_word("NOT"); ++negations) {
      take();
      note_operator();
    }
    Term term = parse_comparison();
    if (negations > 0) require_condition(term);
    for (; negations > 0 && !failed(); --negations) {
      ConditionAst inner = std::move(term.condition);
      term = Term{};
      term.condition.kind = ConditionKind::Not;
      term.condition.children.push_back(std::move(inner));
    }
    return term;
  }

  Term parse_comparison() {
    Term left = parse_term();
    if (failed() || !left.operand) return left;
    if (at(Token::Kind::Symbol)) {
      if (const Named* comparator = find_named(peek().text, kComparators))
        return parse_rest(comparator->kind, std::move(*left.operand));
    }
    if (at_word("BETWEEN")) return parse_rest(ConditionKind::Between, std::move(*left.operand));
    if (at_word("IN")) return parse_rest(ConditionKind::In, std::move(*left.operand));
    return left;
  }

  // Parses the rest of a comparison, from its operator on. `left` is its first operand.
  Term parse_rest(ConditionKind kind, OperandAst left) {
    take();
    note_operator();
    Term term;
    term.condition.kind = kind;
    std::vector<OperandAst>& operands = term.condition.operands;
    operands.push_back(std::move(left));
    if (kind == ConditionKind::In) {
      expect("(");
      parse_list(operands);
      if (const std::size_t count = operands.size() - 1; count > limits::kInOperands)
        note(Fault::TooManyCandidates,
             "The IN operator is provided with too many operands; number of operands: " + std::to_string(count));
    } else {
      operands.push_back(parse_operand().operand);
      if (kind == ConditionKind::Between) {
        if (!failed() && !at_word("AND")) fail_here();
        take();
        operands.push_back(parse_operand().operand);
      }
    }
    check_arguments(operands);
    return term;
  }

  Term parse_term() {
    if (failed()) return {};
    if (!at("(")) return {parse_simple_operand(), {}, false};
    const Level level(*this);
    take();
    Term inner = parse_or();
    expect(")");
    if (failed()) return inner;
    close_parentheses(inner.parenthesised);
    inner.parenthesised = true;
    if (inner.operand && inner.operand->kind == OperandAst::Kind::Path && !at_path_end()) {
      continue_path(inner.operand->path);
      inner.parenthesised = false;
    }
    return inner;
  }

  struct Operand {
    OperandAst operand;
    bool parenthesised = false;
  };

  Operand parse_operand() {
    if (failed()) return {};
    if (!at("(")) return {parse_simple_operand(), false};
    const Level level(*this);
    take();
    Operand inner = parse_operand();
    expect(")");
    if (failed()) return inner;
    close_parentheses(inner.parenthesised);
    inner.parenthesised = true;
    if (inner.operand.kind == OperandAst::Kind::Path && !at_path_end()) {
      continue_path(inner.operand.path);
      inner.parenthesised = false;
    }
    return inner;
  }

  OperandAst parse_simple_operand() {
    if (failed()) return {};
    if (at(Token::Kind::ValuePlaceholder)) return {OperandAst::Kind::Value, {}, std::string(take()), {}};
    if (at(Token::Kind::Name) && at_name() && peek(1).text == "(") return parse_call();
    return {OperandAst::Kind::Path, parse_path(), {}, {}};
  }

  OperandAst parse_call() {
    const Level level(*this);
    OperandAst call{OperandAst::Kind::Call, {}, std::string(take()), {}};
    note_operator();
    take();
    parse_list(call.arguments);
    if (failed()) return call;
    check_arguments(call.arguments);
    if (call.name == "if_not_exists" || call.name == "list_append") {
      note(Fault::Function, "The function is not allowed in a condition expression; function: " + call.name);
    } else if (call.name != "size" && find_named(call.name, kFunctions) == nullptr) {
      note(Fault::Function, "Invalid function name; function: " + call.name);
    }
    return call;
  }

  // Parses operands, and the closing parenthesis after them.
  void parse_list(std::vector<OperandAst>& operands) {
    operands.push_back(parse_operand().operand);
    while (!failed() && at(",")) {
      take();
      operands.push_back(parse_operand().operand);
    }
    expect(")");
  }

  void close_parentheses(bool inner_parenthesised) {
    if (inner_parenthesised) note(Fault::RedundantParentheses, "The expression has redundant parentheses;");
  }

  void note_misuse(const std::string& function) {
    note(Fault::MisusedFunction,
         "The function is not allowed to be used this way in an expression; function: " + function);
  }

  // Only the function size yields a value that can be an operand.
  void check_arguments(const std::vector<OperandAst>& operands) {
    if (failed()) return;
    for (const OperandAst& operand : operands)
      if (operand.kind == OperandAst::Kind::Call && operand.name != "size") note_misuse(operand.name);
  }

  // Makes `term`, which was read to its end, a condition. An operand can be a condition only if it is a function call
  // other than size.
  void require_condition(Term& term) {
    if (failed() || !term.operand) return;
    if (term.operand->kind != OperandAst::Kind::Call) return fail_here();
    if (term.operand->name == "size") note_misuse("size");
    if (const Named* function = find_named(term.operand->name, kFunctions)) term.condition.kind = function->kind;
    term.condition.operands = std::move(term.operand->arguments);
    term.operand.reset();
  }
};

}  // namespace

Parsed<ConditionAst> parse_condition(std::string_view text) { return ConditionParser(text).parse(); }

}  // namespace partita::expr
