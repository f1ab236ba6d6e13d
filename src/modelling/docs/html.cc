#include "modelling/docs/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/docs/value_text.h"
#include "modelling/picture/legend.h"
#include "modelling/picture/palette.h"
#include "modelling/picture/plain_text.h"

namespace partita::modelling::docs {
namespace {

constexpr std::size_t kManyPictures = 16;

std::string safe(std::string_view text) { return escaped_markup(text); }
// A name in its own direction, so that a right-to-left name does not turn the text around it.
std::string name(std::string_view text) { return "<bdi>" + safe(text) + "</bdi>"; }
std::string code(std::string_view text) { return text.empty() ? std::string() : "<code>" + safe(text) + "</code>"; }

class HtmlPage {
 public:
  explicit HtmlPage(const Document& document) : document_(document) {}

  std::string write() {
    out_ = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n"
        "<a class=\"skip\" href=\"#content\">Go to the content</a>\n<div class=\"page\">\n",
        safe(document_.title), page_css());
    out_ += fmt::format("<header>\n<h1>{}</h1>\n", name(document_.title));
    if (!document_.description.empty()) out_ += fmt::format("<p class=\"lead\">{}</p>\n", safe(document_.description));
    out_ += fmt::format("<p class=\"dim\">{}</p>\n</header>\n", safe(document_.summary));
    contents();
    out_ += "<main id=\"content\">\n";
    list("Mistakes", "mistakes", document_.mistakes, "alarm");
    relations();
    patterns();
    for (const DocTable& table : document_.tables) write(table);
    entities();
    list("Assumptions of the units", "assumptions", document_.assumptions, "");
    list("Notes", "notes", document_.notes, "");
    out_ += "</main>\n<footer>Made by partita model docs.</footer>\n</div>\n<script>\n" + std::string(page_script()) +
            "</script>\n</body>\n</html>\n";
    return std::move(out_);
  }

 private:
  template <class... T>
  void put(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...) + '\n';
  }
  void heading(const std::string& anchor, const std::string& text) { put("<h2 id=\"{}\">{}</h2>", anchor, text); }
  void sentences(const std::vector<std::string>& facts, std::string_view classes = {}) {
    std::string text;
    for (const std::string& fact : facts) text += (text.empty() ? "" : " ") + safe(fact);
    if (!text.empty()) put("<p{}>{}</p>", classes.empty() ? "" : fmt::format(" class=\"{}\"", classes), text);
  }
  void list(const std::string& title, const std::string& anchor, const std::vector<std::string>& texts,
            std::string_view classes) {
    if (texts.empty()) return;
    heading(anchor, title);
    put("<ul>");
    for (const std::string& text : texts) put("<li class=\"{}\">{}</li>", classes, safe(text));
    put("</ul>");
  }
  // Pictures and tables scroll by themselves, also from the keyboard.
  void picture(const DocPicture& what) {
    put("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n{}</div>", safe(what.title()),
        draw(what, SvgUse::Inline));
  }
  void open_table(std::string_view classes, const std::string& label,
                  std::initializer_list<std::pair<std::string_view, std::string_view>> heads) {
    put("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n<table class=\"{}\">\n<thead><tr>",
        safe(label), classes);
    for (const auto& [head, of] : heads)
      put("<th scope=\"col\"{}>{}</th>", of.empty() ? "" : fmt::format(" class=\"{}\"", of), head);
    put("</tr></thead>\n<tbody>");
  }
  void close_table() { put("</tbody>\n</table>\n</div>"); }

  // ---- contents

  // A link may be broken behind each '_'.
  void link(std::string_view anchor, std::string text) {
    for (std::size_t at = 0; (at = text.find('_', at)) != std::string::npos; at += 6) text.insert(at + 1, "<wbr>");
    put("<li><a href=\"#{}\">{}</a>", anchor, text);
  }

