// The operations and structures of the AWS SDK's model (tests/sdk_model/README.md).
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace partita::protocol {
namespace sdk_model {

struct Member {
  std::string name;
  std::string type;  // with [ ] around the elements of a list and { } around the values of a map

  std::string inner_type() const {
    const auto first = type.find_first_not_of("[{"), last = type.find_last_not_of("]}");
    return type.substr(first, last - first + 1);
  }
};

struct Model {
  std::map<std::string, std::pair<std::string, std::string>> operations;  // the structures of request and response
  std::map<std::string, std::vector<Member>> structures;
};

inline Model read_model() {
  Model model;
  std::ifstream file(PARTITA_SDK_MODEL "/model.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind, name, word;
    words >> kind >> name;
    if (kind == "operation") {
      auto& [request, response] = model.operations[name];
      words >> request >> response;
    } else if (kind == "structure") {
      auto& members = model.structures[name];
      while (words >> word) members.push_back({word.substr(0, word.find(':')), word.substr(word.find(':') + 1)});
    }
  }
  return model;
}

inline const Model& model() {
  static const Model read = read_model();
  return read;
}

}  // namespace sdk_model
}  // namespace partita::protocol
