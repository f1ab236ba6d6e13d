#include "iam/pattern.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "iam/names.h"
#include "iam/request.h"

namespace partita::iam {
namespace {

// The position of the `}` that ends a variable whose text begins at `from`. A default in quotes may contain `}`.
std::size_t end_of_variable(std::string_view text, std::size_t from) {
  bool quoted = false;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '\'') quoted = !quoted;
    if (text[i] == '}' && !quoted) return i;
  }
  return std::string_view::npos;
}

// The position behind the fifth colon, at which the last segment of an ARN begins. Returns npos if `text` is not an
// ARN.
std::size_t last_segment(std::string_view text) {
  if (!text.starts_with("arn:")) return std::string_view::npos;
  std::size_t at = 0;
  for (int colons = 0; colons < 5; ++colons) {
    at = text.find(':', at);
    if (at == std::string_view::npos) return at;
    ++at;
  }
  return at;
}

std::size_t next_character(std::string_view text, std::size_t at) {
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return at;
}

}  // namespace

expected<void, std::string> Pattern::add_variable(std::string_view inside) {
  if (inside == "*" || inside == "?" || inside == "$") {
    add_text(inside[0]);
    return {};
  }
  if (++variables_ > kMostVariables) return unexpected<std::string>("has more than 16 variables");
  Piece piece{.kind = Kind::Variable};
  const std::size_t comma = inside.find(',');
  const std::string_view name = base::trimmed(inside.substr(0, comma));
  if (comma != std::string_view::npos) {
    const std::string_view quoted = base::trimmed(inside.substr(comma + 1));
    if (quoted.size() < 2 || !quoted.starts_with('\'') || !quoted.ends_with('\''))
      return unexpected("has the variable ${" + std::string(inside) +
                        "}, whose default has no single quotes; write ${" + std::string(name) + ", 'default'}");
    piece.text = quoted.substr(1, quoted.size() - 2);
    piece.has_default = true;
  }
  auto key = parse_key(name);
  if (!key)
    return unexpected("has the unknown variable ${" + std::string(inside) +
                      "}; write a condition key such as ${aws:username}, or ${$} for a dollar sign");
  if (key->has_many_values())
    return unexpected("has the variable ${" + std::string(inside) +
                      "}, of which a request can have several values; only keys with one value can be variables");
  piece.key = std::move(*key);
  pieces_.push_back(std::move(piece));
  return {};
}

void Pattern::add_text(char c) {
  if (pieces_.empty() || pieces_.back().kind != Kind::Text) pieces_.push_back({});
  pieces_.back().text.push_back(ignore_case_ ? base::lower(c) : c);
}

void Pattern::add_wildcard(Kind kind) {
  if (kind == Kind::Star && !pieces_.empty() && pieces_.back().kind == Kind::Star) return;
  pieces_.push_back({.kind = kind});
}

void Pattern::finish() {
  const auto text = [&](std::size_t i) { return pieces_[i].kind == Kind::Text; };
  if (pieces_.size() == 1 && pieces_[0].kind == Kind::Star)
    form_ = Form::Everything;
  else if (pieces_.empty() || (pieces_.size() == 1 && text(0)))
    form_ = Form::Literal;
  else if (pieces_.size() == 2 && text(0) && pieces_[1].kind == Kind::Star)
    form_ = Form::Prefix;
  if (pieces_.empty()) pieces_.push_back({});
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    if (pieces_[i].kind == Kind::Star &&
        (i + 1 == pieces_.size() || (text(i + 1) && pieces_[i + 1].text.starts_with(':'))))
      pieces_[i].kind = Kind::StarAtEndOfSegment;
}

expected<Pattern, std::string> Pattern::parse(std::string_view text, Syntax syntax) {
  Pattern pattern;
  pattern.ignore_case_ = syntax.ignore_case;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (syntax.variables && text.substr(i).starts_with("${")) {
      const std::size_t end = end_of_variable(text, i + 2);
      if (end == std::string_view::npos)
        return unexpected<std::string>("has ${ without }; write ${$} for a dollar sign");
      if (auto added = pattern.add_variable(text.substr(i + 2, end - i - 2)); !added)
        return unexpected(std::move(added.error()));
      i = end;
    } else if (syntax.wildcards && text[i] == '*') {
      pattern.add_wildcard(Kind::Star);
    } else if (syntax.wildcards && text[i] == '?') {
      pattern.add_wildcard(Kind::One);
    } else {
      pattern.add_text(text[i]);
    }
  }
  pattern.finish();
  return pattern;
}

void Pattern::add_variables(std::vector<const ConditionKey*>& out) const {
  for (const Piece& piece : pieces_)
    if (piece.kind == Kind::Variable) out.push_back(&piece.key);
}

// A comparison of the pieces with a subject. A piece that does not fit lengthens the last `*` by a character. If that
// one may not reach further, the last `*` that may reach over colons is lengthened. No earlier one can help, because
// the last one of each kind began as early as it could.
struct Pattern::Walk {
  struct Star {
    std::size_t piece = 0;
    std::size_t end = 0;  // the subject's position behind the characters that the star matches
    bool set = false;
  };

