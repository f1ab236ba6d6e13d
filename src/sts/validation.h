// Reads parameters, and collects what is wrong with them in the service's words.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "identities/rules.h"
#include "sts/parameters.h"
#include "sts/service.h"

namespace partita::sts {

enum class Needed : std::uint8_t { No, Yes };

class Validation {
 public:
  // `parameters` must outlive the object.
  explicit Validation(const Parameters& parameters) : parameters_(parameters) {}

  // Each returns the parameter `name`, or nullopt if it is absent or wrong. Faults are noted. `characters` is the
  // service's regular expression for the letters, digits and `further` characters that the text may have.
  std::optional<std::string> text(std::string_view name, Needed needed, std::size_t least, std::size_t most,
                                  std::string_view characters = {}, std::string_view further = {});
  std::optional<std::int64_t> number(std::string_view name, std::int64_t least, std::int64_t most);
  // Members of a list have names such as "Tags.member.1.Key".

  // The ValidationError that names all faults, if there are any.
  expected<void, StsFault> finish() const;

 private:
  void fail(std::string_view name, std::optional<std::string_view> value, std::string_view rule);

  const Parameters& parameters_;
  std::vector<std::string> faults_;
};

// A ValidationError with one text.
unexpected<StsFault> invalid_request(std::string message);

}  // namespace partita::sts
