"""No test is skipped. A test that cannot run fails, because nobody reads a list of skipped tests. The check knows the words
by which GoogleTest, CTest, unittest, pytest, Node's test runner, Go, Rust and JUnit skip a test or expect it to fail. It
does not see a test that returns early."""

import re

SKIP = re.compile(
    r"\bGTEST_SKIP\b|\bTEST(?:_F|_P)?\(\w+,\s*DISABLED_|\bTEST(?:_F|_P)?\(DISABLED_|\b(?:test|it|describe|suite|t)\.(?:skip|todo|only|fixme)\("
    r"|[{,]\s*(?:skip|todo|only):|\bskipTest\(|@(?:unittest\.|pytest\.mark\.)?skip|\bpytest\.(?:skip|importorskip|xfail)\(|\bSkipTest\b|\bt\.Skip\w*\("
    r"|@(?:unittest\.|pytest\.mark\.)(?:xfail|expectedFailure)|#\[ignore|@Disabled\b"
    r"|\bSKIP_(?:RETURN_CODE|REGULAR_EXPRESSION)\b|\bDISABLED (?:1|ON|YES|TRUE)\b")


def faults(tree):
    for file in tree:
        if not file.path.startswith(("tests/", "bench/")) or file.path.startswith("tests/tidy/") or file.ending == ".md":
            continue
        if not re.search(r"(?i)skip|todo|disabled|ignore|only|fixme|xfail|expectedFailure", file.text):
            continue  # because the search below is slow
        text = file.code if file.ending in (".cc", ".h", ".js", ".mjs") else file.text
        for found in SKIP.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{file.path}:{line}: a test is skipped ({found[0]}): let it fail if it cannot run, or let it run everywhere"
