// The ways to answer a read that spans entities. A read that wants fields of another entity in addition to its items
// (Companion) finds them in a copy, in a second request, or in one item collection with the other entity; a read of
// several entities is one request, or several. Each way makes other questions of the same domain, in which no read
// spans more than a request. So the search, the prices and the proof do not know ways.
#pragma once

#include <string>
#include <vector>

#include "modelling/cost/prices.h"
#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

struct Way {
  enum class Kind : std::uint8_t {
    SecondRequest,  // the other entity's items are read after the read's own
    Copy,        // the items have the fields too, and writes of the other entity are followed by writes of the copies
    Collection,  // the other entity's item and the read's items lie together
    Divided,     // a request for each group of entities
  };
  Kind kind = Kind::SecondRequest;
  std::vector<std::vector<std::string>> groups = {};  // of Divided
};

// An open question about a read, and the ways to answer it. The first way needs the fewest other things.
struct Decision {
  PatternPosition pattern = {};
  Position<Companion> companion = {};  // in `with` of the pattern; kNone: whether a read of several entities is divided
  std::vector<Way> ways = {};
};

// Empty if no read spans entities in more than one way. Errors: "FILE:LINE: ..." if a read has no way at all.
Result<std::vector<Decision>> decisions_of(const Questions& questions);

// The way that each decision takes; kOpen if it is not yet decided.
using WayPosition = Position<Way>;
using Ways = ListBy<Decision, WayPosition>;
constexpr WayPosition kOpen = kNone;

// How many requests a call of the read may take; 0: the questions do not say it.
int requests_of(const Questions& questions, PatternPosition pattern);
// Whether no read takes more requests than it may.
bool is_allowed(const Questions& questions, const std::vector<Decision>& decisions, const Ways& ways);

// The requests of all calls, as far as the ways make more or fewer of them.
int requests_of_ways(const Questions& questions, const std::vector<Decision>& decisions, const Ways& ways);

// Questions in which no read spans more than a request. Decisions that are open are left out of them: the fields of the
// other entity, or the read that may be divided. So their cheapest design costs no more than that of any way.
Questions rewritten(const Questions& questions, const std::vector<Decision>& decisions, const Ways& ways);

// The effect of the way, as a clause: "customerName of ORDER repeats CUSTOMER.name".
std::string text_of(const Questions& questions, const Decision& decision, const Way& way);

// The dollars of a month that the decision adds to a design with any keys: the requests, or the writes of the copies.
// It is a lower bound.
double least_usd(const Questions& questions, const Decision& decision, const Way& way, const PriceList& prices);

}  // namespace partita::modelling::design
