#include "expr/syntax/parser.h"

namespace partita::expr {
namespace {

// paths := path {',' path}
class ProjectionParser final : Parser {
 public:
  explicit ProjectionParser(std::string_view text) : Parser(text) {}

  Parsed<ProjectionAst> parse() {
    ProjectionAst paths;
    paths.push_back(parse_path());
    while (!failed() && at(",")) {
      take();
      paths.push_back(parse_path());
    }
    if (!at(Token::Kind::End)) fail_here();
    if (std::string message = error({Fault::ReservedWord, Fault::Path}); !message.empty())
      return unexpected(std::move(message));
    return paths;
  }

 private:
  bool is_keyword(std::string_view) const override { return false; }
};

}  // namespace

Parsed<ProjectionAst> parse_projection(std::string_view text) { return ProjectionParser(text).parse(); }

}  // namespace partita::expr
