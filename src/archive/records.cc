#include "archive/records.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "base/try.h"

namespace partita::archive {
namespace {

// The lines of a record, after its first one, by their names. The lines of files are kept apart.
class Lines {
 public:
  static Result<Lines> parse(std::string_view text, std::string_view kind) {
    Lines lines;
    const auto first = next_line(text);
    if (!first || *first != fmt::format("partita archive {}", kind))
      return fail(ErrorCode::Corruption, fmt::format("it is not a {} of an archive", kind));
    bool ended = false;
    while (const auto line = next_line(text)) {
      const std::size_t blank = line->find(' ');
      const std::string_view name = line->substr(0, blank);
      const std::string_view value = blank == line->npos ? std::string_view() : line->substr(blank + 1);
      ended = name == "end";
      if (name == "file")
        lines.files_.push_back(value);
      else
        lines.values_[name] = value;
    }
    if (!ended || !text.empty()) return fail(ErrorCode::Corruption, fmt::format("the end of the {} is missing", kind));
    return lines;
  }

  std::string text(std::string_view name) {
    const auto found = values_.find(name);
    if (found != values_.end()) return std::string(found->second);
    missing_ = name;
    return {};
  }
  template <class Number>
  Number number(std::string_view name) {
    const std::string value = text(name);
    Number number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    if (read.ec != std::errc() || read.ptr != value.data() + value.size()) missing_ = name;
    return number;
  }
  ChangesEnd end(const std::string& prefix) {
    return {.segment = number<std::uint64_t>(prefix + "segment"),
            .number = number<std::uint64_t>(prefix + "number"),
            .time_ms = number<std::int64_t>(prefix + "time"),
            .chain = text(prefix + "chain")};
  }
  const std::vector<std::string_view>& files() const { return files_; }
  Result<void> complete() const {
    if (missing_.empty()) return {};
    return fail(ErrorCode::Corruption, fmt::format("its value '{}' is missing or malformed", missing_));
  }

  static std::optional<std::string_view> next_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return std::nullopt;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return line;
  }

 private:
  std::map<std::string_view, std::string_view, std::less<>> values_;
  std::vector<std::string_view> files_;
  std::string missing_;
};

std::string end_lines(std::string_view prefix, const ChangesEnd& end) {
  return fmt::format("{0}segment {1}\n{0}number {2}\n{0}time {3}\n{0}chain {4}\n", prefix, end.segment, end.number,
                     end.time_ms, end.chain);
}

// A line has no other line in it.
std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

std::string_view take_word(std::string_view& text) {
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, blank);
  text.remove_prefix(std::min(blank + 1, text.size()));
  return word;
}

Result<BaseFile> parse_file(std::string_view line) {
  BaseFile file;
  const std::string_view size = take_word(line);
  const auto read = std::from_chars(size.data(), size.data() + size.size(), file.size_bytes);
  file.digest = take_word(line);
  file.id = take_word(line);
  const std::string_view kind = take_word(line);
  file.never_changes = kind == "fixed";
  file.name = line;
  // The name becomes that of a file in a directory.
  const bool is_plain = !file.name.empty() && file.name.find('/') == file.name.npos && file.name[0] != '.';
  if (read.ec != std::errc() || file.digest.size() != 64 || file.id.empty() || !is_plain ||
      (kind != "fixed" && kind != "open"))
    return fail(ErrorCode::Corruption, "a line of a file is malformed");
  return file;
}

}  // namespace

std::string to_text(const Writer& writer) {
  return fmt::format("partita archive writer\ntoken {}\nhost {}\nbegan {}\nend\n", writer.token, one_line(writer.host),
                     writer.began_ms);
}

std::string to_text(const GenerationBegin& begin) {
  return fmt::format("partita archive generation\nwriter {}\ntime {}\nafter {}\n{}end\n", begin.writer, begin.time_ms,
                     begin.after_number, end_lines("previous-", begin.previous_end));
}

std::string to_text(const Head& head) {
  return fmt::format(
      "partita archive head\nwriter {}\ntoken {}\nhost {}\nwritten {}\nclosed {}\ngeneration {}\nbase {}\n{}end\n",
      head.writer, head.token, one_line(head.host), head.time_ms, head.closed ? 1 : 0, head.generation, head.base,
      end_lines("", head.end));
}

std::string to_text(const Base& base) {
  std::string text = fmt::format(
      "partita archive base\ngeneration {}\nbase {}\nafter-segment {}\ntime {}\nlast-number {}\nwriter {}\n",
      base.generation, base.number, base.after_segment, base.time_ms, base.last_number, base.writer);
  text += end_lines("reached-", base.reached);
  for (const BaseFile& file : base.files)
    text += fmt::format("file {} {} {} {} {}\n", file.size_bytes, file.digest, file.id,
                        file.never_changes ? "fixed" : "open", file.name);
  return text + "end\n";
}

Result<Writer> parse_writer(std::string_view text) {
  PARTITA_TRY_VALUE(lines, Lines::parse(text, "writer"));
  Writer writer{
      .token = lines.text("token"), .host = lines.text("host"), .began_ms = lines.number<std::int64_t>("began")};
  PARTITA_TRY(lines.complete());
  return writer;
}

Result<GenerationBegin> parse_generation(std::string_view text) {
  PARTITA_TRY_VALUE(lines, Lines::parse(text, "generation"));
  GenerationBegin begin{.writer = lines.number<std::uint64_t>("writer"),
                        .time_ms = lines.number<std::int64_t>("time"),
                        .after_number = lines.number<std::uint64_t>("after"),
                        .previous_end = lines.end("previous-")};
  PARTITA_TRY(lines.complete());
  return begin;
}

Result<Head> parse_head(std::string_view text) {
  PARTITA_TRY_VALUE(lines, Lines::parse(text, "head"));
  Head head{.writer = lines.number<std::uint64_t>("writer"),
            .token = lines.text("token"),
            .host = lines.text("host"),
            .time_ms = lines.number<std::int64_t>("written"),
            .closed = lines.number<int>("closed") != 0,
            .generation = lines.number<std::uint64_t>("generation"),
            .end = lines.end(""),
            .base = lines.number<std::uint64_t>("base")};
  PARTITA_TRY(lines.complete());
  return head;
}

Result<Base> parse_base(std::string_view text) {
  PARTITA_TRY_VALUE(lines, Lines::parse(text, "base"));
  Base base{.generation = lines.number<std::uint64_t>("generation"),
            .number = lines.number<std::uint64_t>("base"),
            .after_segment = lines.number<std::uint64_t>("after-segment"),
            .time_ms = lines.number<std::int64_t>("time"),
            .last_number = lines.number<std::uint64_t>("last-number"),
            .writer = lines.number<std::uint64_t>("writer"),
            .reached = lines.end("reached-"),
            .files = {}};
  PARTITA_TRY(lines.complete());
  for (const std::string_view line : lines.files()) {
    PARTITA_TRY_VALUE(file, parse_file(line));
    base.files.push_back(std::move(file));
  }
  return base;
}

}  // namespace partita::archive
