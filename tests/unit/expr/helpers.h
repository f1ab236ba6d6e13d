// Short forms for the tests of expressions.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "expr/parse.h"
#include "value/encode.h"
#include "value/view.h"

namespace partita::expr::testing {

inline AttributeValue S(std::string text) { return AttributeValue::string(std::move(text)); }
inline AttributeValue N(std::string text) { return AttributeValue::number(std::move(text)); }
inline AttributeValue B(std::string bytes) { return AttributeValue::binary(std::move(bytes)); }
inline AttributeValue SS(AttributeValue::Set set) { return AttributeValue::string_set(std::move(set)); }
inline AttributeValue NS(AttributeValue::Set set) { return AttributeValue::number_set(std::move(set)); }
inline AttributeValue BS(AttributeValue::Set set) { return AttributeValue::binary_set(std::move(set)); }
inline AttributeValue L(AttributeValue::List list) { return AttributeValue::list(std::move(list)); }
inline AttributeValue M(AttributeMap map) { return AttributeValue::map(std::move(map)); }
inline AttributeValue True() { return AttributeValue::boolean(true); }
inline AttributeValue Null() { return AttributeValue::null(); }

// The placeholders of one request.
struct Request {
  OptionalNames names = {};
  OptionalItem values = {};
  Expressions expressions() const {
    auto made = Expressions::make(names, values);
    EXPECT_TRUE(made) << made.error().message;
    return std::move(*made);
  }
};

using Names = std::map<std::string, std::string>;

// The message of a result that must be an error; "" if it succeeded.
template <class T>
std::string message_of(const Result<T>& result) {
  if (result) return {};
  EXPECT_EQ(result.error().code, ErrorCode::ValidationException);
  return result.error().message;
}

inline std::string condition_error(std::string_view text, const Request& request = {}) {
  return message_of(request.expressions().condition(text));
}
inline std::string update_error(std::string_view text, const Request& request = {}) {
  return message_of(request.expressions().update(text));
}
inline std::string projection_error(std::string_view text, const Request& request = {}) {
  return message_of(request.expressions().projection(text));
}
inline std::string key_condition_error(std::string_view text, const Request& request = {}) {
  return message_of(request.expressions().key_condition(text));
}

}  // namespace partita::expr::testing
