import assert from "node:assert/strict";
import { test } from "node:test";
import { CsvReader, csvLine } from "../../../../../src/console/web/app/base/csv.js";
import { Columns } from "../../../../../src/console/web/app/dynamo/items/columns.js";
import { exportHead, exportItems } from "../../../../../src/console/web/app/dynamo/items/export_text.js";
import { arrayElements, lines, slices } from "../../../../../src/console/web/app/base/file_texts.js";
import { guessColumns, guessFormat, headText,
  importItems } from "../../../../../src/console/web/app/dynamo/items/import_items.js";
import { RefusedLines, refusedName } from "../../../../../src/console/web/app/base/refused_lines.js";

const table = { TableName: "t",
  AttributeDefinitions: [["pk", "S"], ["sk", "N"], ["gsi", "S"]]
    .map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }] };
const collect = async (iterator) => {
  const found = [];
  for await (const one of iterator) found.push(one);
  return found;
};
// All ways to cut a text in two, and one character at a time.
const cuts = function* (text) {
  for (let at = 0; at <= text.length; ++at) yield [text.slice(0, at), text.slice(at)];
  yield [...text];
};

test("a file is read slice by slice, and a character between two slices comes whole", async () => {
  const file = new Blob(["aä€𝄞b".repeat(50)]);
  const progress = [];
  for (const size of [1, 2, 3, 7, 1000])
    assert.equal((await collect(slices(file, { size, progress: (at) => progress.push(at) }))).join(""),
      "aä€𝄞b".repeat(50));
  assert.equal(progress.at(-1), file.size);
});

test("lines have their numbers, wherever the slices end", async () => {
  const text = "a\r\n\nb\nc";
  for (const parts of cuts(text))
    assert.deepEqual((await collect(lines(parts))).map(({ line, text: one }) => [line, one.trim()]),
      [[1, "a"], [3, "b"], [4, "c"]]);
});

test("elements of an array come one by one, wherever the slices end", async () => {
  const text = ' [ {"a":"],[{\\"\\\\"},\n {"b":[1,{"c":2}]}\n,3\n] \n';
  for (const parts of cuts(text))
    assert.deepEqual(await collect(arrayElements(parts)),
      [{ line: 1, text: '{"a":"],[{\\"\\\\"}' }, { line: 2, text: '{"b":[1,{"c":2}]}' }, { line: 3, text: "3" }]);
  assert.deepEqual(await collect(arrayElements(["[]"])), []);
  for (const bad of ['[{"a":1}', '{"a":1}', "[1] x"])
    await assert.rejects(collect(arrayElements([bad])), undefined, bad);
});

