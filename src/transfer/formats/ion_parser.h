// IonParser: reads the values of an Ion text as attribute values.
#pragma once

#include <partita/attribute_value.h>

#include <string>
#include <string_view>

namespace partita::transfer {

class IonParser {
 public:
  // Requires: `text` is UTF-8 and outlives the parser.
  explicit IonParser(std::string_view text) : text_(text) {}

  // Skips blanks, comments and version markers. Returns whether a value follows.
  bool has_value();
  // Reads the next value to `out`. Returns false if it is malformed or has no type in DynamoDB; then fault() says why,
  // and the rest of the text cannot be read. Values may nest 40 levels deep.
  bool read(AttributeValue& out) { return read_value(kMostLevels, out); }
  const std::string& fault() const { return fault_; }

 private:
  static constexpr int kMostLevels = 40;

  bool refuse(std::string why);
  bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool at(std::string_view text) const { return text_.substr(at_).starts_with(text); }
  bool take(std::string_view text);
  void skip_blanks();

  bool read_value(int levels_left, AttributeValue& out);
  bool read_bare_value(int levels_left, AttributeValue& out);
  bool read_list(int levels_left, AttributeValue::List& out);
  bool read_struct(int levels_left, AttributeMap& out);
  bool read_name(std::string& out);
  bool read_set(std::string_view annotation, AttributeValue& out);
  bool read_blob(AttributeValue& out);
  bool read_number(AttributeValue& out);
  bool read_word(AttributeValue& out);
  bool read_string(std::string& out);
  bool read_quoted(std::string_view quote, std::string& out);
  bool read_escape(std::string& out);
  bool read_code_point(int digits, std::string& out);
  // The characters up to a blank or a delimiter.
  std::string_view token();

  const std::string_view text_;
  std::size_t at_ = 0;
  std::string fault_;
};

}  // namespace partita::transfer