  // How far a star may reach.
  enum class Reach : std::uint8_t { UpToColon, OverColons };

  const Pattern& pattern;
  std::string_view subject;
  std::size_t free_from;  // from here on any wildcard may match a colon
  bool crosses;           // whether a star at the end of a segment may match a colon before that
  std::array<std::string_view, kMostVariables> variables = {};

  // Returns false if a variable has neither a value nor a default.
  bool resolve(Request* request) {
    std::size_t n = 0;
    for (const Piece& piece : pattern.pieces_) {
      if (piece.kind != Kind::Variable) continue;
      const Values values = request ? request->values(piece.key) : Values();
      if (values.size() != 1 && !piece.has_default) return false;
      variables[n++] = values.size() == 1 ? values[0] : std::string_view(piece.text);
    }
    return true;
  }

  bool may_take(std::size_t at) const { return at < subject.size() && (subject[at] != ':' || at >= free_from); }

  bool has_at(std::size_t at, std::string_view text) const {
    const std::string_view there = subject.substr(at, text.size());
    return pattern.ignore_case_ ? same_ignoring_case(there, text) : there == text;
  }

  // Lengthens the star up to the text behind it, or to the end of the subject. Returns false if the star cannot reach
  // so far.
  bool reach_text(Star& star, Reach reach) const {
    std::size_t end = subject.size();
    if (star.piece + 1 < pattern.pieces_.size()) {
      const Piece& next = pattern.pieces_[star.piece + 1];
      if (next.kind != Kind::Text || pattern.ignore_case_) return true;
      end = subject.find(next.text, star.end);
      if (end == std::string_view::npos) return false;
    }
    if (reach == Reach::UpToColon) {
      const std::size_t colon = subject.find(':', star.end);
      if (colon < end && colon < free_from) return false;
    }
    star.end = end;
    return true;
  }

  bool lengthen(Star& star, Reach reach, std::size_t& at, std::size_t& piece) const {
    if (!star.set || star.end >= subject.size() || !(reach == Reach::OverColons || may_take(star.end))) return false;
    star.end = next_character(subject, star.end);
    if (!reach_text(star, reach)) return false;
    at = star.end;
    piece = star.piece + 1;
    return true;
  }

  bool fits() const {
    const auto& pieces = pattern.pieces_;
    Star inner, outer;  // `inner` is the last star behind `outer`
    std::size_t at = 0, piece = 0;
    // The number of variables before `piece`.
    const auto variable = [&](std::size_t i) {
      std::size_t n = 0;
      for (std::size_t j = 0; j < i; ++j) n += pieces[j].kind == Kind::Variable;
      return variables[n];
    };
    for (;;) {
      bool fitted = false;
      if (piece == pieces.size()) {
        if (at == subject.size()) return true;
      } else if (pieces[piece].kind == Kind::Star || pieces[piece].kind == Kind::StarAtEndOfSegment) {
        const bool over_colons = crosses && pieces[piece].kind == Kind::StarAtEndOfSegment;
        if (over_colons) inner = {};
        Star& star = over_colons ? outer : inner;
        star = {piece, at, true};
        fitted = reach_text(star, over_colons ? Reach::OverColons : Reach::UpToColon);
        at = star.end;
      } else if (pieces[piece].kind == Kind::One) {
        fitted = may_take(at);
        if (fitted) at = next_character(subject, at);
      } else {
        const std::string_view text =
            pieces[piece].kind == Kind::Variable ? variable(piece) : std::string_view(pieces[piece].text);
        fitted = has_at(at, text);
        if (fitted) at += text.size();
      }
      if (fitted) {
        ++piece;
      } else if (!lengthen(inner, Reach::UpToColon, at, piece)) {
        inner = {};
        if (!lengthen(outer, Reach::OverColons, at, piece)) return false;
      }
    }
  }
};

Match Pattern::matches(std::string_view subject, Request* request) const {
  const auto answer = [](bool yes) { return yes ? Match::Yes : Match::No; };
  const std::string& first = pieces_[0].text;
  switch (form_) {
    case Form::Everything:
      return Match::Yes;
    case Form::Literal:
      return answer(ignore_case_ ? same_ignoring_case(subject, first) : subject == first);
    case Form::Prefix:
      return answer(ignore_case_ ? starts_with_ignoring_case(subject, first) : subject.starts_with(first));
    case Form::General:
      break;
  }
  Walk walk{*this, subject, 0, false};
  if (!walk.resolve(request)) return Match::Unresolved;
  return answer(walk.fits());
}

Match Pattern::matches_arn(std::string_view subject, Reach reach, Request* request) const {
  // The star of a prefix ends a segment, and may reach over colons in a Resource.
  if (form_ == Form::Everything || form_ == Form::Literal || (form_ == Form::Prefix && reach == Reach::Resource))
    return matches(subject, request);
  const std::size_t free_from = last_segment(subject);
  if (free_from == std::string_view::npos) return Match::No;
  Walk walk{*this, subject, free_from, reach == Reach::Resource};
  if (!walk.resolve(request)) return Match::Unresolved;
  return walk.fits() ? Match::Yes : Match::No;
}

}  // namespace partita::iam
