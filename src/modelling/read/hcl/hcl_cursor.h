// A position in a text of HCL, and the parts that can be skipped and taken there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita::modelling::hcl {

// A copy is a position to return to.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  int line() const { return line_; }
  bool at_end() const { return at_ >= text_.size(); }
  // The character `ahead` of the next one, or '\0' behind the end.
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  // Requires: not at the end.
  char take_any();
  bool take(char c);
  // The text from here to `end`, which was reached from here.
  std::string_view text_until(const Cursor& end) const { return text_.substr(at_, end.at_ - at_); }

  enum class Newlines : bool { Keep, Skip };
  // Skips blanks and comments. A comment that ends with its line leaves the newline.
  void skip_blanks(Newlines newlines);
  // A name or an empty text.
  std::string take_name();
  std::string take_number();
  // Appends the character that an escape means. Returns false if there is no such escape.
  bool take_escape(std::string& out);

  struct Heredoc {
    std::string text = {};
  };
  // The lines of "<<NAME" up to NAME. Of "<<-NAME" the indentation that all lines share is taken away. Returns nullopt
  // if the text has no end.
  std::optional<Heredoc> take_heredoc();

  // True if the next word in the bracket `open` is "for".
  bool begins_with_for(char open) const;
  // True before a newline, a comma, a closing bracket or the end.
  bool at_expression_end() const;
  // Skips everything up to the end of the expression, over brackets and texts. Returns false if one of them has no end.
  bool skip_expression();

 private:
  bool skip_comment();
  bool skip_text(int depth = 0);

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace partita::modelling::hcl