test("CSV: quotes, line ends in values, and faults with their lines", () => {
  const text = 'a,b\r\n"x ""y"", z","two\nlines"\n,\nlast,one';
  for (const parts of cuts(text)) {
    const reader = new CsvReader();
    const records = [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
    assert.deepEqual(records.map(({ line, values }) => [line, values]),
      [[1, ["a", "b"]], [2, ['x "y", z', "two\nlines"]], [4, ["", ""]], [5, ["last", "one"]]]);
  }
  for (const end of ["\r", "\n", "\r\n"])
    for (const parts of cuts(["a,b", "1,", '"x\ry",2', "", "3,4"].join(end))) {
      const reader = new CsvReader();
      const records = [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
      assert.deepEqual(records.map(({ line, values }) => [line, values]),
        [[1, ["a", "b"]], [2, ["1", ""]], [3, ["x\ry", "2"]], [5, ["3", "4"]]]);
    }
  const reader = new CsvReader();
  const records = [...reader.push('a"b,c\nd,"e"f\ng,h\n"open'), ...reader.end()];
  assert.deepEqual(records.map(({ line, fault }) => [line, !!fault]), [[1, true], [2, true], [3, false], [4, true]]);
  assert.equal(csvLine(["a", 'b"c', " d", "e,f", "g\nh"]), 'a,"b""c"," d","e,f","g\nh"\r\n');
});

test("JSON lines: typed, plain, of an export to S3; refused lines have numbers and reasons", async () => {
  const text = ['{"pk":{"S":"a"},"sk":{"N":"1"}}', '{"pk":"b","sk":12345678901234567890123456789012345678}',
    '{"Item":{"pk":{"S":"c"},"sk":{"N":"3"}}}', "nonsense", '{"pk":{"S":"d"}}',
    '{"pk":"e","sk":"5"}', '{"pk":"","sk":1}', '{"pk":"f","sk":1,"gsi":5}',
    JSON.stringify({ pk: "g", sk: 1, x: "x".repeat(410_000) })].join("\n");
  const found = await collect(importItems(table, [text], { format: "lines" }));
  assert.deepEqual(found.map(({ item }) => item?.sk?.N),
    ["1", "12345678901234567890123456789012345678", "3", undefined, undefined, undefined, undefined, undefined,
      undefined]);
  assert.deepEqual(found.map(({ line }) => line), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const [at, reason] of [[3, /value must stand/], [4, /sk is missing/], [5, /type N, not S/], [6, /empty/],
    [7, /gsi is a key of an index/], [8, /400 KB/]]) assert.match(found[at].reason, reason);
  assert.equal((await collect(importItems(table, ['[{"pk":"a","sk":1},\n{"pk":"b"}]'], { format: "array" })))
    .map(({ line, reason }) => `${line}${reason ?? ""}`).join(), "1,2The key attribute sk is missing.");
  assert.deepEqual([guessFormat("x.csv", ""), guessFormat("x", " [1"), guessFormat("x", "{"), guessFormat("x", "a,b")],
    ["csv", "array", "lines", "csv"]);
});

test("CSV by a mapping of columns to types", async () => {
  const text = 'pk,sk,flag,set,skip,empty\na,1,TRUE,"{""SS"":[""x""]}",z,\nb,1\nc,x,true,,,\nd,2,maybe,,,\n';
  assert.deepEqual(guessColumns(table, text, ",").map(({ type }) => type), ["S", "N", "S", "JSON", "S", "S"]);
  const types = ["S", "N", "BOOL", "JSON", "SKIP", "S"];
  const columns = guessColumns(table, text, ",").map((column, index) => ({ ...column, type: types[index] }));
  const found = await collect(importItems(table, [...text],
    { format: "csv", columns, separator: ",", emptyIsAbsent: true }));
  assert.deepEqual(found[0].item, { pk: { S: "a" }, sk: { N: "1" }, flag: { BOOL: true }, set: { SS: ["x"] } });
  assert.deepEqual(found.slice(1).map(({ line, reason }) => [line, reason]),
    [[3, "The line has 2 fields, and the header 6."], [4, "sk: This is not a number."],
      [5, "flag: Choose true or false."]]);
  assert.deepEqual((await collect(importItems(table, [text],
    { format: "csv", columns, separator: ",", emptyIsAbsent: false })))[0].item.empty, { S: "" });
});

test("what is exported can be imported again", async () => {
  const items = [{ pk: { S: 'a,"\n' }, sk: { N: "12345678901234567890123456789012345678" },
    m: { M: { b: { B: "AA==" } } } }, { pk: { S: "b" }, sk: { N: "2" }, other: { BOOL: true } }];
  const typed = await collect(importItems(table, [exportItems("typed", items, [])], { format: "lines" }));
  assert.deepEqual(typed.map(({ item }) => item), items);
  const columns = new Columns(["pk", "sk"]);
  columns.see(items);
  const text = exportHead("csv", columns.shown()) + exportItems("csv", items, columns.shown());
  const guessed = guessColumns(table, text, ",");
  assert.deepEqual((await collect(importItems(table, [text],
    { format: "csv", columns: guessed, separator: ",", emptyIsAbsent: true }))).map(({ item }) => item), items);
  assert.equal(exportItems("plain", items.slice(1), []), '{"pk":"b","sk":2,"other":true}\n');
});

test("columns: keys first, the most frequent next, unfolded parts in place", () => {
  const columns = new Columns(["pk", "sk"]);
  const items = [{ sk: { N: "1" }, pk: { S: "a" }, rare: { S: "x" },
    m: { M: { x: { N: "1" }, y: { M: { z: { S: "" } } } } } }, { pk: { S: "b" }, sk: { N: "2" },
    m: { M: { x: { N: "2" } } }, l: { L: [{ S: "1" }] } }, { pk: { S: "c" }, sk: { N: "1" }, constructor: { S: "c" } }];
  columns.see(items);
  const titles = () => columns.shown().map(({ title }) => title);
  assert.deepEqual(titles(), ["pk", "sk", "m", "constructor", "l", "rare"]);
  columns.unfold('["m"]', items);
  columns.unfold('["m","y"]', items);
  assert.deepEqual(titles(), ["pk", "sk", "m.x", "m.y.z", "constructor", "l", "rare"]);
  columns.fold('["m"]');
  columns.setShown('["l"]', false);
  assert.deepEqual(titles(), ["pk", "sk", "m", "constructor", "rare"]);
  const many = new Columns(["pk"]);
  for (let i = 0; i < 5000; ++i) many.see([{ [`a${i}`]: { N: "1" } }]);
  assert.ok(many.found.size <= 2000 && many.left === 3001 && many.shown().length === 16);
});

test("a file that is not UTF-8 is refused, and a BOM is no part of it", async () => {
  for (const size of [1, 2, 1000]) {
    await assert.rejects(collect(slices(new Blob([new Uint8Array([0x61, 0xe9, 0x62])]), { size })), /not UTF-8/);
    await assert.rejects(collect(slices(new Blob([new Uint8Array([0x61, 0xc3])]), { size })), /not UTF-8/);
    assert.equal((await collect(slices(new Blob(["\ufeffab"]), { size }))).join(""), "ab");
  }
});

test("two columns of one attribute are refused before anything is written", async () => {
  const columns = [["pk", "S"], ["sk", "N"], ["v", "S"], ["v", "N"]].map(([name, type]) => ({ name, type }));
  await assert.rejects(collect(importItems(table, ["pk,sk,v,v\na,1,x,2\n"],
    { format: "csv", columns, separator: ",", emptyIsAbsent: true })), /Two columns/);
  columns[3].type = "SKIP";
  assert.deepEqual((await collect(importItems(table, ["pk,sk,v,v\na,1,x,2\n"],
    { format: "csv", columns, separator: ",", emptyIsAbsent: true })))[0].item,
      { pk: { S: "a" }, sk: { N: "1" }, v: { S: "x" } });
});

test("a quote that is never closed ends the reading, not the memory", () => {
  const reader = new CsvReader();
  reader.push('a,b\n"open');
  assert.throws(() => { for (let i = 0; i < 20; ++i) reader.push("x".repeat(1024 * 1024)); }, /line 2/);
});

test("null, a boolean and nested values come back from CSV as they were", async () => {
  const items = [{ pk: { S: "a" }, sk: { N: "1" }, none: { NULL: true }, yes: { BOOL: true },
    map: { M: { x: { NULL: true } } } }];
  const columns = new Columns(["pk", "sk"]);
  columns.see(items);
  const text = exportHead("csv", columns.shown()) + exportItems("csv", items, columns.shown());
  const options = { format: "csv", columns: guessColumns(table, text, ","), separator: ",", emptyIsAbsent: true };
  assert.deepEqual((await collect(importItems(table, [text], options))).map(({ item }) => item), items);
});

test("refused records are a file again, as they stood in theirs, wherever the slices end", async () => {
  const head = 'pk,"s""k",sk,note\r\n', good = "a,,1,good\r\n";
  const bad = 'b,,,"Smith, ""Al"" J"\r\nc,x,"two\r\nlines",""\r\nd"e,,3,y\r\nf\r\n';
  const text = `${head}${good}${bad}g,,2,z`;
  const columns = [["pk", "S"], ["other", "S"], ["sk", "N"], ["note", "S"]].map(([name, type]) => ({ name, type }));
  for (const parts of cuts(text)) {
    const found = await collect(importItems(table, parts, { format: "csv", columns, separator: ",",
      emptyIsAbsent: true }));
    const refused = new RefusedLines("csv", headText(text, ","));
    for (const { item, text: raw } of found) if (!item) refused.add(raw);
    assert.equal(await new Blob(refused.file()).text(), (head + bad).replaceAll("\r\n", "\n")
      .replace("two\n", "two\r\n")); // only text in quotes keeps its line ends
    assert.equal(found.length - refused.count, 2);
  }
  const array = new RefusedLines("array");
  const elements = ['[{"pk":"a","sk":1},{"pk":"b"},\n', '{"pk":\n"c"}]'];
  for (const { item, text: raw } of await collect(importItems(table, elements, { format: "array" })))
    if (!item) array.add(raw);
  const again = await new Blob(array.file()).text();
  assert.deepEqual((await collect(arrayElements([again]))).map(({ text: raw }) => raw),
    ['{"pk":"b"}', '{"pk":\n"c"}']);
  assert.deepEqual([refusedName("a.b.csv"), refusedName("plain")], ["a.b.refused.csv", "plain.refused"]);
});

test("many refused lines are kept whole", async () => {
  const refused = new RefusedLines("lines"), line = "x".repeat(1_000_000);
  for (let at = 0; at < 10; ++at) refused.add(line);
  assert.ok(refused.text.length < 5_000_000);
  assert.equal(await new Blob(refused.file()).text(), `${line}\n`.repeat(10));
});

test("the reason of a refused line has one place, which is one of the file", async () => {
  const reasons = async (text, options) => (await collect(importItems(table, [text], options)))
    .flatMap(({ line, reason }) => (reason ? [`${line}: ${reason}`] : []));
  assert.deepEqual(await reasons('{"pk":"a","sk":1}\n{"pk":"b",}', { format: "lines" }),
    ["2: A name in quotes must stand here (column 11)"]);
  assert.deepEqual(await reasons('[{"pk":"a","sk":1},\n{"pk":"b",},\n\n{"pk":\n}]', { format: "array" }),
    ["2: A name in quotes must stand here (character 11 of the item)",
      "4: A value must stand here (line 5, column 1)"]);
  assert.deepEqual(await reasons('pk,sk,j\na,1,"{""S"":}"', { format: "csv", separator: ",", emptyIsAbsent: true,
    columns: [["pk", "S"], ["sk", "N"], ["j", "JSON"]].map(([name, type]) => ({ name, type })) }),
    ["2: j: A value must stand here"]);
});

test("columns: keys that follow, and those that come last", () => {
  const columns = new Columns(["pk"], { next: ["g"], last: new Set(["g", "h"]) });
  columns.see([{ h: { S: "1" }, g: { S: "1" }, pk: { S: "a" } }, { h: { S: "1" }, rare: { S: "" }, pk: { S: "b" } }]);
  assert.deepEqual(columns.shown().map(({ title }) => title), ["pk", "g", "rare", "h"]);
});
