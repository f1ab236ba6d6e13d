#include "expr/syntax/parser.h"

namespace partita::expr {
namespace {

struct Section {
  std::string_view keyword;
  ActionKind kind;
};
constexpr Section kSections[] = {
    {"SET", ActionKind::Set}, {"REMOVE", ActionKind::Remove}, {"ADD", ActionKind::Add}, {"DELETE", ActionKind::Delete}};

// update  := section {section}
// section := SET set {',' set} | REMOVE path {',' path} | (ADD | DELETE) path value {',' path value}
// set     := path '=' sum
// sum     := operand [('+' | '-') operand]
// operand := path | value | name '(' operand {',' operand} ')' | '(' sum ')'
class UpdateParser final : Parser {
 public:
  explicit UpdateParser(std::string_view text) : Parser(text) {}

  Parsed<UpdateAst> parse() {
    do parse_section();
    while (!failed() && !at(Token::Kind::End));
    std::string message =
        error({Fault::ReservedWord, Fault::TooManyOperators, Fault::Function, Fault::Section, Fault::Path});
    if (!message.empty()) return unexpected(std::move(message));
    return std::move(actions_);
  }

 private:
  bool is_keyword(std::string_view name) const override {
    for (const Section& section : kSections)
      if (equals_ignoring_case(name, section.keyword)) return true;
    return false;
  }

  void parse_section() {
    const Section* found = nullptr;
    for (const Section& section : kSections)
      if (at_word(section.keyword)) found = &section;
    if (found == nullptr) return fail_here();
    bool& seen = seen_[static_cast<std::size_t>(found->kind)];
    if (seen)
      note(Fault::Section, std::string("The \"")
                               .append(found->keyword)
                               .append("\" section can only be used once in an update expression;"));
    seen = true;
    do {
      take();
      parse_action(found->kind);
    } while (!failed() && at(","));
  }

  void parse_action(ActionKind kind) {
    ActionAst action{kind, parse_path(), {}};
    if (failed()) return;
    if (kind == ActionKind::Set) {
      expect("=");
      action.operand = parse_sum();
    } else if (kind != ActionKind::Remove) {
      if (!at(Token::Kind::ValuePlaceholder)) return fail_here();
      action.operand = parse_value();
    }
    actions_.push_back(std::move(action));
  }

  OperandAst parse_value() { return {OperandAst::Kind::Value, {}, std::string(take()), {}}; }

  OperandAst parse_sum() {
    OperandAst left = parse_operand();
    if (failed() || (!at("+") && !at("-"))) return left;
    OperandAst sum{take() == "+" ? OperandAst::Kind::Plus : OperandAst::Kind::Minus, {}, {}, {}};
    note_operator();
    sum.arguments.push_back(std::move(left));
    sum.arguments.push_back(parse_operand());
    return sum;
  }

  OperandAst parse_operand() {
    if (failed()) return {};
    if (at("(")) {
      const Level level(*this);
      take();
      OperandAst inner = parse_sum();
      expect(")");
      return inner;
    }
    if (at(Token::Kind::ValuePlaceholder)) return parse_value();
    if (at(Token::Kind::Name) && at_name() && peek(1).text == "(") return parse_call();
    return {OperandAst::Kind::Path, parse_path(), {}, {}};
  }

  OperandAst parse_call() {
    const Level level(*this);
    OperandAst call{OperandAst::Kind::Call, {}, std::string(take()), {}};
    note_operator();
    do {
      take();
      call.arguments.push_back(parse_operand());
    } while (!failed() && at(","));
    expect(")");
    if (!failed()) check_function(call);
    return call;
  }

  void check_function(const OperandAst& call) {
    const std::string& name = call.name;
    if (name == "if_not_exists") return;
    if (name == "list_append") {
      for (const OperandAst& argument : call.arguments)
        if (argument.kind == OperandAst::Kind::Call && argument.name == name)
          note(Fault::Function,
               "The function is not allowed to be used this way in an expression; function: " + argument.name);
      return;
    }
    for (const std::string_view other :
         {"attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size"})
      if (name == other)
        return note(Fault::Function, "The function is not allowed in an update expression; function: " + name);
    note(Fault::Function, "Invalid function name; function: " + name);
  }

  UpdateAst actions_;
  bool seen_[4] = {};
};

}  // namespace

Parsed<UpdateAst> parse_update(std::string_view text) { return UpdateParser(text).parse(); }

}  // namespace partita::expr
