#include "iam/canonical.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "base/text.h"
#include "iam/principal.h"

namespace partita::iam {
namespace {

constexpr std::string_view kDocumentOrder[] = {"Version", "Id", "Statement"};
constexpr std::string_view kStatementOrder[] = {"Sid",       "Effect",   "Principal",   "NotPrincipal", "Action",
                                                "NotAction", "Resource", "NotResource", "Condition"};

// Removes the first character, which is a sequence of UTF-8, and returns its number.
std::uint32_t take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(0);
  const std::size_t length = std::min<std::size_t>(first < 0x80   ? 1
                                                   : first < 0xE0 ? 2
                                                   : first < 0xF0 ? 3
                                                                  : 4,
                                                   text.size());
  std::uint32_t code = length == 1 ? first : first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3F);
  text.remove_prefix(length);
  return code;
}

void write_unit(std::string& out, std::uint32_t unit) {
  out += "\\u";
  base::append_hex(out, static_cast<unsigned char>(unit >> 8));
  base::append_hex(out, static_cast<unsigned char>(unit & 0xFF));
}

// A policy may not have characters above U+00FF, so these are escaped. All that are not ASCII are, because that is
// simpler.
void write_string(std::string& out, std::string_view text) {
  out.push_back('"');
  while (!text.empty()) {
    const std::uint32_t code = take_character(text);
    if (code == '"' || code == '\\') {
      out.push_back('\\');
      out.push_back(static_cast<char>(code));
    } else if (code >= 0x20 && code < 0x7F) {
      out.push_back(static_cast<char>(code));
    } else if (code < 0x10000) {
      write_unit(out, code);
    } else {
      write_unit(out, 0xD800 + ((code - 0x10000) >> 10));
      write_unit(out, 0xDC00 + ((code - 0x10000) & 0x3FF));
    }
  }
  out.push_back('"');
}

void write_value(std::string& out, const Json& json);

void write_list(std::string& out, std::span<const Json> elements) {
  out.push_back('[');
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) out.push_back(',');
    write_value(out, elements[i]);
  }
  out.push_back(']');
}

class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out) { out_.push_back('{'); }
  std::string& member(std::string_view name) {
    if (!std::exchange(first_, false)) out_.push_back(',');
    write_string(out_, name);
    out_.push_back(':');
    return out_;
  }
  void end() { out_.push_back('}'); }

 private:
  std::string& out_;
  bool first_ = true;
};

void write_value(std::string& out, const Json& json) {
  switch (json.kind) {
    case Json::Kind::List:
      if (json.elements.size() == 1) return write_value(out, json.elements.front());
      return write_list(out, json.elements);
    case Json::Kind::Object: {
      ObjectWriter object(out);
      for (const Json::Member& member : json.members) write_value(object.member(member.name), member.value);
      return object.end();
    }
    default:
      // The values of a condition may be numbers and booleans, which are texts too.
      return write_string(out, json.text);
  }
}

void write_principal(std::string& out, const Json& json) {
  if (json.kind != Json::Kind::Object) return write_value(out, json);
  ObjectWriter object(out);
  for (const Json::Member& member : json.members) {
    std::vector<Json> elements =
        member.value.kind == Json::Kind::List ? member.value.elements : std::vector{member.value};
    std::vector<Json> kept;
    for (Json& element : elements) {
      if (is_account(element.text)) element.text = "arn:aws:iam::" + element.text + ":root";
      const bool known = std::ranges::any_of(kept, [&](const Json& one) { return one.text == element.text; });
      if (!known) kept.push_back(std::move(element));
    }
    std::string& value = object.member(member.name);
    if (kept.size() == 1)
      write_value(value, kept.front());
    else
      write_list(value, kept);
  }
  object.end();
}

void write_statement(std::string& out, const Json& statement) {
  ObjectWriter object(out);
  for (const std::string_view name : kStatementOrder) {
    const Json* value = statement.find(name);
    if (!value) continue;
    if (name == "Principal" || name == "NotPrincipal")
      write_principal(object.member(name), *value);
    else
      write_value(object.member(name), *value);
  }
  object.end();
}

void write_statements(std::string& out, const Json& json) {
  const std::span<const Json> statements =
      json.kind == Json::Kind::List ? std::span(json.elements) : std::span(&json, 1);
  out.push_back('[');
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (i > 0) out.push_back(',');
    write_statement(out, statements[i]);
  }
  out.push_back(']');
}

}  // namespace

std::string canonical_document(const Json& document) {
  std::string out;
  ObjectWriter object(out);
  for (const std::string_view name : kDocumentOrder) {
    const Json* value = document.find(name);
    if (!value) continue;
    if (name == "Statement")
      write_statements(object.member(name), *value);
    else
      write_value(object.member(name), *value);
  }
  object.end();
  return out;
}

}  // namespace partita::iam
