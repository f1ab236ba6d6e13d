// The parameters of a request in the protocol "query": Action=AssumeRole&Version=2011-06-15&Tags.member.1.Key=a
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::sts {

class Parameters {
 public:
  static constexpr std::size_t kMostParameters = 500;

  // Reads a form (application/x-www-form-urlencoded) or the query of a URL. Of more than kMostParameters parameters the
  // rest is not read.
  static Parameters read(std::string_view form);

  // Whether all parameters were read. A request of which a part is missing must not be carried out, because that part
  // may be what limits it.
  bool complete() const { return complete_; }

  // The value of the first parameter with this name. The view lives as long as this object.
  std::optional<std::string_view> find(std::string_view name) const;
  // The numbers N of the list `prefix`.member.N, in ascending order, each once. Requests count them from 1.
  std::vector<int> members(std::string_view prefix) const;

 private:
  std::vector<std::pair<std::string, std::string>> all_;
  bool complete_ = true;
};

}  // namespace partita::sts
