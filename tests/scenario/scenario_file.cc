#include "scenario_file.h"

#include <fstream>
#include <regex>
#include <stdexcept>
#include <string_view>

namespace partita::test {
namespace {

// Replaces `%` by each number of "«1..3 text»" and joins the results with commas.
std::string expand_lists(std::string text) {
  constexpr std::string_view kOpen = "«", kClose = "»";
  for (std::size_t open = text.find(kOpen); open != text.npos; open = text.find(kOpen)) {
    const std::size_t close = text.find(kClose, open), dots = text.find("..", open), space = text.find(' ', open);
    if (close == text.npos || dots > space || space > close) throw std::runtime_error("a list is «first..last text»");
    const int first = std::stoi(text.substr(open + kOpen.size())), last = std::stoi(text.substr(dots + 2));
    const std::string element = text.substr(space + 1, close - space - 1);
    std::string expanded;
    for (int n = first; n <= last; ++n) {
      if (n != first) expanded.push_back(',');
      for (const char c : element) c == '%' ? expanded.append(std::to_string(n)) : expanded.append(1, c);
    }
    text.replace(open, close + kClose.size() - open, expanded);
  }
  return text;
}

// Replaces "${text*count}" by the repeated text.
std::string expand_repeats(const std::string& text) {
  static const std::regex kRepeat(R"(\$\{(.+?)\*([0-9]+)\})");
  std::string out;
  std::string::const_iterator from = text.begin();
  for (std::sregex_iterator match(text.begin(), text.end(), kRepeat), end; match != end; ++match) {
    out.append(from, (*match)[0].first);
    for (int n = std::stoi((*match)[2]); n > 0; --n) out.append((*match)[1].first, (*match)[1].second);
    from = (*match)[0].second;
  }
  return out.append(from, text.end());
}

std::string expand(std::string text) { return expand_repeats(expand_lists(std::move(text))); }

std::chrono::milliseconds duration(const std::string& text) {
  std::size_t end = 0;
  const std::int64_t count = std::stoll(text, &end);
  const std::string unit = text.substr(end);
  if (unit == "ms") return std::chrono::milliseconds(count);
  if (unit == "s") return std::chrono::seconds(count);
  if (unit == "h") return std::chrono::hours(count);
  throw std::runtime_error("a duration ends in ms, s or h");
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == text.npos ? std::string_view() : text.substr(first, last - first + 1);
}

class Reader {
 public:
  explicit Reader(const std::string& path) : in_(path) {
    if (!in_) throw std::runtime_error("it cannot be opened");
  }

  Scenario read() {
    while (next()) {
      if (line_.empty() || line_.starts_with('#')) continue;
      if (line_.starts_with('@'))
        directive();
      else
        request();
    }
    return std::move(scenario_);
  }
  int line_number() const { return number_; }

 private:
  bool next() {
    ++number_;
    return static_cast<bool>(std::getline(in_, line_));
  }

  void directive() {
    const std::size_t space = line_.find(' ');
    const std::string name = line_.substr(0, space);
    const std::string argument = space == line_.npos ? "" : line_.substr(space + 1);
    Step step;
    step.line = number_;
    if (name == "@table_delay") {
      scenario_.table_delay = duration(argument);
      return;
    }
    if (name == "@as") {
      caller_ = argument;
      return;
    }
    if (name == "@user") {
      User& user = scenario_.users.emplace_back(User{.name = argument, .lines = {}});
      while (next() && !trimmed(line_).empty()) user.lines.push_back(line_);
      return;
    }
    if (name == "@clock") {
      step.kind = Step::Kind::AdvanceClock;
      step.advance = duration(argument);
    } else if (name == "@run_due") {
      step.kind = Step::Kind::RunDueJobs;
    } else if (name == "@object") {
      step.kind = Step::Kind::PutObject;
      step.object = argument;
      while (next() && !trimmed(line_).empty()) step.content.append(line_).push_back('\n');
    } else {
      throw std::runtime_error("unknown directive " + name);
    }
    scenario_.steps.push_back(std::move(step));
  }

  // Reads the operation's line and the lines below it up to an empty one.
  void request() {
    Step step;
    step.line = number_;
    step.caller = caller_;
    const std::size_t space = line_.find(' ');
    step.operation = line_.substr(0, space);
    step.all_pages = step.operation.ends_with('*');
    if (step.all_pages) step.operation.pop_back();
    std::string* part = &step.request;
    if (space != line_.npos) part->assign(line_, space + 1);
    bool answered = false;
    while (next() && !trimmed(line_).empty()) {
      const std::string_view text = trimmed(line_);
      const std::string_view mark = text.substr(0, 3), rest = text.size() > 3 ? text.substr(3) : std::string_view();
      if (mark == "=> " || mark == "~> ") {
        if (!answered) step.expect = mark == "=> " ? Step::Expect::Exactly : Step::Expect::AtLeast;
        *(part = &step.answer) = rest;
      } else if (mark == "!> ") {
        step.expect = Step::Expect::Error;
        const std::size_t colon = rest.find(": ");
        step.error = rest.substr(0, colon);
        if (colon != rest.npos) step.message = rest.substr(colon + 2);
        part = &step.message;
      } else {
        if (!part->empty()) part->push_back(' ');
        part->append(text);
        continue;
      }
      answered = true;
    }
    if (!answered) throw std::runtime_error("a request without an answer");
    if (step.request.empty()) step.request = "{}";
    for (std::string* text : {&step.request, &step.answer, &step.message}) *text = expand(std::move(*text));
    scenario_.steps.push_back(std::move(step));
  }

  std::ifstream in_;
  std::string line_;
  int number_ = 0;
  std::string caller_;
  Scenario scenario_;
};

}  // namespace

Scenario read_scenario(const std::string& path) {
  int line = 0;
  try {
    Reader reader(path);
    try {
      return reader.read();
    } catch (const std::exception&) {
      line = reader.line_number();
      throw;
    }
  } catch (const std::exception& error) {
    throw std::runtime_error(path + ":" + std::to_string(line) + ": " + error.what());
  }
}

}  // namespace partita::test
