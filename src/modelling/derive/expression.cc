#include "modelling/derive/expression.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/contains.h"
#include "base/try.h"
#include "modelling/core/nearest.h"

namespace partita::modelling::derive {
namespace {

using Function = Expression::Function;
using Node = Expression::Node;
using Value = std::optional<AttributeValue>;

constexpr std::size_t kMostDepth = 32;
constexpr std::size_t kAnyNumber = 1'000;

struct Signature {
  std::string_view name;
  Function function;
  std::size_t least;
  std::size_t most;
};
constexpr std::array<Signature, 10> kSignatures = {{{"concat", Function::Concat, 1, kAnyNumber},
                                                    {"split", Function::Split, 3, 3},
                                                    {"lower", Function::Lower, 1, 1},
                                                    {"upper", Function::Upper, 1, 1},
                                                    {"text", Function::Text, 1, 1},
                                                    {"number", Function::Number, 1, 1},
                                                    {"first", Function::First, 1, kAnyNumber},
                                                    {"case", Function::Case, 3, kAnyNumber},
                                                    {"map", Function::Map, 1, kAnyNumber},
                                                    {"list", Function::List, 1, kAnyNumber}}};

const Signature& signature_of(Function function) {
  return *std::ranges::find(kSignatures, function, &Signature::function);
}

std::string last_name(const Node& node) { return node.path.empty() ? std::string() : node.path.back(); }

bool is_name_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return absl::ascii_isalnum(byte) || c == '_' || c == '-' || byte > 127;
}

// ---- from text

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Node> parse() {
    PARTITA_TRY_VALUE(node, expression(0));
    skip_blanks();
    if (at_ < text_.size()) return fault(fmt::format("'{}' is behind the end of the expression", text_.substr(at_)));
    return std::move(node);
  }

 private:
  unexpected<Error> fault(std::string_view what) const {
    return invalid(fmt::format("{} (at character {} of `{}`)", what, at_ + 1, text_));
  }
  void skip_blanks() {
    while (at_ < text_.size() && absl::ascii_isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  Result<Node> expression(std::size_t depth) {
    if (depth > kMostDepth) return fault("the expression is too deep");
    skip_blanks();
    if (at_ == text_.size()) return fault("an expression is missing");
    if (text_[at_] == '\'') return text_literal();
    const char c = text_[at_];
    if (absl::ascii_isdigit(static_cast<unsigned char>(c)) || (c == '-' && at_ + 1 < text_.size())) return number();
    PARTITA_TRY_VALUE(name, this->name());
    if (name == "true" || name == "false") return Node{.literal = AttributeValue::boolean(name == "true")};
    if (take('(')) return call(name, depth);
    Node node{.path = {std::move(name)}};
    while (take('.')) {
      PARTITA_TRY_VALUE(member, this->name());
      node.path.push_back(std::move(member));
    }
    return node;
  }

  Result<std::string> name() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_byte(text_[at_])) ++at_;
    if (at_ == begin) return fault("a field, a value or a function is missing");
    return std::string(text_.substr(begin, at_ - begin));
  }

  Result<Node> text_literal() {
    std::string out;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] != '\'') {
        out += text_[at_];
        continue;
      }
      if (at_ + 1 == text_.size() || text_[at_ + 1] != '\'') {
        ++at_;
        return Node{.literal = AttributeValue(std::move(out))};
      }
      out += text_[at_++];
    }
    return fault("the text has no end");
  }

  Result<Node> number() {
    const std::size_t begin = at_;
    ++at_;
    while (at_ < text_.size() && (absl::ascii_isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.'))
      ++at_;
    const std::string_view digits = text_.substr(begin, at_ - begin);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
      return fault(fmt::format("'{}' is not a number", digits));
    return Node{.literal = AttributeValue::number(std::string(digits))};
  }

  Result<Node> call(const std::string& name, std::size_t depth) {
    const auto known = std::ranges::find(kSignatures, name, &Signature::name);
    if (known == kSignatures.end()) {
      std::array<std::string_view, kSignatures.size()> names;
      std::ranges::transform(kSignatures, names.begin(), &Signature::name);
      return fault(fmt::format("{} is not a function{}", name, did_you_mean(name, names)));
    }
    Node node{.function = known->function};
    if (!take(')')) {
      do {
        PARTITA_TRY_VALUE(argument, expression(depth + 1));
        node.arguments.push_back(std::move(argument));
      } while (take(','));
      if (!take(')')) return fault(fmt::format("the ) of {} is missing", name));
    }
    if (node.arguments.size() < known->least || node.arguments.size() > known->most)
      return fault(fmt::format("{} has {} arguments", name, node.arguments.size()));
    if (node.function != Function::Map) return node;
    for (const Node& member : node.arguments) {
      if (member.path.empty()) return fault("map takes fields, which name the members of the document");
      if (std::ranges::count(node.arguments, member.path.back(), last_name) > 1)
        return fault(fmt::format("map has the member {} twice", member.path.back()));
    }
    return node;
  }

  const std::string_view text_;
  std::size_t at_ = 0;
};

void add_fields(const Node& node, std::vector<std::string>& out) {
  if (!node.path.empty() && !base::contains(out, node.path.front())) out.push_back(node.path.front());
  for (const Node& argument : node.arguments) add_fields(argument, out);
}

// ---- values

unexpected<Error> wrong_type(Function function, const AttributeValue& value) {
  return invalid(fmt::format("{} takes texts and numbers, and not a value of type {}", signature_of(function).name,
                             value.is(AttributeType::M)   ? "M"
                             : value.is(AttributeType::L) ? "L"
                                                          : "other"));
}

Result<std::string> text_of(Function function, const AttributeValue& value) {
  if (value.is(AttributeType::S) || value.is(AttributeType::N)) return value.text();
  if (value.is(AttributeType::Bool)) return std::string(value.boolean() ? "true" : "false");
  return wrong_type(function, value);
}

bool is_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value == value && value - value == 0;
}

