"""docs/operations.md: the commands of an operator."""

import contextlib
import json
import logging
import shlex

from moto.server import ThreadedMotoServer
from reader import LOCAL, Reader

CREATE = ("aws dynamodb create-table --table-name orders --billing-mode PAY_PER_REQUEST "
          "--attribute-definitions AttributeName=pk,AttributeType=S --key-schema AttributeName=pk,KeyType=HASH")
PUT = "aws dynamodb put-item --table-name orders --item '{\"pk\":{\"S\":\"alice\"}}'"


@contextlib.contextmanager
def moto():
    """An endpoint that others wrote."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.stop()


class Operations(Reader):
    PAGE = "docs/operations.md"

    def setUp(self):
        super().setUp()
        self.env |= {**LOCAL, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.ports[8000]}"}

    def test_the_options_of_the_service_are_those_of_the_command(self):
        options = self.take("PARTITA_OPTIONS=").strip().removeprefix("PARTITA_OPTIONS=").replace("0.0.0.0", "127.0.0.1")
        with self.serving(f"partita serve --data ./data {options}") as printed:
            self.assertIn("https://127.0.0.1", printed)

    def test_the_alert_names_a_metric_of_the_server(self):
        metric = self.take("partita_tls_certificate_end_seconds").split()[0]
        with self.serving("partita serve --memory --tls-self-signed"):
            self.assertIn(f"\n{metric} ", self.shell("curl --silent --insecure https://127.0.0.1:8000/metrics"))

    def test_a_slow_request_is_a_line_with_the_fields_of_the_page(self):
        shown = shlex.split(self.take("time=...").replace("\n", " ").replace('"', "'"))
        names = [field.split("=")[0] for field in shown if "=" in field and field.split("=")[0].replace("_", "").isalpha()]
        self.assertIn("capacity_units", names)
        self.write("rules.json", '{"rules": [{"operations": ["reads"], "delay_ms": 20}]}')
        with self.serving("partita serve --memory --slow-request-ms 1 --faults rules.json 2> log"):
            self.shell(CREATE)
            self.shell("aws dynamodb scan --table-name orders")
        [line] = [line for line in (self.folder / "log").read_text().splitlines() if "event=slow_request operation=Scan" in line]
        fields = [field.split("=")[0] for field in line.split() if "=" in field]
        self.assertEqual([name for name in names if name not in fields], [])

    def test_faults_are_set_by_the_socket(self):
        self.write("rules.json", '{"rules": [{"operations": ["reads"], "delay_ms": 4}]}')
        with self.serving("partita serve --memory --admin-socket ./admin.sock"):
            before, _, _ = self.each(self.take("curl --unix-socket PATH http://localhost/faults").replace("PATH", "./admin.sock")
                                     .replace("curl", "curl --silent"))
            self.assertEqual(json.loads(before)["faults"], {"rules": []})
            self.assertIn("delay_ms", self.shell("curl --silent --unix-socket ./admin.sock http://localhost/faults"))

    def test_hot_keys_of_a_table(self):
        with self.serving("partita serve --memory --admin-socket ./admin.sock"):
            self.shell(CREATE)
            enable, stats = self.commands(self.take("aws dynamodb update-contributor-insights").replace("PATH", "./admin.sock"))
            self.shell(enable)
            self.assertIn("orders", self.shell(stats + " --seconds 0"))

    def test_an_item_that_was_overwritten_is_put_back(self):
        state = "aws dynamodb get-item --table-name {} --key '{{\"id\":{{\"S\":\"7\"}}}}' --query Item.state.S --output text"
        put = "aws dynamodb put-item --table-name orders --item '{{\"id\":{{\"S\":\"7\"}},\"state\":{{\"S\":\"{}\"}}}}'"
        first = self.take("export AWS_ACCESS_KEY_ID")
        settings = first.split("\n")[0]
        number, put_back = self.commands(self.take("NUMBER=$(partita versions"))
        with self.serving("partita serve --memory"):
            self.shell(CREATE.replace("pk", "id"))
            self.shell(put.format("paid"))
            self.shell("aws dynamodb update-continuous-backups --table-name orders "
                       "--point-in-time-recovery-specification PointInTimeRecoveryEnabled=true")
            self.shell(put.format("lost"))
            newest, oldest = [json.loads(line) for line in self.shell(first).splitlines()]
            self.assertEqual(newest["Item"]["state"], {"S": "lost"})
            self.assertEqual(oldest, {"Item": {"id": {"S": "7"}, "state": {"S": "paid"}}})
            before = settings + "\n" + number + "\n" + self.take("partita recover orders --as orders-before-it")
            self.assertIn(newest["SequenceNumber"], self.shell(before))
            self.assertEqual(self.shell(state.format("orders-before-it")).strip(), "paid")
            self.shell(settings + "\n" + number + "\n" + put_back)
            self.assertEqual(self.shell(state.format("orders")).strip(), "paid")
            self.shell(put.format("lost"))
            last = json.loads(self.shell(first).splitlines()[0])["ChangeDateTime"]
            times = f"BEGIN={last} END=2100-01-01T00:00:00Z\n"
            self.assertIn("1 put back, 0 deleted, 0 left", self.shell(settings + "\n" + times + self.take("partita versions orders --from")))
            self.assertEqual(self.shell(state.format("orders")).strip(), "paid")
            self.shell(settings + "\n" + self.take("partita recover orders --as orders-not-lost"))
            self.assertEqual(self.shell(state.format("orders-not-lost")).strip(), "paid")

    def test_the_tables_move_to_another_endpoint(self):
        begin, compare, cut, finish = [self.take(first) for first in (
            "HERE=http", 'partita compare "$HERE"', 'partita move "$HERE" "$NEXT" --yes --cutover', 'partita move "$HERE" "$NEXT" --finish')]
        ends, begin = begin.split("\n", 1)
        with self.serving("partita serve --memory"), moto() as next_home:
            self.env |= {"XDG_STATE_HOME": str(self.folder), "NEXT": next_home, "AWS_REGION": "us-east-1"}
            ends = ends.replace(" NEXT=aws:eu-central-1", "") + "\n"
            self.assertNotIn("aws:", ends)
            self.shell(CREATE)
            self.shell(PUT)
            self.assertIn("orders: 1 items copied, now following", self.shell(ends + begin))
            self.assertIn("nothing differs", self.shell(ends + compare))
            printed = self.shell(ends + cut.replace("systemctl stop shop", "true"))
            self.assertIn("orders: 1 items, nothing differs", printed)
            self.assertIn(f"programs may write {next_home} now", printed)
            self.assertIn("orders: finished", self.shell(ends + finish))

    def test_the_hash_of_each_table(self):
        stats, verify = self.commands(self.take("partita stats --admin-socket PATH --tables")
                                      .replace("PATH", "./admin.sock").replace("/var/lib/partita", "./partita"))
        with self.serving("partita serve --data ./partita --admin-socket ./admin.sock"):
            self.shell(CREATE)
            self.shell(PUT)
            shown = self.shell(stats)
        self.assertIn("orders: 1 item with 7 bytes, hash ", shown)
        self.assertIn(shown.split("hash ")[1].strip(), self.shell(verify))

    def test_a_record_of_the_audit_log_and_the_hash_of_its_key(self):
        with self.serving("partita serve --memory --audit-log ./FILE"):
            self.shell(CREATE)
            self.shell(PUT)
        [record] = [record for record in map(json.loads, (self.folder / "FILE").read_text().splitlines()) if record["operation"] == "PutItem"]
        shown = json.loads(self.take('{"time"').replace("\n", ""))
        # The server of the page knows users, and this one takes any key.
        self.assertEqual(set(shown) - {"user"}, set(record) - {"account", "peer"})
        self.assertEqual(self.shell(self.take("printf %s")).strip(), record["items"][0]["key"])

    def test_a_copy_of_a_stopped_server_verifies(self):
        with self.serving("partita serve --data ./partita"):
            self.shell(CREATE)
            self.shell(PUT)
        stop, copy, start, verify = (
            command.replace("/var/lib/partita", "./partita").replace("/backup/", "./") for command in self.commands(self.take("systemctl stop"))
        )
        self.assertEqual((stop, start), ("systemctl stop partita", "systemctl start partita"))
        self.shell(copy)
        with self.serving("partita serve --data ./partita"):
            self.assertIn("1 item", self.shell(verify))

    def test_a_damaged_directory_is_repaired(self):
        with self.serving("partita serve --data ./partita"):
            self.shell(CREATE)
            self.shell(PUT)
        (self.folder / "partita/CURRENT").write_text("")
        self.shell("partita verify --data ./partita", 1)
        self.shell(self.take("partita repair").replace("/var/lib/", "./"), 1)
        with self.serving("partita serve --data ./partita"):
            self.assertIn("alice", self.shell("aws dynamodb scan --table-name orders"))
