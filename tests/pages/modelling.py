"""Shared by the tests of the pages on modelling: models, and comparisons of whole outputs."""

import re

from reader import LOCAL, ROOT, Reader, shown_command

SHOP = "docs/modelling/examples/shop.yml"


def rows(text):
    """The lines with a text. Times differ from run to run."""
    return [re.sub(r"\d+\.\d+ ms", "N ms", line.rstrip()) for line in text.split("\n") if line.strip()]


class Modelling(Reader):
    def put(self, source, name, *replaced):
        """Copies a file of the tree into the reader's folder, with some of its texts replaced."""
        text = (ROOT / source).read_text()
        for old, new in replaced:
            self.assertIn(old, text)
            text = text.replace(old, new)
        return self.write(name, text)

    def put_shop(self, *replaced):
        return self.put(SHOP, "shop.yml", *replaced)

    def assert_prints(self, shown, printed):
        """The output is the page's example, in which a line `...` stands for any others."""
        shown, printed = rows(shown), rows(printed)
        if "..." not in shown:
            self.assertEqual(shown, printed)
        pattern = "".join(r"(?:.*\n)*?" if row == "..." else re.escape(row + "\n") for row in shown)
        if not re.fullmatch(pattern, "".join(row + "\n" for row in printed)):
            self.fail("\n".join(["the page shows", *shown, "and the command prints", *printed]))

    def assert_example(self, first, code=0):
        """The command of an example prints what the page shows."""
        command, shown = shown_command(self.take(first))
        self.assert_prints(shown, self.shell(command, code))

    def assert_synopsis(self, synopsis):
        """The command has the operands and the options of its synopsis. A number behind an option is its default."""
        command, operands = re.match(r"(partita(?: [a-z]+)+) ((?:[A-Z]+ )*)", synopsis).groups()
        printed = self.shell(f"{command} --help-all")
        for operand in operands.split():
            self.assertRegex(printed, rf"(?m)^  {operand} ")
        options = re.findall(r"(--[a-z-]+)(?: (\d+))?", synopsis)
        self.assertTrue(options)
        for option, default in options:
            self.assertRegex(printed, rf"(?m)^  {option} .*={default}$" if default else rf"(?m)^  {option} ")

    def load(self, model="shop.yml", code=1):
        """Makes the tables and the items of a model at the server. The shop has a pattern that is refused, so the code is 1."""
        return self.shell(f"partita model run {model} --endpoint http://127.0.0.1:8000", code, **LOCAL)

    def aws(self):
        """The settings of a terminal in which the AWS CLI asks the server."""
        return {**LOCAL, "AWS_ENDPOINT_URL": self.here("http://127.0.0.1:8000")}
