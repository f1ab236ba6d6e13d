// Short forms for the tests of statements.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "partiql/parse.h"
#include "partiql/prepare.h"

namespace partita::partiql::testing {

inline AttributeValue S(std::string text) { return AttributeValue::string(std::move(text)); }
inline AttributeValue N(std::string text) { return AttributeValue::number(std::move(text)); }

// The error's text of a statement, without the words that all syntax errors begin with. "" if it has no error.
inline std::string error_of(const std::string& text, const Parameters& parameters = {}) {
  const auto prepared = prepare_statement(text, parameters);
  if (prepared) return {};
  EXPECT_EQ(prepared.error().error.code, ErrorCode::ValidationException) << text;
  return prepared.error().error.message;
}

inline Statement parsed(std::string_view text) {
  auto statement = parse_statement(text);
  EXPECT_TRUE(statement) << text << ": " << statement.error();
  return statement ? *std::move(statement) : Statement{};
}

}  // namespace partita::partiql::testing
