"""Runs the tests that CTest knows, a few at a time, and counts the cases inside each GoogleTest executable. Tests with the
property RUN_SERIAL follow the others, one at a time.

usage: run_ctest.py BUILD_DIR RESULTS_DIR RESULTS
Appends one line a test to RESULTS: passed failed skipped name. A test without cases of its own counts as one. A test that
CTest does not run, or that ends with its SKIP_RETURN_CODE, is skipped.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree


def names_of_tests(build_dir):
    """The names of the tests that may run beside others, and of those that must run alone."""
    listed = subprocess.run(
        ["ctest", "--test-dir", build_dir, "--show-only=json-v1"], check=True, capture_output=True, text=True
    )
    together, alone = [], []
    for test in json.loads(listed.stdout)["tests"]:
        is_alone = any(one["name"] == "RUN_SERIAL" and one["value"] for one in test.get("properties", []))
        (alone if is_alone else together).append(test["name"])
    return together, alone


def count_cases(report):
    suites = xml.etree.ElementTree.parse(report).getroot()
    cases = [case for case in suites.iter("testcase")]
    failed = sum(case.find("failure") is not None for case in cases)
    skipped = sum(case.get("status") != "run" or case.get("result") == "skipped" for case in cases)
    return len(cases) - failed - skipped, failed, skipped


def run_test(build_dir, results_dir, name):
    report = results_dir / f"{name}.xml"
    report.unlink(missing_ok=True)
    done = subprocess.run(
        ["ctest", "--test-dir", build_dir, "--output-on-failure", "--tests-regex", f"^{re.escape(name)}$"],
        env={**os.environ, "GTEST_OUTPUT": f"xml:{report}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    # CTest does not fail because of a test that is disabled or skipped.
    is_skipped = done.returncode == 0 and not re.search(rf"Test +#\d+: {re.escape(name)} \.* *Passed", done.stdout)
    if not report.exists():
        return name, (int(done.returncode == 0 and not is_skipped), int(done.returncode != 0), int(is_skipped)), done.stdout
    passed, failed, skipped = count_cases(report)
    skipped += is_skipped
    # The test crashed after its cases, or it had no cases.
    if failed == 0 and (done.returncode != 0 or passed + skipped == 0):
        failed = 1
    return name, (passed, failed, skipped), done.stdout


def main():
    build_dir, results_dir, results = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    results_dir.mkdir(parents=True, exist_ok=True)
    together, alone = names_of_tests(build_dir)
    count = len(together) + len(alone)
    any_failed = not count
    done = 0
    with open(results, "a", encoding="utf-8") as lines:
        for names, at_once in ((together, os.cpu_count()), (alone, 1)):
            with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
                running = [pool.submit(run_test, build_dir, results_dir, name) for name in names]
                for test in concurrent.futures.as_completed(running):
                    name, (passed, failed, skipped), output = test.result()
                    done += 1
                    percent = 100 * done // count
                    print(f"{percent:3} % {name}: {passed} passed, {failed} failed, {skipped} skipped", flush=True)
                    print(passed, failed, skipped, name, file=lines)
                    if failed:
                        print(output, flush=True)
                        any_failed = True
    return any_failed


if __name__ == "__main__":
    sys.exit(main())
