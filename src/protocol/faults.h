// The service's texts for JSON of the wrong shape.
#pragma once

#include <string>
#include <string_view>

namespace partita::protocol {

inline constexpr std::string_view kClassPrefix = "com.amazonaws.dynamodb.v20120810.";
inline constexpr std::string_view kStructureFault = "Start of structure or map found where not expected";
inline constexpr std::string_view kListFault = "Start of list found where not expected";
inline constexpr std::string_view kMemberFault = "Unexpected field type";
inline constexpr std::string_view kElementFault = "Unexpected value type in payload";
inline constexpr std::string_view kBooleanTextFault = "Unexpected token received from parser";
inline constexpr std::string_view kNotBase64Fault = "only base-64-encoded strings are convertible to bytes";
// The service misspells this text.
inline constexpr std::string_view kBase64Fault = "Invalid last non-pad Base64 character dectected";
inline constexpr std::string_view kBase64LengthFault =
    "Base64 encoded length is expected a multiple of 4 bytes but found: ";
// The fault of a scalar in place of a list or map that is an element of a list or map.
inline constexpr std::string_view kCastFault =
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class "
    "(sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of "
    "loader 'bootstrap')";
inline constexpr std::string_view kNestingFault =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";

inline constexpr std::string_view kNullInStringSetFault =
    "One or more parameter values were invalid: An string set may not have a null string as a member";
inline constexpr std::string_view kNullInNumberSetFault =
    "One or more parameter values were invalid: An number set may not have a null string as a member";
inline constexpr std::string_view kNullInBinarySetFault =
    "One or more parameter values were invalid: Binary sets may not contain null values";

inline std::string wrong_collection(std::string_view java_type) {
  return "Unrecognized collection type " + std::string(java_type);
}

}  // namespace partita::protocol
