#include "sts/xml.h"

namespace partita::sts {
namespace {

constexpr std::string_view kNamespace = " xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"";

}  // namespace

Xml& Xml::element(std::string_view name, std::string_view text) {
  begin(name);
  for (const char c : text) {
    if (c == '<')
      out_ += "&lt;";
    else if (c == '>')
      out_ += "&gt;";
    else if (c == '&')
      out_ += "&amp;";
    else if (c == '"')
      out_ += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
      out_ += '?';  // XML has no way to write it
    else
      out_ += c;
  }
  return end(name);
}

std::string result_xml(std::string_view action, std::string_view elements, std::string_view request_id) {
  const std::string response = std::string(action) + "Response", result = std::string(action) + "Result";
  std::string text;
  Xml xml(text);
  xml.begin(response + std::string(kNamespace)).begin(result);
  text += elements;
  xml.end(result).begin("ResponseMetadata").element("RequestId", request_id).end("ResponseMetadata").end(response);
  return text + "\n";
}

std::string error_xml(int status, std::string_view code, std::string_view message, std::string_view request_id) {
  std::string text;
  Xml xml(text);
  xml.begin("ErrorResponse" + std::string(kNamespace)).begin("Error");
  xml.element("Type", status < 500 ? "Sender" : "Receiver").element("Code", code).element("Message", message);
  xml.end("Error").element("RequestId", request_id).end("ErrorResponse");
  return text + "\n";
}

}  // namespace partita::sts
