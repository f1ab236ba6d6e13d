// Writes JSON for people: one member or element on each line, indented by two spaces.
#pragma once

#include <string>
#include <string_view>

namespace partita::base {

// Members and elements are written in the order of the calls. `name` is used only for a member of an object, and it may
// be empty. Requires: names and texts are UTF-8.
class JsonLines {
 public:
  // `bracket` is '{' or '['. Each open needs its close, with the other bracket.
  void open(std::string_view name, char bracket);
  void close(char bracket);
  // Writes `json` unchanged.
  void raw(std::string_view name, std::string_view json);
  void text(std::string_view name, std::string_view value);
  // An empty text becomes null.
  void text_or_null(std::string_view name, std::string_view value);
  void flag(std::string_view name, bool value);
  // `each` writes one element.
  template <class Range, class Each>
  void list(std::string_view name, const Range& range, Each each) {
    open(name, '[');
    for (const auto& element : range) each(element);
    close(']');
  }
  template <class Range>
  void texts(std::string_view name, const Range& values) {
    list(name, values, [&](std::string_view value) { text({}, value); });
  }
  template <class Members>
  void object(std::string_view name, Members members) {
    open(name, '{');
    members();
    close('}');
  }
  // Returns the text with a line end, and leaves the object empty.
  std::string take();

 private:
  void line() { out_ += '\n' + std::string(open_.size() * 2, ' '); }
  void start(std::string_view name);

  std::string out_;
  std::string open_;  // the brackets that are not closed yet
  bool first_ = true;
};

// The text in quotes. Beside the characters that JSON escapes, those are escaped that YAML forbids or changes (DEL,
// U+0080 to U+009F, U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF), so that the result is also a text of YAML and of
// JavaScript.
std::string json_text(std::string_view text);

}  // namespace partita::base
