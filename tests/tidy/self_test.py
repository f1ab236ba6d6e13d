#!/usr/bin/env python3
"""Tests of the checks: each accepts a small tree and refuses one with each kind of its faults."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import bare_bools
import budgets
import limits
import links
import lists
import long_tests
import named_files
import recipes
import rule_ids
import skips
import sleeps
import tables
import words
from tree import Tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
INDEX = {"docs/README.md": "[a](a.md) and [b](b.md)\n"}


class TidyTest(unittest.TestCase):
    def faults(self, check, texts):
        return list(check.faults(Tree(texts)))

    def accepts(self, check, texts):
        self.assertEqual(self.faults(check, texts), [])

    def refuses(self, check, texts, *parts):
        """Exactly one fault, whose text has the parts."""
        found = self.faults(check, texts)
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])


class FilesTest(TidyTest):
    def test_comments_are_told_from_literals(self):
        file = Tree({"src/base/a.cc": 'f("// not one"); // one\nx = \'"\'; /* two */ R"(// raw)" // three\n'})["src/base/a.cc"]
        self.assertEqual([text.strip() for _, text in file.comments], ["one", "two", "three"])
        self.assertEqual(file.literals, [(1, "// not one")])

    def test_a_digit_separator_begins_no_literal(self):
        file = Tree({"src/base/a.cc": "x = 1'000;  // one\ny = 'a';  // two\n"})["src/base/a.cc"]
        self.assertEqual([(number, text.strip()) for number, text in file.comments], [(1, "one"), (2, "two")])

    def test_code_of_a_page_is_no_prose(self):
        page = Tree({"docs/a.md": "one `two`\n\n    three\n\n```\nfour\n```\n- five\n\n    six\n"})["docs/a.md"]
        self.assertEqual([line.strip() for _, line in page.prose], ["one", "- five", "six"])


class LinksTest(TidyTest):
    def test_links_that_live(self):
        self.accepts(links, {
            **INDEX, "docs/a.md": "# A `b` [c](b.md), d\n[here](#a-b-c-d)\n", "docs/b.md": "[root](../README.md#x)\n",
            "README.md": "## X\n[folder](docs) [site](https://example.com/nothing)\n`[code](nowhere)`\n"})

    def test_a_link_to_no_file(self):
        self.refuses(links, {"README.md": "\n[a](docs/a.md)\n"}, "README.md:2", "docs/a.md", "does not exist")

    def test_an_anchor_of_no_heading(self):
        self.refuses(links, {"README.md": "# One\n[a](#two)\n"}, "README.md:2", "#two")

    def test_a_page_that_cannot_be_reached(self):
        pages = {**INDEX, "docs/a.md": "[c](c.md) [d](x/d.md)", "docs/b.md": "", "docs/x/d.md": ""}
        self.refuses(links, {**pages, "docs/c.md": ""}, "docs/c.md", "docs/README.md")
        self.refuses(links, {**pages, "docs/a.md": ""}, "docs/x/d.md", "docs/README.md")

    def test_pages_that_refer_to_each_other(self):
        self.refuses(links, {**INDEX, "docs/a.md": "[b](b.md)", "docs/b.md": "[a](a.md)"}, "docs/a.md", "docs/b.md")


class NamedFilesTest(TidyTest):
    def test_names_that_exist(self):
        self.accepts(named_files, {
            "src/base/a.h": "// See b.h, base/b.h, src/base/b.h, src/base/b and src/base.\nx = \"none.h\";\n",
            "src/base/b.h": "// <name>.cc, *.cc and k_{x}.h are patterns. So is p_<id>.cc.\n"})

    def test_a_name_in_a_comment(self):
        self.refuses(named_files, {"src/base/a.h": "\n// See c.h.\n"}, "src/base/a.h:2", "c.h")

    def test_a_name_with_the_folder_of_another_file(self):
        self.refuses(named_files, {"src/base/a.h": "// See keys/a.h.\n"}, "keys/a.h")

    def test_a_name_in_a_page_and_in_a_script(self):
        self.refuses(named_files, {"src/base/README.md": "Read `c.h` first.\n"}, "c.h")
        self.refuses(named_files, {"scripts/a": "#!/bin/sh\n# Makes docs/none.\n"}, "docs/none")


    def test_names_of_scripts(self):
        for name in ("none.py", "none.sh", "none.js"):
            self.refuses(named_files, {"src/base/a.h": f"// See {name}.\n"}, f"there is no file {name}")
        self.accepts(named_files, {"src/base/a.h": "// See a.py, Node.js and their.yml.\n", "scripts/a.py": ""})

    def test_a_pattern_of_paths(self):
        self.accepts(named_files, {"src/base/a.h": "// See src/base/*.h and src/*.\n"})
        self.refuses(named_files, {"src/base/a.h": "// See src/base/b_*.h.\n"}, "src/base/b_*.h")


class TablesTest(TidyTest):
    def change(self, check, texts, path, text, *parts):
        self.assertEqual(list(check(Tree(texts))), [])
        found = list(check(Tree({**texts, path: text})))
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])

    def test_scripts(self):
        texts = {"scripts/run": "#!/bin/sh", "scripts/lib/a.sh": "",
                 "CONTRIBUTING.md": "## Scripts\n| `scripts/run [X]` | runs |\n## Tests\n"}
        self.change(tables.scripts, texts, "scripts/new", "#!/bin/sh", "scripts/new", "add a line")
        self.change(tables.scripts, texts, "scripts/new.py", "", "scripts/new.py", "add a line")
        self.change(tables.scripts, texts, "CONTRIBUTING.md",
                    texts["CONTRIBUTING.md"].replace("runs |", "runs |\n| `scripts/old` | was |"), "scripts/old", "remove")

    def test_folders_of_tests(self):
        texts = {"tests/a/x.cc": "", "tests/README.md": "| a/ | about |\n", "CONTRIBUTING.md": "| `tests/a/x` | about |\n"}
        self.change(tables.suites, texts, "tests/README.md", "", "tests/README.md", "the folder a")
        self.change(tables.suites, texts, "CONTRIBUTING.md", "", "CONTRIBUTING.md", "the folder of tests a")

    def test_layers(self):
        page = "| layer | contents |\n|---|---|\n| `a` | x |\n\n```mermaid\n  a\n```\n"
        texts = {"src/a/x.h": "", "src/a/README.md": "", "ARCHITECTURE.md": page}
        self.change(tables.layers, texts, "ARCHITECTURE.md", page.replace("| `a` | x |", ""), "the layer a", "add")
        self.change(tables.layers, texts, "ARCHITECTURE.md", page.replace("  a\n", ""), "not in the map")
        del texts["src/a/README.md"]
        self.assertIn("src/a", list(tables.layers(Tree(texts)))[0])

    def test_decisions(self):
        texts = {"docs/decisions/0001-a.md": "# 1. A\n", "docs/decisions/README.md": "- [0001](0001-a.md) A\n"}
        self.change(tables.decisions, texts, "docs/decisions/0002-b.md", "# 2. B\n", "0002-b.md", "add")
        self.change(tables.decisions, texts, "docs/decisions/0001-a.md", "# 1. B\n", "title")
        gap = {"docs/decisions/0003-c.md": "# 3. C\n",
               "docs/decisions/README.md": texts["docs/decisions/README.md"] + "- [0003](0003-c.md) C\n"}
        self.assertIn("no record 0002", list(tables.decisions(Tree({**texts, **gap})))[0])

    def test_rules_of_lint(self):
        texts = {"src/modelling/lint/a.cc": 'Rule a{"P012",\n  Severity::Note,\n  "A"}',
                 "src/modelling/lint/b.def": 'PARTITA_COMPILER_RULE(P001, "B", "")\n',
                 "docs/modelling/lint.md": "| P012 | note | A |\n| P001 | error | B |\n"}
        self.change(tables.rules_of_lint, texts, "src/modelling/lint/c.cc", 'Rule c{.id = "P013", .severity = '
                    'Severity::Note, .title = "C"}', "P013 | note | C", "add")
        self.assertEqual(len(list(tables.rules_of_lint(Tree({**texts, "src/modelling/lint/a.cc": ""})))), 1)

    def test_subcommands(self):
        texts = {"tools/commands.def": "PARTITA_COMMAND(a)\n", "docs/commands.md": "| `partita a X` | does |\n",
                 "tools/x/model_commands.def": "PARTITA_MODEL_COMMAND(b)\n", "docs/modelling.md": "    partita model b x\n"}
        self.change(tables.subcommands, texts, "docs/commands.md", "", "partita a", "add")
        self.change(tables.subcommands, texts, "docs/modelling.md", "", "partita model b", "add")


class RecipesTest(TidyTest):
    change = TablesTest.change

    def accepts_all(self, check, texts):
        self.assertEqual(list(check(Tree(texts))), [])

    def test_rules(self):
        texts = {"src/modelling/lint/p012_a.cc": "const Rule k_P012{\n", "src/modelling/lint/rules.def": "PARTITA_RULE(P012)\n",
                 "tests/unit/modelling/a.cc": "P012 P013"}
        path, more = "src/modelling/lint/p013_b.cc", "const Rule k_P013{\n"
        self.change(recipes.rules, texts, path, more, path, "P013 is never used", "PARTITA_RULE(P013)")
        both = {**texts, path: more, "src/modelling/lint/rules.def": "PARTITA_RULE(P012)\nPARTITA_RULE(P013)\n"}
        self.change(recipes.rules, texts, path, "const Rule k_P013 = {\n", path, "P013 is never used")
        self.change(recipes.rules, both, "src/modelling/lint/rules.def", "PARTITA_RULE(P013)\nPARTITA_RULE(P012)\n", "sort")
        self.change(recipes.rules, both, path, "", "P013 is not defined")
        self.change(recipes.rules, both, "tests/unit/modelling/a.cc", "P012", "no unit test names P013")

    def test_numbers_of_removed_rules(self):
        texts = {"src/modelling/lint/rules.def": "PARTITA_RULE(P012)\n",
                 "src/modelling/lint/compiler_rules.def": "PARTITA_COMPILER_RULE(P001, \"A\")\n",
                 recipes.RULES_PAGE: "Numbers of rules that were\nremoved: 004. Further text with 012.\n"}
        for number, path in [("012", "rules.def"), ("001", "compiler_rules.def")]:
            self.change(recipes.retired_rules, texts, recipes.RULES_PAGE,
                        f"Numbers of rules that were removed: 004, {number}.\n", path, f"P{number}", "was removed")
        self.change(recipes.retired_rules, texts, recipes.RULES_PAGE, "", "does not list the numbers")

    def test_readers(self):
        page = "## What is read\n\n| format | `--format` |\n|---|---|\n| A | `a-b` |\n"
        texts = {"src/modelling/read/x/a.cc": 'const Reader k_a{"a-b", "A"}', "src/modelling/read/readers.def": "PARTITA_READER(a)\n",
                 "docs/modelling/formats.md": page, "scripts/test-model-files": '"a-b"', recipes.SEEDS + "a-b.json": ""}
        self.change(recipes.readers, texts, "src/modelling/read/readers.def", "", "a is never used", "PARTITA_READER(a)")
        more = 'const Reader k_zz = {"a-b", "A"}'
        self.change(recipes.readers, texts, "src/modelling/read/zz.cc", more, "zz is never used", "PARTITA_READER(zz)")
        self.change(recipes.readers, texts, "docs/modelling/formats.md", page.split("| A")[0], "a-b", "what is read")
        self.change(recipes.readers, texts, "docs/modelling/formats.md", page + "| C | `c` |\n", "no reader has the format c")
        self.change(recipes.readers, texts, "scripts/test-model-files", "", "does not know the format a-b")
        del texts[recipes.SEEDS + "a-b.json"]
        self.assertIn("add one, with which fuzzing begins", list(recipes.readers(Tree(texts)))[0])

    def test_writers(self):
        texts = {"src/modelling/write/a.cc": "const Writer k_write_a{", "src/modelling/write/writers.def": "PARTITA_WRITER(a)\n"}
        self.change(recipes.writers, texts, "src/modelling/write/writers.def", "", "a is never used")
        self.change(recipes.writers, texts, "src/modelling/write/b.cc", "const Writer k_write_b = {", "b is never used")

    def test_subcommands(self):
        texts = {"tools/commands.def": "PARTITA_COMMAND(a)\n", "tools/x/model_commands.def": "PARTITA_MODEL_COMMAND(b)\n",
                 "tools/x/a.cc": "Command add_a(CLI::App& app) {\n  add_c(app);\n}\n",
                 "tools/x/b.cc": "Command add_model_b(CLI::App& app) {\n", "tools/x/c.cc": "Command add_c(CLI::App& app) {\n",
                 "tools/x/c.h": "Command add_c(CLI::App& app);\n", "tests/tools/a.cc": 'run("a x"); run("model b y");',
                 recipes.RUN_PAGES[0]: "", recipes.RUN_PAGES[1]: ""}
        self.change(recipes.subcommands, texts, "tools/x/c.h", "", "nothing calls add_c")
        for form in ("Command add_zz(CLI::App& app, int count) {", "auto add_zz(CLI::App& app) -> Command {"):
            self.change(recipes.subcommands, texts, "tools/x/zz.cc", form + "\n", "nothing calls add_zz")
            self.accepts_all(recipes.subcommands, {**texts, "tools/x/zz.cc": form, "tools/x/zz.h": form.replace(" {", ";")})
        self.change(recipes.subcommands, texts, "tests/tools/a.cc", 'run("a x");', "no test runs `partita model b`")
        self.change(recipes.subcommands, texts, "tests/tools/a.cc", 'run("model b y");', "no test runs `partita a`")

    def test_places_of_the_console(self):
        place, line, key = '["/a", "A b", "icon"]\n', '["g then x", "A b"]\n', '{ x: "/a" }\n'
        texts = {recipes.SHELL: place + line + key}
        self.change(recipes.places, texts, recipes.SHELL, place + line, "the place /a has no key", "onKey")
        self.change(recipes.places, texts, recipes.SHELL, place + key, "lacks A b", '["g then x", "A b"]')


class ListsTest(TidyTest):
    def test_lists_that_count(self):
        self.accepts(lists, {"docs/a.md": "1. one\n   goes on\n2. two\n\nA paragraph.\n\n3. three\n\n# Next\n\n1. one\n   1. x\n"
                                          "   2. y\n2. two\n\nA paragraph in which version\n13. is a number.\n"})

    def test_a_number_twice_and_a_number_left_out(self):
        self.refuses(lists, {"docs/a.md": "1. one\n2. two\n2. three\n"}, "docs/a.md:3", "the number is 2, and 3 comes next")
        self.refuses(lists, {"docs/a.md": "1. one\n3. three\n"}, "docs/a.md:2", "the number is 3, and 2 comes next")
        self.refuses(lists, {"docs/a.md": "1. one\n2. two\n1. three\n"}, "docs/a.md:3", "the number is 1, and 3 comes next")
        self.refuses(lists, {"docs/a.md": "1. one\n\n   goes on\n\n1. two\n"}, "docs/a.md:5", "the number is 1, and 2 comes next")

    def test_a_list_begins_anew_after_another_line(self):
        self.accepts(lists, {"docs/a.md": "- x\n  1. one\n  2. two\n- y\n  1. one\n\nText:\n\n1. one\n2. two\n\nText:\n\n1. one\n"})

    def test_long_lists_and_paragraphs_of_layers(self):
        long_list = "".join(f"{number}. x\n" for number in range(1, lists.MOST_ITEMS + 2))
        self.refuses(lists, {"src/a/README.md": long_list}, "17 items")
        self.refuses(lists, {"src/a/README.md": "word " * 151}, "151 words")
        self.accepts(lists, {"docs/a.md": long_list + "\n" + "word " * 151})

    def test_a_long_readme(self):
        self.accepts(lists, {"README.md": "x" * lists.MOST_BYTES["README.md"]})
        self.refuses(lists, {"README.md": "x" * lists.MOST_BYTES["README.md"] + "\n"}, "README.md", "12288 bytes")

    def test_words_of_the_glossary(self):
        once = "| word | meaning |\n|---|---|\n| row, line | A thing. |\n"
        self.accepts(lists, {"docs/glossary.md": once})
        self.refuses(lists, {"docs/glossary.md": once + "| line | Another. |\n"}, "docs/glossary.md:4", "'line'", "line 3")


class BudgetsTest(TidyTest):
    def test_words_of_comments_and_texts(self):
        texts = {"src/a/x.cc": '// What is nobody\'s stands where it is no list.\nf("x is no list");\nwhat(where);\n',
                 words.BUDGET: "src/a what 1\nsrc/a where 1\nsrc/a stand 1\nsrc/a is-no 1\nsrc/a none 1\nsrc/a text 1\n"}
        self.accepts(words, texts)
        for group in words.CURES:
            less = texts[words.BUDGET].replace(f"src/a {group} 1\n", "")
            self.refuses(words, {**texts, words.BUDGET: less}, f"src/a {group}: 1, and", "allows 0", "src/a/x.cc:")

    def test_a_count_below_its_budget(self):
        texts = {words.BUDGET: "src/a what 2\n", "src/a/x.cc": "// what\n"}
        self.refuses(words, texts, "still allows 2", "--write")
        lowered = budgets.lowered(texts[words.BUDGET], words.counts_of(Tree(texts)))
        self.assertEqual(lowered, "src/a what 1\n")
        self.accepts(words, {**texts, words.BUDGET: lowered})

    def test_budgets_are_lowered_and_never_raised(self):
        text = "# All.\na b 3  # why\nc 1\nd 2\n"
        self.assertEqual(budgets.lowered(text, {"a b": "xx", "d": "xxx"}), "# All.\na b 2  # why\nd 2\n")

    def test_a_fault_names_the_lines_that_were_added(self):
        def faults_in(root):
            return list(rule_ids.faults(Tree.read(root)))
        compared = 'if (rule->id == "P170") x();\n'
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)

            def git(*arguments):
                subprocess.run(["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", *arguments], check=True,
                               capture_output=True)

            def write(name, text):
                (root / "src/a").mkdir(parents=True, exist_ok=True)
                (root / "src/a" / name).write_text(text)
            write("x.cc", compared)
            self.assertIn("Git does not tell which one is new", faults_in(root)[0])
            git("init")
            self.assertIn("Added since the last commit: src/a/x.cc:1", faults_in(root)[0])
            git("add", ".")
            git("commit", "-m", "x")
            self.assertIn("Git does not tell which one is new", faults_in(root)[0])
            write("x.cc", "int y;\n\n" + compared + compared)
            self.assertTrue(faults_in(root)[0].endswith("Added since the last commit: src/a/x.cc:3"), faults_in(root))

    def test_limits(self):
        self.accepts(limits, {"src/a/x.cc": 'constexpr int kUnits = 3;  // 3000\nf("3000 units", 13000);\n',
                              "src/value/limits.h": "constexpr int kUnits = 3000, kBytes = 400 * 1024;\n"})
        for line in ["constexpr double kReads = 3'000;", "if (size > 400 * 1024) x();", "auto k = 10ll * 1024 * 1024 * 1024;",
                     "constexpr int kBatchItems = 25;", "constexpr int kUnitBytes = 4096;", "constexpr double kMuch = 0.8;",
                     "if (items.size() > 25) x();", "return keys.size() <= 100;", "double x = 3000.0;", "if (size > 1024 * 400) x();",
                     "constexpr int kPageBytes = 1024 * 1024;", "constexpr double kWriteUnits = 1000;"]:
            self.refuses(limits, {"src/a/x.cc": "\n" + line + "\n"}, "x.cc: 1", "src/a/x.cc:2", "src/value/limits.h")
        self.accepts(limits, {"src/a/x.cc": "int k = 3000;\n", limits.ALLOWED: "x.cc 1  # seconds\n"})

    def test_limits_of_the_pages(self):
        homes = {"src/value/limits.h": "constexpr std::int64_t kBytes = 10ll * 1024, kUnits = 3'000;\n",
                 "include/partita/limits.h": "inline constexpr std::size_t kNames{255};\n"}
        self.accepts(limits, homes | {limits.PAGES: "export const kBytes = 10 * 1024, kNames = 255;\n"
                                                    "export const kUnits = 3000; // kOther = 5\n"})
        for line, part in [("export const kUnits = 3001;", "kUnits is 3001, and 3000"), ("export const kOdd = 7;", "not a constant"),
                           ("export const kBytes = 10 << 10;", "1 values")]:
            self.refuses(limits, homes | {limits.PAGES: line + "\n"}, limits.PAGES, part)

    def test_sleeps(self):
        for path, line in [("a.cc", "std::this_thread::sleep_for(kPause);"), ("a.py", "time.sleep(1)"), ("run", "sleep 1"),
                           ("a.test.js", "await page.waitForTimeout(4500);"),
                           ("a.test.js", "await new Promise((done) => setTimeout(done, 1));"),
                           ("a.test.js", "await new Promise((resolve, reject) => setTimeout(resolve, 1));"),
                           ("a.test.js", "await new Promise((done) => { setTimeout(done, 1); });"),
                           ("a.test.js", 'import { setTimeout as pause } from "node:timers/promises";'),
                           ("run", "true && sleep 5"), ("run", "(sleep .5)"), ("run", "while sleep 1; do"), ("a.cc", "poll(nullptr, 0, 500);")]:
            self.refuses(sleeps, {f"tests/{path}": line + "\n"}, f"{path}: 1", "wait for")
        self.accepts(sleeps, {"tests/a.py": "time.sleep(1)", sleeps.ALLOWED: "a.py 1  # an attack\n"})
        self.refuses(sleeps, {"tests/a.py": "time.sleep(1)", sleeps.ALLOWED: "a.py 1\n"}, "no reason")

    def test_long_tests(self):
        def of(lines):
            return {"tests/a_test.cc": "namespace x {\nTEST(A, b) {\n" + "  f();\n" * lines + "}\n}\n"}
        self.accepts(long_tests, of(long_tests.MOST_LINES - 2))
        self.refuses(long_tests, of(long_tests.MOST_LINES - 1), "a_test.cc: 1", "tests/a_test.cc:2 (61 lines)")

        def member(begin):
            return {"tests/a_test.cc": "struct A {\n  int a = f(1);\n\n" + begin + "\n" + "    f();\n" * long_tests.MOST_LINES + "  }\n};\n"}
        self.refuses(long_tests, member("  void f() {"), "a_test.cc: 1", "tests/a_test.cc:4 (62 lines)")
        self.accepts(long_tests, member("  const int x[] = {"))
        for begin in ("const T& f() {", "constexpr int f(int x) {"):
            self.refuses(long_tests, {"tests/a.h": begin + "\n" + "  f();\n" * 60 + "}\n"}, "tests/a.h:1 (62 lines)")
        for begin in ("const std::vector<T> k = {f(1),", "const T k_x{f(1),", "static const T k_x{f(1),"):
            self.accepts(long_tests, {"tests/a.h": begin + "\n" + "  f(),\n" * 60 + "};\n"})

    def test_rule_ids(self):
        self.accepts(rule_ids, {"src/a/x.cc": 'const Rule k{"P170"};\n'})
        for compared in ('id == "P170"', '"P170"sv != id', 'id == std::string_view("P170")', 'id != std::string{"P170"}',
                         'std::string("P170") == id', 'id.compare("P170") == 0'):
            self.refuses(rule_ids, {"src/a/x.cc": f"if ({compared}) x();\n"}, "x.cc: 1", "src/a/x.cc:1")

    def test_bare_bools(self):
        def of(declaration, call):
            return {"src/a/x.h": declaration + "\n", "src/a/x.cc": "\n" + call + "\n"}
        for declaration, call in [
            ("void draw(Svg& svg, bool many);", "draw(svg, true);"),
            ("void draw(Svg& svg,\n          const bool many = false);", "draw(svg,\n     false);"),
            ("void draw(Svg& svg, bool many);", "draw(svg, bool{true});"),
            ("void draw(Svg& svg, bool many);", "draw(svg, !false);"),
            ("class End {\n  End(bool many, int x);\n};", "End end(true, 5);"),
            ("class End {\n  End(bool many, int x);\n};", "return End{false, 5};"),
            ("const auto draw = [&](int x, bool many) { f(); };", "draw(f(x, y), true);"),
        ]:
            self.refuses(bare_bools, of(declaration, call), "x.cc: 1", "src/a/x.cc:2")
        for declaration, call in [
            ("void draw(Svg& svg, Many many);", "draw(svg, Many::Yes);"),
            ("void draw(Svg& svg, bool many);", "draw(svg, has_many);"),
            ("void draw(Svg& svg, bool many);", "draw(true, has_many);"),
            ("void draw(Svg& svg, bool many);", "// draw(svg, true);"),
            ("void set_many(bool many);", "set_many(true);"),
        ]:
            self.accepts(bare_bools, of(declaration, call))


class SkipsTest(TidyTest):
    def test_skips(self):
        for path, line in [("a.cc", 'GTEST_SKIP() << "x";'), ("a.cc", "TEST(A, DISABLED_b) {"), ("a.py", "self.skipTest('x')"),
                           ("a.py", "@unittest.skipIf(x, 'y')"), ("a.test.js", "test.skip('x', f);"),
                           ("a.test.js", "test('x', { skip: true }, f);"), ("a.test.js", "test.only('x', f);"),
                           ("a.test.js", "test('x', { only: true }, f);"), ("a.py", "x = pytest.importorskip('x')"),
                           ("a.py", "@pytest.mark.xfail"), ("a.py", "@unittest.expectedFailure"),
                           ("CMakeLists.txt", "set_tests_properties(a PROPERTIES DISABLED TRUE)"),
                           ("CMakeLists.txt", "set_tests_properties(a PROPERTIES SKIP_RETURN_CODE 77)")]:
            self.refuses(skips, {f"tests/{path}": "\n" + line + "\n"}, f"tests/{path}:2", "a test is skipped")
        self.accepts(skips, {"tests/a.cc": "// GTEST_SKIP is forbidden.\nskip(1);\n"})

    def test_tests_that_ctest_does_not_run_are_skipped(self):
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            good = "a" * 70 + ".b"
            lines = [f'add_test({good} "true")', 'add_test(bad "false")', 'add_test(off "true")', 'add_test(skips "sh" "-c" "exit 77")',
                     'set_tests_properties(off PROPERTIES DISABLED TRUE)', 'set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)']
            (build / "CTestTestfile.cmake").write_text("\n".join(lines))
            subprocess.run([sys.executable, ROOT / "scripts/lib/run_ctest.py", build, build / "reports", build / "results"],
                           capture_output=True)
            found = sorted((build / "results").read_text().splitlines())
        self.assertEqual(found, ["0 0 1 off", "0 0 1 skips", "0 1 0 bad", f"1 0 0 {good}"])

    def test_the_sum_of_results_fails_on_a_skip(self):
        def sum_up(lines):
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as results:
                results.write(lines)
                results.flush()
                done = subprocess.run(["bash", "-c", f"source {ROOT}/scripts/lib/results.sh; sum_up {results.name}"],
                                      capture_output=True, text=True)
            return done.returncode, done.stdout
        self.assertEqual(sum_up("2 0 0 a\n1 0 0 b\n"), (0, "3 passed, 0 failed, 0 skipped\n"))
        self.assertEqual(sum_up("2 0 1 a\n"), (1, "SKIPPED: a\n2 passed, 0 failed, 1 skipped\n"))
        self.assertEqual(sum_up("2 1 0 a\n"), (1, "FAILED: a\n2 passed, 1 failed, 0 skipped\n"))
        self.assertEqual(sum_up(""), (1, "0 passed, 0 failed, 0 skipped\n"))


if __name__ == "__main__":
    unittest.main()
