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
  // Reads a form (application/x-www-form-urlencoded) or the query of a URL. Of more than 500 parameters the rest is
  // ignored.
  static Parameters read(std::string_view form);

  // The value of the first parameter with this name. The view lives as long as this object.
  std::optional<std::string_view> find(std::string_view name) const;
  // The numbers N of the list `prefix`.member.N, in ascending order, each once. Requests count them from 1.
  std::vector<int> members(std::string_view prefix) const;

 private:
  std::vector<std::pair<std::string, std::string>> all_;
};

}  // namespace partita::sts
