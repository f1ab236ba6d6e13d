"""docs/security.md: the keys of an encrypted directory."""

from reader import Reader


class Encryption(Reader):
    PAGE = "docs/security.md"

    def test_a_key_is_made_and_replaced(self):
        def here(text):
            return text.replace("/etc/partita/", "./")

        make, serve = self.commands(here(self.take("partita encryption new-key")))
        self.shell(make)
        with self.serving(serve):
            self.assertIn("the current key", self.shell("partita encryption status --data ./shop --encryption-key ./data.key"))
        self.shell("partita verify --data ./shop", 1)
        self.shell(here(self.take("partita encryption add-key")))
        self.assertIn("a former key", self.shell("partita encryption status --data ./shop --encryption-key ./data.key"))
        self.shell("partita encryption rewrite --data ./shop --encryption-key ./data.key")
        first = (self.folder / "data.key").read_text().splitlines()[0]
        (self.folder / "data.key").write_text(first + "\n")
        self.shell("partita verify --data ./shop --encryption-key ./data.key")
