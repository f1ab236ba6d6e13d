"""docs/access.md, up to the denied request and its reason."""

import json
import re

from reader import LOCAL, PAGES, Reader

ACCOUNT = {"AWS_DEFAULT_REGION": "us-east-1"}


class Access(Reader):
    PAGE = "docs/access.md"
    REFUSED = 255  # of version 1 of the AWS CLI

    def test_the_key_of_the_first_start_is_taken_from_its_file(self):
        with self.serving(self.take("partita serve --data ./shop --auth keys")):
            listed = self.shell(self.take("AWS_SHARED_CREDENTIALS_FILE=./shop/credentials"), AWS_PROFILE=self.only_section())
            self.assertEqual(json.loads(listed), {"TableNames": []})

    def only_section(self):
        [name] = re.findall(r"^\[(.*)\]", (self.folder / "shop/credentials").read_text(), re.M)
        return name

    def test_the_sections_of_a_credentials_file_are_users_with_policies(self):
        policy = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "dynamodb:List*", "Resource": "*"}]}'
        for name in ("reports.json", "limit.json"):
            self.write(name, policy)
        self.write("orders.json", self.policy())
        self.write("users", self.take("[alice]")).chmod(0o600)
        with self.serving(self.take("partita serve --data ./shop --auth iam --credentials users")):
            # The boundary does not allow writes, so the policy of the orders does not matter.
            caller = {"AWS_ACCESS_KEY_ID": "AKIDALICE", "AWS_SECRET_ACCESS_KEY": "...", **ACCOUNT}
            put = f"aws dynamodb put-item --endpoint-url http://127.0.0.1:8000 --table-name Orders --item '{{\"pk\": {{\"S\": \"x\"}}}}'"
            self.assertIn("AccessDenied", self.shell(put, self.REFUSED, **caller))

    def policy(self):
        return self.take('{"Version": "2012-10-17", "Statement": [{\n')

    def test_users_and_roles_of_a_directory(self):
        self.write("orders.json", PAGES.text("docs/access.md", '{"Version": "2012-10-17", "Statement": [{\n'))
        *_, key = self.each(self.take("mkdir -m 700 shop\npartita iam user"))
        trust = {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "arn:aws:iam::123456789012:user/alice"}}
        self.write("trust.json", json.dumps({"Version": "2012-10-17", "Statement": [trust]}))
        create, assume = self.commands(self.take("partita iam role create app"))
        self.shell(create)
        with self.serving("partita serve --data ./shop --auth iam"):
            session = json.loads(self.shell(assume, **self.keys(key)))
        self.assertIn("assumed-role/app/s1", session["AssumedRoleUser"]["Arn"])

    def keys(self, printed):
        """The environment with the key that a command has printed."""
        name, secret = re.search(r"aws_access_key_id = (\S+)\s+aws_secret_access_key = (\S+)", printed).groups()
        return {"AWS_ACCESS_KEY_ID": name, "AWS_SECRET_ACCESS_KEY": secret}

    def test_a_first_server_with_users(self):
        self.write("orders.json", PAGES.text("docs/access.md", '{"Version": "2012-10-17", "Statement": [{\n'))
        *commands, serve = self.commands(self.take("mkdir -m 700 shop\necho"))
        printed = [self.shell(command) for command in commands]
        root, alice = (self.keys(text) for text in printed if "aws_secret_access_key" in text)
        self.profiles({"root": root, "alice": alice}, self.take("[profile root]"))
        with self.serving(serve):
            *allowed, denied = self.commands(self.take("export AWS_CA_BUNDLE"))
            trust = allowed.pop(0) + "\n"
            table, caller, _, scanned = [self.shell(trust + command) for command in allowed]
            self.assertIn("Orders", table)
            self.assertIn("user/alice", caller)
            self.assertIn('"alice"', scanned)
            self.assertIn("AccessDenied", self.shell(trust + denied, self.REFUSED))
            reason = self.shell(self.take("partita iam simulate"), 1)
            # The page breaks a long line.
            self.assertIn(" ".join(self.take("implicitly denied").split()), " ".join(reason.split()))

    def profiles(self, keys, config):
        folder = self.home / ".aws"
        folder.mkdir()
        lines = [f"[{name}]\naws_access_key_id = {key['AWS_ACCESS_KEY_ID']}\naws_secret_access_key = {key['AWS_SECRET_ACCESS_KEY']}\n"
                 for name, key in keys.items()]
        (folder / "credentials").write_text("\n".join(lines))
        (folder / "config").write_text(self.here(config))

    def test_an_access_key_of_12_digits_is_an_account(self):
        with self.serving("partita serve --memory"):
            listed = self.shell(self.take("AWS_ACCESS_KEY_ID=111122223333"))
            self.assertEqual(json.loads(listed), {"TableNames": []})


class Commands(Reader):
    PAGE = "docs/commands.md"

    def test_an_agent_starts_the_command_as_its_settings_say(self):
        with self.serving("partita serve --data ./shop"):
            pass
        server = json.loads(self.take('{"mcpServers"'))["mcpServers"]["partita"]
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}}}
        self.write("hello", json.dumps(hello) + "\n")
        answer = json.loads(self.shell(f"{server['command']} {' '.join(server['args'])} < hello 2> log").splitlines()[0])
        self.assertEqual(answer["result"]["serverInfo"]["name"], "partita")


class Console(Reader):
    PAGE = "docs/console.md"

    def test_a_console_beside_a_server(self):
        with self.serving(self.take("partita serve --data data --console 8001"), "console at") as printed:
            self.assertIn(f"console at http://127.0.0.1:{self.ports[8001]}", printed)
            self.assertIn("<html", self.shell("curl --silent http://127.0.0.1:8001/"))

    def test_a_console_in_front_of_an_endpoint(self):
        local, cloud = self.commands(self.take("partita console --endpoint"))
        with self.serving("partita serve --memory"), self.serving(local, "#token=", **LOCAL), self.serving(cloud, "#token=", **LOCAL):
            pass

    def test_the_policy_has_no_faults(self):
        self.write("policy.json", self.take('{"Version"'))
        self.assertIn("no fault", self.shell("partita iam check policy.json"))

    def test_a_console_for_other_machines(self):
        self.shell("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost "
                   "-keyout server.key -out server.crt 2> /dev/null")
        # The server of a test must not be reachable from other machines.
        command = self.take("partita serve --data data --host 0.0.0.0").replace("0.0.0.0:8001", "127.0.0.1:8001").replace("0.0.0.0", "127.0.0.1")
        with self.serving(command, "console at") as printed:
            self.assertIn("https://127.0.0.1", printed)
            self.assertIn("<html", self.shell("curl --silent --cacert server.crt --connect-to ::127.0.0.1: https://localhost:8001/"))
