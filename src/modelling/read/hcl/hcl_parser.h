// The parser of HCL: blocks and arguments (hcl_tree.cc), expressions (hcl_expressions.cc) and texts (hcl_texts.cc).
#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "modelling/read/hcl/hcl_cursor.h"
#include "modelling/read/hcl/hcl_tree.h"

namespace partita::modelling::hcl {

inline constexpr int kDeepestExpression = 240;

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

  // Each of them gives an Expression of the kind Other without a text if it cannot read the text.
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
  // A text under way. A directive %{ if } or %{ for } is a text inside of the text.
  struct Pieces {
    Expression text = {.kind = Expression::Kind::Text};
    std::string literal = {};      // not added yet
    bool trims = false;            // a mark ~ is in front of `literal`
    const bool is_quoted = false;  // the text is in quotation marks, so that its lines are one literal

    void add_literal();
    void trim_before();
  };
  // The end of a text or of a part of it.
  enum class TextEnd : std::uint8_t { Quote, EndOfText, Else, EndIf, EndFor };
  // Takes the text up to the quotation mark or the end of all, or up to the directive that ends the part.
  Result<TextEnd> take_pieces(Pieces& pieces, const Place& begin);
  Result<void> take_interpolation(Pieces& pieces);
  // Returns nullopt if the directive is a whole one with its end, which is added to the pieces.
  Result<std::optional<TextEnd>> take_directive(Pieces& pieces);
  Result<Expression> take_if(Pieces& pieces, const Place& place);
  Result<Expression> take_for(Pieces& pieces, const Place& place);
  // The end of "%{ ... }" or "${ ... }", as `mark` says.
  Result<void> take_brace(Pieces& pieces, const Place& place, char mark);
  // The text inside of a directive. `trims` of `around` goes in and comes out.
  Result<TextEnd> take_inside(Pieces& around, const Place& begin, Expression& into);

  void skip() { cursor_.skip_blanks(newlines_); }

  Cursor cursor_;
  const std::shared_ptr<const std::string> file_;
  Cursor::Newlines newlines_ = Cursor::Newlines::Keep;  // inside of brackets a newline is a blank
  int first_line_ = 1;
  int depth_ = 0;
};

}  // namespace partita::modelling::hcl
