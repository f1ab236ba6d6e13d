// The parser of HCL: blocks and arguments (hcl_tree.cc), expressions (hcl_expressions.cc) and texts (hcl_texts.cc).
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "modelling/read/hcl_cursor.h"
#include "modelling/read/hcl_tree.h"

namespace partita::modelling::hcl {

inline constexpr int kDeepest = 240;

class Parser {
 public:
  Parser(std::string_view text, const std::string& path)
      : cursor_(text), file_(std::make_shared<const std::string>(path)) {}

  Result<Section> parse_file();
  Result<Expression> parse_template(int line);

 private:
  Place here() const { return {file_, first_line_ + cursor_.line() - 1}; }
  unexpected<Error> fault_here(std::string_view what) const { return fault(here(), what); }

  class Level {
   public:
    explicit Level(int& depth) : depth_(depth) { ++depth_; }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };
  // Sets how newlines are taken until it is destroyed.
  class Lines {
   public:
    Lines(Cursor::Newlines& now, Cursor::Newlines inside) : now_(now), before_(now) { now_ = inside; }
    ~Lines() { now_ = before_; }
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

   private:
    Cursor::Newlines& now_;
    const Cursor::Newlines before_;
  };

  enum class Ends : std::uint8_t { AtEndOfText, AtBrace };
  Result<void> parse_body(Section& into, Ends ends);
  Result<void> parse_entry(Section& into);

  // Each of them gives an Expression of the kind Other without a text if it cannot read what is there.
  Result<Expression> parse_expression();
  Result<Expression> parse_conditional();
  Result<Expression> parse_operators(int least);
  Result<Expression> parse_unary();
  Result<Expression> parse_postfix();
  Result<Expression> parse_operand();
  Result<Expression> parse_reference(std::string name);
  Result<Expression> parse_call(const std::string& name);
  Result<Expression> parse_list();
  Result<Expression> parse_object();
  Result<Expression> parse_for(char close);
  Result<void> parse_elements(char open, char close, Expression& into);
  Result<Expression> parse_steps(Expression base);
  Result<Expression> parse_splat(Expression base);

  Result<Expression> parse_quoted();
  Result<Expression> parse_heredoc();
  Result<void> take_text(Expression& text, std::string& literal);
  Result<void> take_all_text(Expression& text);
  static void add_literal(Expression& text, std::string& literal);

  void skip() { cursor_.skip_blanks(newlines_); }

  Cursor cursor_;
  const std::shared_ptr<const std::string> file_;
  Cursor::Newlines newlines_ = Cursor::Newlines::Keep;  // inside of brackets a newline is a blank
  int first_line_ = 1;
  int depth_ = 0;
};

}  // namespace partita::modelling::hcl