Value part_of(const std::string& text, const std::string& separator, std::size_t number) {
  if (separator.empty()) return std::nullopt;
  std::size_t begin = 0;
  for (std::size_t i = 0;; ++i) {
    const std::size_t end = text.find(separator, begin);
    if (i == number) return AttributeValue(text.substr(begin, end - begin));
    if (end == text.npos) return std::nullopt;
    begin = end + separator.size();
  }
}

class Evaluator {
 public:
  explicit Evaluator(const Expression::Find& find) : find_(find) {}

  Result<Value> value(const Node& node) const {
    if (node.literal) return Value(*node.literal);
    if (!node.path.empty()) return member(node.path);
    switch (node.function) {
      case Function::First:
        return first(node);
      case Function::Map:
        return map(node);
      case Function::List:
        return list(node);
      case Function::Case:
        return choice(node);
      default:
        return of_texts(node);
    }
  }

 private:
  Result<Value> member(const std::vector<std::string>& path) const {
    const AttributeValue* at = find_(path.front());
    for (std::size_t i = 1; at && i < path.size(); ++i) at = at->is(AttributeType::M) ? at->m().find(path[i]) : nullptr;
    return at && !at->is(AttributeType::Null) ? Value(*at) : Value();
  }

  Result<Value> first(const Node& node) const {
    for (const Node& argument : node.arguments) {
      PARTITA_TRY_VALUE(found, value(argument));
      if (found) return std::move(found);
    }
    return Value();
  }

  Result<Value> map(const Node& node) const {
    AttributeMap out;
    for (const Node& argument : node.arguments) {
      PARTITA_TRY_VALUE(found, value(argument));
      if (found) out.set(argument.path.back(), *std::move(found));
    }
    return out.empty() ? Value() : Value(AttributeValue::map(std::move(out)));
  }

  Result<Value> list(const Node& node) const {
    AttributeValue::List out;
    for (const Node& argument : node.arguments) {
      PARTITA_TRY_VALUE(found, value(argument));
      if (found) out.push_back(*std::move(found));
    }
    return out.empty() ? Value() : Value(AttributeValue::list(std::move(out)));
  }

  Result<Value> choice(const Node& node) const {
    PARTITA_TRY_VALUE(subject, value(node.arguments.front()));
    if (!subject) return Value();
    const std::size_t count = node.arguments.size();
    for (std::size_t i = 1; i + 1 < count; i += 2) {
      PARTITA_TRY_VALUE(candidate, value(node.arguments[i]));
      if (candidate && *candidate == *subject) return value(node.arguments[i + 1]);
    }
    return count % 2 == 0 ? value(node.arguments.back()) : Result<Value>(std::move(subject));
  }

  // The functions that are absent if one of their arguments is.
  Result<Value> of_texts(const Node& node) const {
    std::vector<std::string> texts;
    for (const Node& argument : node.arguments) {
      PARTITA_TRY_VALUE(found, value(argument));
      if (!found) return Value();
      PARTITA_TRY_VALUE(text, text_of(node.function, *found));
      texts.push_back(std::move(text));
    }
    switch (node.function) {
      case Function::Lower:
        absl::AsciiStrToLower(&texts[0]);
        return Value(AttributeValue(std::move(texts[0])));
      case Function::Upper:
        absl::AsciiStrToUpper(&texts[0]);
        return Value(AttributeValue(std::move(texts[0])));
      case Function::Text:
        return Value(AttributeValue(std::move(texts[0])));
      case Function::Number:
        if (!is_number(texts[0])) return invalid(fmt::format("'{}' is not a number", texts[0]));
        return Value(AttributeValue::number(std::move(texts[0])));
      case Function::Split: {
        std::size_t number = 0;
        const auto [end, error] = std::from_chars(texts[2].data(), texts[2].data() + texts[2].size(), number);
        if (error != std::errc() || end != texts[2].data() + texts[2].size())
          return invalid(fmt::format("'{}' is not the number of a part", texts[2]));
        return part_of(texts[0], texts[1], number);
      }
      default: {
        std::string out;
        for (const std::string& text : texts) out += text;
        return Value(AttributeValue(std::move(out)));
      }
    }
  }

  const Expression::Find& find_;
};

}  // namespace

Result<Expression> Expression::parse(std::string_view text) {
  PARTITA_TRY_VALUE(root, Parser(text).parse());
  return Expression(std::move(root));
}

std::vector<std::string> Expression::fields() const {
  std::vector<std::string> out;
  add_fields(root_, out);
  return out;
}

bool Expression::has_member(std::string_view field) const {
  return root_.path.empty() && !root_.literal && root_.function == Function::Map &&
         std::ranges::any_of(root_.arguments, [&](const Node& member) {
           return member.path.size() == 1 && member.path.front() == field;
         });
}

Result<std::optional<AttributeValue>> Expression::evaluate(const Find& find) const {
  return Evaluator(find).value(root_);
}

}  // namespace partita::modelling::derive
