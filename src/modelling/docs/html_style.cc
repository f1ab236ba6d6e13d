#include "modelling/docs/html.h"
#include "modelling/picture/palette.h"

namespace partita::modelling::docs {
namespace {

constexpr std::string_view kPageStyle = R"(
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,"Segoe UI",Helvetica,Arial,sans-serif;overflow-wrap:break-word}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.85em;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
a:focus-visible,summary:focus-visible,input:focus-visible,.wide:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;background:var(--ground);padding:.5rem 1rem;z-index:1}
.page{display:grid;grid-template-columns:minmax(0,1fr);max-width:90rem;margin:0 auto;padding:0 1.25rem}
header{padding:2.2rem 0 .4rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.015em}
h2{font-size:1.4rem;line-height:1.3;margin:3.2rem 0 .8rem;padding-top:.9rem;border-top:1px solid var(--line);letter-spacing:-.01em}
h3{font-size:1.08rem;margin:2rem 0 .5rem}
h3 .name{display:inline-block;padding-left:.6rem;border-left:4px solid var(--line)}
p{margin:.5rem 0;max-width:52rem}
.dim{color:var(--dim)}
.lead{font-size:1.08rem;max-width:52rem}
nav{font-size:.92rem;padding:.4rem 0}
nav ul{list-style:none;margin:0;padding:0}
nav ul ul{padding-left:.9rem}
nav a{display:block;padding:.16rem 0;text-decoration:none;color:var(--ink)}
nav ul ul a{color:var(--dim)}
nav a:hover{color:var(--link);text-decoration:underline}
nav summary{font-weight:600}
.wide{overflow-x:auto;margin:.8rem 0;border:1px solid var(--line);border-radius:10px}
.wide svg{display:block}
table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.45}
th{text-align:left;font-weight:600;color:var(--dim);font-size:.8rem;background:var(--band);white-space:nowrap}
th,td{padding:.5rem .75rem;vertical-align:top;border-bottom:1px solid var(--line)}
tr:last-child>td{border-bottom:0}
td.number,th.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td.nowrap{white-space:nowrap}
td .line{display:block}
td .key{color:var(--dim);margin-right:.5em;font-size:.85em}
.patterns td:nth-child(2){min-width:18rem}
.patterns code{display:block;color:var(--dim);margin-top:.2rem}
.patterns .name{font-weight:600}
.pieces td:nth-child(3){min-width:14rem}
tr.refused td{background:color-mix(in srgb,var(--alarm) 6%,transparent)}
.alarm{color:var(--alarm)}
.alarm b{font-weight:600}
summary{cursor:pointer;padding:.35rem 0}
details>summary{color:var(--link)}
.filter{display:block;margin:.8rem 0}
.filter input{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--edge);border-radius:8px;padding:.4rem .7rem;width:min(100%,24rem)}
.users{font-size:.92rem}
footer{margin:4rem 0 2rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.85rem;color:var(--dim)}
@media(min-width:75rem){
.page{grid-template-columns:13rem minmax(0,1fr);column-gap:2.5rem}
header,main,footer{grid-column:2}
nav{grid-column:1;grid-row:1/span 3;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:2.4rem 0 2rem}
}
@media(max-width:40rem){
.page{padding:0 .9rem}
h1{font-size:1.6rem}
header{padding-top:1.4rem}
th,td{padding:.45rem .55rem}
}
@media print{
nav,.filter{display:none}
.page{display:block}
.wide{overflow:visible;border:0}
.wide svg{max-width:100%;height:auto}
}
)";

}  // namespace

std::string page_css() { return css_variables(":root") + std::string(kPageStyle.substr(1)) + picture_css(); }

std::string_view page_script() {
  return R"js(
"use strict";
(function () {
  var contents = document.querySelector("nav details");
  if (matchMedia("(max-width:74.99rem)").matches) contents.open = false;
  function reveal() {
    var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    if (target) target.scrollIntoView();
  }
  window.addEventListener("hashchange", reveal);
  reveal();
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (one) { one.open = true; });
  });
  var table = document.querySelector("table.patterns");
  if (!table || table.tBodies[0].rows.length < 9) return;
  var label = document.createElement("label");
  label.className = "filter";
  label.append("Show patterns with ");
  var input = document.createElement("input");
  input.type = "search";
  label.append(input);
  table.parentElement.before(label);
  input.addEventListener("input", function () {
    var words = input.value.toLowerCase().split(/\s+/);
    Array.prototype.forEach.call(table.tBodies[0].rows, function (row) {
      var text = row.textContent.toLowerCase();
      row.hidden = !words.every(function (word) { return text.includes(word); });
    });
  });
})();
)js";
}

}  // namespace partita::modelling::docs
