#include "modelling/write/hcl.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace partita::modelling {
namespace {

std::string hcl_indent(int depth) { return std::string(static_cast<std::size_t>(depth) * 2, ' '); }

void append_block(std::string& out, const HclBlock& block, int depth) {
  out += hcl_indent(depth) + block.head + " {\n";
  std::size_t width = 0;
  for (const auto& [name, expression] : block.arguments) width = std::max(width, name.size());
  for (const auto& [name, expression] : block.arguments)
    out += fmt::format("{}{:{}} = {}\n", hcl_indent(depth + 1), name, width, expression);
  for (std::size_t i = 0; i < block.blocks.size(); ++i) {
    if (i > 0 || !block.arguments.empty()) out += '\n';
    append_block(out, block.blocks[i], depth + 1);
  }
  out += hcl_indent(depth) + "}\n";
}

}  // namespace

std::string hcl_text(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool begins_template = (c == '$' || c == '%') && text.substr(at + 1, 1) == "{";
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else if (begins_template)
      out += {c, c};
    else
      out += c;
  }
  return out + '"';
}

std::string hcl_list(const std::vector<std::string>& expressions) {
  return fmt::format("[{}]", fmt::join(expressions, ", "));
}

std::string to_hcl(const std::vector<HclBlock>& blocks) {
  std::string out;
  for (const HclBlock& block : blocks) {
    if (!out.empty()) out += '\n';
    append_block(out, block, 0);
  }
  return out;
}

}  // namespace partita::modelling
