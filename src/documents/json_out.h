// Writes JSON without blanks, member by member: the file of the store of identities, and the output of
// `partita iam --json`.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::documents {

// Appends to a text of its own. Calls must come in the order of the document, and each object and list must be closed.
class JsonOut {
 public:
  JsonOut& begin_object() { return open('{'); }
  JsonOut& end_object() { return close('}'); }
  JsonOut& begin_list() { return open('['); }
  JsonOut& end_list() { return close(']'); }
  JsonOut& name(std::string_view name) {
    comma();
    quote(name);
    text_ += ':';
    needs_comma_ = false;
    return *this;
  }
  JsonOut& value(std::string_view text) {
    comma();
    quote(text);
    return *this;
  }
  JsonOut& value(const char* text) { return value(std::string_view(text)); }
  JsonOut& value(std::int64_t number) {
    comma();
    text_ += std::to_string(number);
    return *this;
  }
  JsonOut& value(bool truth) {
    comma();
    text_ += truth ? "true" : "false";
    return *this;
  }
  template <class Value>
  JsonOut& member(std::string_view member, const Value& its_value) {
    name(member);
    return value(its_value);
  }
  const std::string& text() const { return text_; }

 private:
  void comma() {
    if (needs_comma_) text_ += ',';
    needs_comma_ = true;
  }
  JsonOut& open(char bracket) {
    comma();
    text_ += bracket;
    needs_comma_ = false;
    return *this;
  }
  JsonOut& close(char bracket) {
    text_ += bracket;
    needs_comma_ = true;
    return *this;
  }
  void quote(std::string_view text) {
    text_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\')
        (text_ += '\\') += c;
      else if (static_cast<unsigned char>(c) < 0x20)
        text_ += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
      else
        text_ += c;
    }
    text_ += '"';
  }

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace partita::documents
