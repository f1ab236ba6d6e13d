// Trees as YAML.
#include <algorithm>
#include <array>

#include "base/contains.h"
#include "base/json_lines.h"
#include "base/text.h"
#include "documents/tree.h"

namespace partita::documents {
namespace {

bool is_yaml_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// True if no reader takes the plain text for anything but this text. Texts that begin with a letter or '_' are not
// a number, a date or an indicator, and the words of flags and null are excluded in each spelling.
bool is_plain_yaml(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"};
  if (text.empty() || text.back() == ' ' || text.back() == ':' ||
      !(is_yaml_letter(text.front()) || text.front() == '_'))
    return false;
  if (base::contains(kWords, base::lower(text))) return false;
  if (text.find(": ") != std::string_view::npos) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_yaml_letter(c) || base::is_digit(c) || c == '_' || c == '.' || c == '/' || c == '-' || c == ':' ||
           c == ' ';
  });
}

void append_text(std::string& out, std::string_view text) {
  out += is_plain_yaml(text) ? std::string(text) : base::json_text(text);
}

// Writes nodes at a depth. The caller has written the part of the line before the node, such as "name:" or "-".
class YamlText {
 public:
  std::string write(const Tree& tree) {
    if (is_block(tree)) {
      lines(tree, 0);
    } else {
      scalar(tree);
      out_ += '\n';
    }
    return std::move(out_);
  }

 private:
  // A map or list that is not empty takes lines of its own.
  static bool is_block(const Tree& tree) { return !tree.items.empty() || !tree.members.empty(); }

  void indent(int depth) { out_.append(static_cast<std::size_t>(depth) * 2, ' '); }

  void scalar(const Tree& tree) {
    switch (tree.kind) {
      case Tree::Kind::Null:
        out_ += "null";
        break;
      case Tree::Kind::Flag:
        out_ += tree.flag ? "true" : "false";
        break;
      case Tree::Kind::Bare:
        out_ += tree.text;
        break;
      case Tree::Kind::Text:
        append_text(out_, tree.text);
        break;
      case Tree::Kind::List:
        out_ += "[]";
        break;
      case Tree::Kind::Map:
        out_ += "{}";
        break;
    }
  }

  enum class FirstLine { Indent, HasIndent };
  void lines(const Tree& tree, int depth, FirstLine first_line = FirstLine::Indent) {
    bool begun = first_line == FirstLine::HasIndent;
    for (const auto& [name, value] : tree.members) {
      if (!begun) indent(depth);
      begun = false;
      append_text(out_, name);
      out_ += ':';
      after(value, depth + 1);
    }
    for (const Tree& item : tree.items) {
      if (!begun) indent(depth);
      begun = false;
      out_ += '-';
      if (item.members.empty() && item.items.empty()) {
        after(item, depth + 1);
      } else {
        // "- " is as wide as one level.
        out_ += ' ';
        lines(item, depth + 1, FirstLine::HasIndent);
      }
    }
  }

  // The value of a member or an item without lines of its own.
  void after(const Tree& value, int depth) {
    if (is_block(value)) {
      out_ += '\n';
      return lines(value, depth);
    }
    out_ += ' ';
    scalar(value);
    out_ += '\n';
  }

  std::string out_;
};

}  // namespace

std::string to_yaml(const Tree& tree) { return YamlText().write(tree); }

}  // namespace partita::documents
