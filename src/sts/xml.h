// Answers of STS in XML.
#pragma once

#include <string>
#include <string_view>

namespace partita::sts {

// Appends elements to a text.
class Xml {
 public:
  explicit Xml(std::string& out) : out_(out) {}
  Xml& begin(std::string_view name) {
    out_.append("<").append(name).append(">");
    return *this;
  }
  Xml& end(std::string_view name) {
    out_.append("</").append(name).append(">");
    return *this;
  }
  Xml& element(std::string_view name, std::string_view text);

 private:
  std::string& out_;
};

// The answer to `action` with these elements as its result.
std::string result_xml(std::string_view action, std::string_view elements, std::string_view request_id);
// The answer to a request that was refused. `status` is that of HTTP.
std::string error_xml(int status, std::string_view code, std::string_view message, std::string_view request_id);

}  // namespace partita::sts
