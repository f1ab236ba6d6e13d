"""docs/serve.md, docs/install.md, README.md, docs/faults.md and docs/vectors.md: servers and their settings."""

import json
import re

from reader import LOCAL, ROOT, Reader


class Serve(Reader):
    PAGE = "docs/serve.md"

    def test_in_memory_and_in_a_directory(self):
        for command in self.commands(self.take("partita serve --memory         #")):
            with self.serving(command.split("#")[0]):
                self.assertIn("healthy: ", self.shell("curl --silent http://127.0.0.1:8000/"))

    def config(self, text):
        """The file, with this reader's places in those of a machine."""
        text = text.replace("/etc/partita/", f"{self.folder}/").replace("/var/lib/partita", f"{self.folder}/data")
        self.write("partita.conf", text)

    def test_settings_of_a_file_and_of_the_environment(self):
        self.config(self.take("# /etc/partita.conf\ndata = /var/lib/partita\nmemory-limit"))
        serve, check = self.commands(self.take("PARTITA_PORT=9000").replace("/etc/", "").replace("9000", str(self.ports[8001])))
        with self.serving("env " + serve) as printed:
            self.assertIn(f"127.0.0.1:{self.ports[8001]}", printed)
        self.assertRegex(self.shell(check), r"hot-keys = true +# partita.conf:4")

    def test_the_settings_of_a_server_for_other_machines(self):
        self.config(self.take("# /etc/partita.conf\ndata = /var/lib/partita\nhost"))
        self.shell("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=db.example.com "
                   "-keyout tls.key -out tls.crt 2> /dev/null; chmod 600 tls.key")
        self.assertRegex(self.shell("partita config check --config partita.conf"), r"host = 0.0.0.0 +# partita.conf:3")

    def test_a_certificate_for_a_first_try(self):
        serve, listing = self.commands(self.take("partita serve --memory --tls-self-signed"))
        with self.serving(serve, "certificate: ") as printed:
            file = re.search(r"certificate: (\S+)", printed).group(1)
            self.shell(listing.replace("/tmp/partita-.../tls.crt", file), **LOCAL)


class Install(Reader):
    PAGE = "docs/install.md"

    def test_the_first_answer(self):
        with self.serving(self.take("partita serve --memory")):
            self.assertEqual(json.loads(self.shell(self.take("AWS_ACCESS_KEY_ID"))), {"TableNames": []})


class Readme(Reader):
    PAGE = "README.md"

    def setUp(self):
        super().setUp()
        for name in ("docs", "examples"):
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "build").mkdir()
        (self.folder / "build/release").symlink_to(self.home / "bin")

    def test_a_model_without_cpp(self):
        # The model has faults on purpose, and exit codes say so.
        outputs = self.each(self.take("export PATH=$PWD/build/release"), {"model lint": 1, "model run": 1, "model cost": 2})
        design, lint, run, docs, cost, header, *packages = outputs[1:]
        self.assertIn("a month in us-east-1", design)
        self.assertIn("P123", lint)
        self.assertIn("READS", run)
        self.assertIn("## Access patterns", docs)
        self.assertIn("a month", cost)
        self.assertIn("#include <partita/", header)
        for package in packages:
            self.assertIn("note: The pattern", package)
        self.assertIn("extends ModelClient", (self.folder / "shop/index.ts").read_text())
        self.assertIn("package goshop", (self.folder / "goshop/client.go").read_text())

    def test_a_server_for_every_other_language(self):
        serve, listing = self.commands(self.take("build/release/partita serve --memory"))
        with self.serving(serve):
            self.assertEqual(json.loads(self.shell(listing)), {"TableNames": []})


class Faults(Reader):
    PAGE = "docs/faults.md"

    def test_a_server_takes_the_rules(self):
        self.write("rules.json", self.take('{"seed": 7'))
        with self.serving("partita serve --memory --faults rules.json --admin-socket ./admin.sock"):
            self.assertIn("ProvisionedThroughputExceededException", self.shell("curl --silent --unix-socket admin.sock http://localhost/faults"))


class Vectors(Reader):
    PAGE = "docs/vectors.md"

    def test_a_search_through_boto3(self):
        self.write("search.py", self.take("import boto3"))
        with self.serving("partita serve --memory"):
            self.assertRegex(self.shell("python3 search.py"), r"'tea'.*'coffee'")


class Embedded(Reader):
    PAGE = "docs/embedded.md"

    def test_the_library_is_installed_and_linked(self):
        build, *commands = self.take("cmake -S . -B build/release").splitlines()
        self.assertIn("--target partita partita_shared", build)  # this test's build has made both
        (self.folder / "tests").symlink_to(ROOT / "tests")
        printed = self.shell("\n".join(commands).replace("build/release", self.build_dir))
        self.assertTrue(printed.endswith("10\n2\n1\n"), printed)
