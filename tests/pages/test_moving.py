"""docs/moving.md: tables between databases."""

import json
import re

from reader import LOCAL, Reader, shown_command


class Moving(Reader):
    PAGE = "docs/moving.md"

    def test_tables_are_compared(self):
        self.env |= LOCAL
        items = [{"pk": {"S": f"o#{n}"}, "state": {"S": "open"}, "total": {"N": str(n)}} for n in range(1, 9)]
        self.write("here.json", "".join(json.dumps({"Item": item}) + "\n" for item in items))
        items[6] |= {"state": {"S": "paid"}, "total": {"N": "9"}}
        self.write("there.json", "".join(json.dumps({"Item": item}) + "\n" for item in [*items, {"pk": {"S": "o#9"}}]))
        self.shell("partita import here.json --table orders --keys pk:S --data ./shop")
        command, shown = shown_command(self.take("$ partita compare ./shop"))
        with self.serving("partita serve --memory"):
            self.shell("partita import there.json --table orders --keys pk:S --endpoint http://127.0.0.1:8000")
            printed = self.shell(command, 1)
        lines = [sorted(re.sub(r"in [0-9.]+ s", "in 0.0 s", text).splitlines()) for text in (printed, shown)]
        self.assertEqual(*lines)
