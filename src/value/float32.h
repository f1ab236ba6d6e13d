// Conversion between DynamoDB's numbers and 32-bit floating-point numbers, which vector indexes hold.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita::value {

// The float that is nearest to the number with this text. A number that is too small becomes zero. nullopt if the text
// is not a number that the service accepts, or if its magnitude is beyond that of the greatest float.
std::optional<float> to_float32(std::string_view text);
// The same for an encoded number. Requires: `encoded` is one whole number that decodes.
std::optional<float> float32_of_encoded(std::string_view encoded);

// The shortest decimal that names the float, as a number's text. Requires: the float is finite.
std::string float32_text(float number);

}  // namespace partita::value