  void contents() {
    put("<nav aria-label=\"Contents\">\n<details open>\n<summary>Contents</summary>\n<ul>");
    if (!document_.mistakes.empty()) link("mistakes", "Mistakes");
    if (document_.relations) link("relations", "Entities and relations");
    if (!document_.patterns.empty()) link("patterns", "Access patterns");
    for (const DocTable& table : document_.tables) {
      link(table.anchor, "Table " + name(table.name));
      if (table.indexes.empty()) continue;
      put("<ul>");
      for (const DocIndex& index : table.indexes) link(index.anchor, name(index.name));
      put("</ul>");
    }
    if (!document_.entities.empty()) {
      link("entities", "Entities");
      put("<ul>");
      for (const DocEntity& entity : document_.entities) link(entity.anchor, name(entity.name));
      put("</ul>");
    }
    if (!document_.assumptions.empty()) link("assumptions", "Assumptions");
    if (!document_.notes.empty()) link("notes", "Notes");
    put("</ul>\n</details>\n</nav>");
  }

  void relations() {
    if (!document_.relations) return;
    heading("relations", "Entities and their relations");
    picture(*document_.relations);
  }

  // ---- access patterns

  void patterns() {
    if (document_.patterns.empty()) return;
    heading("patterns", "Access patterns");
    put("<p>RU and WU are the read and write request units of one call. The key condition has the names of fields in "
        "place of values.</p>");
    const bool has_frequency = std::any_of(document_.patterns.begin(), document_.patterns.end(),
                                           [](const DocPattern& one) { return !one.frequency.empty(); });
    if (has_frequency)
      open_table("patterns", "Access patterns",
                 {{"#", ""},
                  {"Access pattern", ""},
                  {"Reads or writes", ""},
                  {"Requests", ""},
                  {"Items", "number"},
                  {"Units", "number"},
                  {"Calls", "number"}});
    else
      open_table("patterns", "Access patterns",
                 {{"#", ""},
                  {"Access pattern", ""},
                  {"Reads or writes", ""},
                  {"Requests", ""},
                  {"Items", "number"},
                  {"Units", "number"}});
    for (const DocPattern& one : document_.patterns) write(one, has_frequency);
    close_table();
    for (const DocPicture& map : document_.maps) {
      const bool several = document_.maps.size() > 1;
      if (several)
        put("<details{}>\n<summary>{}</summary>", &map == &document_.maps.front() ? " open" : "", safe(map.title()));
      picture(map);
      if (several) put("</details>");
    }
  }

  void write(const DocPattern& one, bool has_frequency) {
    std::string what = fmt::format("<span class=\"name\">{}</span>", name(one.name));
    if (!one.description.empty()) what += fmt::format("<span class=\"line dim\">{}</span>", safe(one.description));
    what += code(one.key_condition);
    if (!one.refused.empty())
      what += fmt::format("<span class=\"line alarm\"><b>Refused.</b> {} {}</span>", safe(one.refused), safe(one.cure));
    put("<tr id=\"{}\"{}><td class=\"dim\">{}</td><td>{}</td><td><span class=\"line\">{}</span>"
        "<span class=\"line dim\">{}</span></td>",
        one.anchor, one.refused.empty() ? "" : " class=\"refused\"", safe(one.label), what, name(one.entities),
        name(one.place));
    put("<td{}>{}</td><td class=\"number\">{}</td><td class=\"number\"{}>{}</td>{}</tr>",
        one.refused.empty() ? "" : " class=\"alarm\"", one.refused.empty() ? safe(one.requests) : "refused",
        safe(one.items), one.how.empty() ? "" : fmt::format(" title=\"{}\"", safe(one.how)),
        one.units.empty() && one.refused.empty() ? "<span class=\"dim\">unknown</span>" : safe(one.units),
        has_frequency ? fmt::format("<td class=\"number\">{}</td>", safe(one.frequency)) : std::string());
  }

  // ---- tables

  static std::string cells(const std::vector<PictureCell>& all) {
    std::string text;
    for (const PictureCell& cell : all)
      text +=
          fmt::format("<span class=\"line\"><span class=\"key\">{}</span>{}</span>", name(cell.name), code(cell.value));
    return text;
  }

