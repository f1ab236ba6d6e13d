"""main.py RESULTS [NAME...]: runs the tests of the pages, and then looks for examples that none of them has run."""

import pathlib
import sys
import unittest

import elsewhere
import reader

HERE = pathlib.Path(__file__).parent


class Every(unittest.TestCase):
    def test_every_example_is_run(self):
        for page, first in elsewhere.EXAMPLES:
            reader.PAGES.take(page, first)
        left = [block for block in reader.PAGES.blocks if not block.taken and block.page not in elsewhere.PAGES]
        if left:
            self.fail("run these examples by a test of tests/pages, or name the test that runs them in elsewhere.py:\n"
                      + "\n".join(map(str, left)))


def main():
    results, *names = sys.argv[1:]
    loader = unittest.TestLoader()
    tests = loader.loadTestsFromNames(names) if names else loader.discover(str(HERE), top_level_dir=str(HERE))
    if not names:
        tests.addTest(loader.loadTestsFromTestCase(Every))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1).run(tests)
    failed, skipped = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses), len(result.skipped)
    with open(results, "a", encoding="utf-8") as file:
        file.write(f"{max(result.testsRun - failed - skipped, 0)} {failed} {skipped} pages\n")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
