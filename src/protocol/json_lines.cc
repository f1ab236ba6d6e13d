#include "protocol/json_lines.h"

#include <utility>

#include "protocol/write_text.h"

namespace partita::protocol {

std::string json_text(std::string_view text) {
  std::string out;
  {
    Writer writer(out);
    write_text(writer, text);
  }
  return out;
}

void JsonLines::open(std::string_view name, char bracket) {
  start(name);
  out_ += bracket;
  first_ = true;
  open_ += bracket;
}

void JsonLines::close(char bracket) {
  open_.pop_back();
  if (!first_) line();
  first_ = false;
  out_ += bracket;
}

void JsonLines::raw(std::string_view name, std::string_view json) {
  start(name);
  out_ += json;
}

void JsonLines::text(std::string_view name, std::string_view value) { raw(name, json_text(value)); }

void JsonLines::text_or_null(std::string_view name, std::string_view value) {
  if (value.empty()) return raw(name, "null");
  text(name, value);
}

void JsonLines::flag(std::string_view name, bool value) { raw(name, value ? "true" : "false"); }

std::string JsonLines::take() {
  first_ = true;
  return std::exchange(out_, {}) + '\n';
}

void JsonLines::start(std::string_view name) {
  if (!open_.empty()) {
    if (!first_) out_ += ',';
    line();
  }
  first_ = false;
  if (!open_.empty() && open_.back() == '{') out_ += json_text(name) + ": ";
}

}  // namespace partita::protocol