  // A table of keys has those of all entities in one place, or those of one entity in all places.
  enum class KeysOf { Place, Entity };

  void keys(const std::vector<DocKey>& all, KeysOf of) {
    if (all.empty()) return;
    const bool has_condition =
        std::any_of(all.begin(), all.end(), [](const DocKey& key) { return !key.condition.empty(); });
    open_table("pieces", "Keys",
               {{of == KeysOf::Entity ? "Key of" : "Entity", ""},
                {"Templates", ""},
                {"Example", ""},
                {has_condition ? "Condition" : "", ""}});
    for (const DocKey& key : all)
      put("<tr><td class=\"nowrap\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
          of == KeysOf::Place ? name(key.entity)
          : key.place.empty() ? "the table"
                              : name(key.place),
          cells(key.templates), cells(key.examples), safe(key.condition));
    close_table();
  }

  void users(const std::vector<std::size_t>& all) {
    if (all.empty()) {
      put("<p class=\"users dim\">No access pattern uses it.</p>");
      return;
    }
    constexpr std::size_t kFewLinks = 12;
    std::string text;
    for (const std::size_t i : all)
      text += fmt::format("{}<a href=\"#{}\">{}</a>", text.empty() ? "" : ", ", document_.patterns[i].anchor,
                          name(document_.patterns[i].name));
    if (all.size() <= kFewLinks)
      put("<p class=\"users\">Access patterns: {}.</p>", text);
    else
      put("<details class=\"users\"><summary>{}</summary><p>{}</p></details>",
          counted(static_cast<double>(all.size()), "access pattern"), text);
  }

  void write(const DocTable& table) {
    heading(table.anchor, "Table " + name(table.name));
    sentences(table.facts);
    users(table.patterns);
    collections(table.picture);
    keys(table.keys, KeysOf::Place);
    for (const DocIndex& index : table.indexes) {
      put("<h3 id=\"{}\">{} <span class=\"dim\">{}</span></h3>", index.anchor, name(index.name), index.kind);
      sentences(index.facts);
      users(index.patterns);
      collections(index.picture);
      keys(index.keys, KeysOf::Place);
    }
  }

  void collections(const DocPicture& what) {
    const bool fold = document_.pictures().size() > kManyPictures;
    if (fold) put("<details>\n<summary>Item collections</summary>");
    picture(what);
    if (fold) put("</details>");
  }

  // ---- entities

  void entities() {
    if (document_.entities.empty()) return;
    heading("entities", "Entities");
    const bool fold = document_.entities.size() > kManyEntities;
    for (const DocEntity& entity : document_.entities) {
      put("<h3 id=\"{}\"><span class=\"name\" style=\"border-color:var(--e{})\">{}</span></h3>", entity.anchor,
          entity.colour % kEntityColours, name(entity.name));
      if (!entity.description.empty()) put("<p>{}</p>", safe(entity.description));
      std::vector<std::string> facts = {"In the table " + entity.table + '.'};
      facts.insert(facts.end(), entity.facts.begin(), entity.facts.end());
      sentences(facts, "dim");
      if (fold) put("<details>\n<summary>Fields and keys</summary>");
      fields(entity);
      keys(entity.keys, KeysOf::Entity);
      if (fold) put("</details>");
    }
  }

  void fields(const DocEntity& entity) {
    if (entity.fields.empty()) return;
    open_table("pieces", "Fields of " + entity.name,
               {{"Field", ""}, {"Type", ""}, {"Meaning", ""}, {"References", ""}, {"Attribute", ""}});
    for (const DocField& field : entity.fields)
      put("<tr><td class=\"nowrap\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", code(field.name),
          safe(field.type), safe(field.meaning), name(field.references),
          field.attribute.empty() ? std::string() : name(field.attribute));
    close_table();
  }

  const Document& document_;
  std::string out_;
};

}  // namespace

std::string to_html(const Document& document) { return HtmlPage(document).write(); }

}  // namespace partita::modelling::docs
