"""Migrates the tables of each example of examples/migrations while programs of both versions read and write, and the
migration is killed at random.

usage: migration_rounds.py PARTITA DIRECTORY [--only EXAMPLE] [--seed N] [--items N] [--kills N]

A writer remembers the values of each of its items. The functions below make the items of both versions of these values by
themselves, without the models. Afterwards the tables must have exactly these items, `partita model migrate --check` and
`partita model verify` must find no difference, and each item that a reader of the later version saw must be one that was
written.
"""

import argparse
import json
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

from move_rounds import Client, Refused, Server

WRITERS = 8
EXAMPLES = pathlib.Path(__file__).parents[2] / "examples/migrations"


def text(value):
    return {"S": value}


def number(value):
    return {"N": str(value)}


def time_of(n):
    return f"2026-{n % 12 + 1:02d}-{n % 28 + 1:02d}T{n % 24:02d}:{n % 60:02d}:00.{n % 1000:03d}Z"


# ---- each example: values of an item, and the items of both versions as (table, item). The key attributes are named in KEYS.

KEYS = {
    "orders": ("PK", "SK"), "orders_by_time": ("PK", "SK"), "accounts": ("id",), "accounts_2": ("id",), "shop": ("PK", "SK"),
    "customers": ("customer",), "files": ("PK", "SK"), "files_of_tenants": ("PK", "SK"), "bills": ("PK", "SK"),
    "bills_2": ("PK", "SK"), "customers_2": ("PK",), "events": ("PK",), "people": ("PK",),
}  # fmt: skip


def order_values(n, chance):
    return {"customer": f"c{n % 40}", "id": f"o{n}", "state": chance.choice(["OPEN", "PAID", "SENT"]), "created": time_of(n)}


def order_item(v, **more):
    out = {"PK": text(f"C#{v['customer']}"), "SK": text(f"O#{v['id']}"), "type": text("ORDER")}
    return out | {name: text(v[name]) for name in ("customer", "id", "state", "created")} | more


def by_state(v):
    return {"GSI1PK": text(f"S#{v['state']}"), "GSI1SK": text(f"{v['created']}#{v['customer']}#{v['id']}")}


class IndexOverCompositeKeys:
    in_place = True
    values = staticmethod(order_values)
    old = staticmethod(lambda v: [("orders", order_item(v))])
    new = staticmethod(lambda v: [("orders", order_item(v, **by_state(v)))])


class ProjectionWidened(IndexOverCompositeKeys):
    drops = "--drop-indexes"
    old = staticmethod(lambda v: [("orders", order_item(v, **by_state(v)))])


class MoreShards:
    in_place = True
    ignored = ("shard",)

    @staticmethod
    def values(n, chance):
        return {"id": f"e{n}", "kind": chance.choice(["click", "view"]), "created": time_of(n)}

    @staticmethod
    def item(v, *shards):
        out = {"PK": text(f"E#{v['id']}"), "type": text("EVENT"), "shard": number(random.randrange(*shards))}
        return [("events", out | {name: text(value) for name, value in v.items()})]

    old = staticmethod(lambda v: MoreShards.item(v, 5))
    # An item in one of the first five counts as one of the earlier version.
    new = staticmethod(lambda v: MoreShards.item(v, 5, 20))


class TimeInSortKey:
    has_way_back = True
    values = staticmethod(order_values)
    old = staticmethod(lambda v: [("orders", order_item(v))])

    @staticmethod
    def new(v):
        return [("orders_by_time", order_item(v, SK=text(f"O#{v['created']}#{v['id']}")))]


class NumberToStringKey:
    has_way_back = True
    values = staticmethod(lambda n, chance: {"id": n, "owner": f"u{n % 9}", "cents": chance.randrange(10**6)})
    old = staticmethod(
        lambda v: [("accounts", {"id": number(v["id"]), "owner": text(v["owner"]), "cents": number(v["cents"]), "type": text("ACCOUNT")})]
    )
    new = staticmethod(
        lambda v: [("accounts_2", {"id": text(str(v["id"])), "owner": text(v["owner"]), "cents": number(v["cents"]), "type": text("ACCOUNT")})]
    )


def shop_values(n, chance):
    if n % 4 == 0:
        return {"customer": f"c{n}", "name": f"name {chance.randrange(1000)}"}
    return {"customer": f"c{n - n % 4}", "id": f"o{n}", "cents": chance.randrange(10**6)}


def shop_fields(v):
    return {name: number(value) if name == "cents" else text(value) for name, value in v.items()}


def one_table(v):
    is_order = "id" in v
    sort = f"O#{v['id']}" if is_order else "PROFILE"
    tag = "ORDER" if is_order else "CUSTOMER"
    return [("shop", {"PK": text(f"C#{v['customer']}"), "SK": text(sort), "type": text(tag)} | shop_fields(v))]


def several_tables(v):
    is_order = "id" in v
    return [("orders" if is_order else "customers", shop_fields(v) | {"type": text("ORDER" if is_order else "CUSTOMER")})]


class OneTableToSeveral:
    has_way_back = True
    keys = {"orders": ("customer", "id")}
    values = staticmethod(shop_values)
    old = staticmethod(one_table)
    new = staticmethod(several_tables)


class SeveralTablesToOne(OneTableToSeveral):
    old = staticmethod(several_tables)
    new = staticmethod(one_table)


class TenantPrefix:
    values = staticmethod(lambda n, chance: {"owner": f"u{n % 40}", "path": f"/f {n}", "bytes": chance.randrange(10**6)})

    @staticmethod
    def old(v):
        path = v["path"].replace(" ", "$20")
        fields = {"owner": text(v["owner"]), "path": text(v["path"]), "bytes": number(v["bytes"]), "type": text("FILE")}
        return [("files", fields | {"PK": text(f"U#{v['owner']}"), "SK": text(f"F#{path}")})]

    @staticmethod
    def new(v):
        item = TenantPrefix.old(v)[0][1]
        return [("files_of_tenants", item | {"PK": text(f"T#acme#U#{v['owner']}"), "tenant": text("acme")})]


class EnumeratorRenamed:
    has_way_back = True
    values = staticmethod(lambda n, chance: {"customer": f"c{n % 40}", "id": f"b{n}", "state": chance.choice(["OPEN", "PAID"])})

    @staticmethod
    def item(table, v, state):
        fields = {"customer": text(v["customer"]), "id": text(v["id"]), "state": text(state), "type": text("BILL")}
        return [(table, fields | {"PK": text(f"C#{v['customer']}"), "SK": text(f"{state}#{v['id']}")})]

    old = staticmethod(lambda v: EnumeratorRenamed.item("bills", v, v["state"]))
    new = staticmethod(lambda v: EnumeratorRenamed.item("bills_2", v, v["state"].replace("PAID", "SETTLED")))


class FieldAdded:
    in_place = True
    drops = "--drop-fields"
    values = staticmethod(lambda n, chance: {"id": f"p{n}", "email": f"p{n}@{chance.choice('AbC')}.org", "nick": f"nick {chance.randrange(9)}"})
    old = staticmethod(lambda v: [("people", {name: text(value) for name, value in v.items()} | {"PK": text(f"P#{v['id']}"), "type": text("PERSON")})])

    @staticmethod
    def new(v):
        item = FieldAdded.old(v)[0][1]
        domain = v["email"].split("@")[1].lower()
        added = {"alias": item.pop("nick"), "domain": text(domain), "GSI1PK": text(f"D#{domain}"), "GSI1SK": text(v["id"])}
        return [("people", item | added)]


def customer_values(n, chance):
    return {"customer": f"c{n}", "name": f"Name {chance.randrange(100)}", "street": f"Street {n}", "city": chance.choice(["Rom", "Ulm"])}


def customer_item(v):
    return {name: text(value) for name, value in v.items()} | {"PK": text(f"C#{v['customer']}"), "type": text("CUSTOMER")}


class EntitySplit:
    keys = {"customers": ("PK",), "customers_2": ("PK", "SK")}
    values = staticmethod(customer_values)
    old = staticmethod(lambda v: [("customers", customer_item(v))])

    @staticmethod
    def new(v):
        key = {"PK": text(f"C#{v['customer']}"), "customer": text(v["customer"])}
        return [
            ("customers_2", key | {"SK": text("PROFILE"), "type": text("CUSTOMER"), "name": text(v["name"])}),
            ("customers_2", key | {"SK": text("ADDRESS"), "type": text("ADDRESS"), "street": text(v["street"]), "city": text(v["city"])}),
        ]  # fmt: skip


class FieldIntoDocument:
    has_way_back = True
    keys = {"customers": ("PK",)}
    values = staticmethod(customer_values)
    old = staticmethod(lambda v: [("customers", customer_item(v))])

    @staticmethod
    def new(v):
        item = customer_item(v)
        address = {"M": {"street": item.pop("street"), "city": item.pop("city")}}
        return [("customers_2", item | {"fullName": item.pop("name"), "address": address})]


CASES = {
    "index_over_composite_keys": IndexOverCompositeKeys, "projection_widened": ProjectionWidened, "more_shards": MoreShards,
    "time_in_sort_key": TimeInSortKey, "number_to_string_key": NumberToStringKey, "one_table_to_several": OneTableToSeveral,
    "several_tables_to_one": SeveralTablesToOne, "tenant_prefix": TenantPrefix, "enumerator_renamed": EnumeratorRenamed,
    "entity_split": EntitySplit, "field_added": FieldAdded, "field_into_document": FieldIntoDocument,
}  # fmt: skip


def canonical(item, ignored=()):
    return json.dumps({name: value for name, value in item.items() if name not in ignored}, sort_keys=True)


class Programs:
    """The writers of both versions and a reader of the later one, who share the truth: the values of each item."""

    def __init__(self, case, server, items, seed):
        self.case, self.server, self.items = case, server, items
        self.keys = KEYS | getattr(case, "keys", {})
        self.ignored = getattr(case, "ignored", ())
        self.truth, self.seen = {}, {}  # by number: values or None; all later items that were ever right
        self.version = "old"
        self.goes_on = threading.Event()
        self.ends = False
        self.writes = self.reads = 0
        self.idle = [threading.Event() for _ in range(WRITERS)]
        self.wrong = []
        self.threads = [threading.Thread(target=self.work, args=(n, random.Random(seed + n)), daemon=True) for n in range(WRITERS)]
        self.threads.append(threading.Thread(target=self.read, args=(random.Random(seed),), daemon=True))

    def key(self, table, item):
        return {name: item[name] for name in self.keys[table]}

    def work(self, number_of_writer, chance):
        client = Client(lambda: self.server.port)
        mine = [n for n in range(self.items) if n % WRITERS == number_of_writer]
        for n in mine:
            self.write(client, n, chance, "old")
        while not self.ends:
            if not self.goes_on.is_set():
                self.idle[number_of_writer].set()
                self.goes_on.wait(0.05)
                continue
            self.idle[number_of_writer].clear()
            version = chance.choice(["old", "new"]) if self.version == "both" else self.version
            self.write(client, chance.choice(mine), chance, version)
            time.sleep(0.002)

    def write(self, client, n, chance, version):
        made = getattr(self.case, version)
        before = self.truth.get(n)
        after = self.case.values(n, chance) if before is None or chance.random() < 0.8 else None
        old = {json.dumps([table, self.key(table, item)], sort_keys=True): (table, item) for table, item in made(before)} if before else {}
        new = {json.dumps([table, self.key(table, item)], sort_keys=True): (table, item) for table, item in made(after)} if after else {}
        if after:
            for table, item in self.case.new(after):
                self.seen.setdefault(json.dumps([table, self.key(table, item)], sort_keys=True), set()).add(canonical(item, self.ignored))
        actions = [{"Delete": {"TableName": table, "Key": self.key(table, item)}} for key, (table, item) in old.items() if key not in new]
        actions += [{"Put": {"TableName": table, "Item": item}} for table, item in new.values()]
        while True:
            try:
                if len(actions) == 1 and "Put" in actions[0]:
                    client.call("PutItem", actions[0]["Put"])
                elif len(actions) == 1:
                    client.call("DeleteItem", actions[0]["Delete"])
                else:
                    client.call("TransactWriteItems", {"TransactItems": actions})
                break
            except Refused as error:
                # Another writer is writing the table's definition or the item, for example while an index is added.
                if "Transaction" not in json.dumps(error.args[1]):
                    sys.exit(f"a write was refused: {error}")
                time.sleep(0.02)
        self.truth[n] = after
        self.writes += 1

    def read(self, chance):
        client = Client(lambda: self.server.port)
        while not self.ends:
            time.sleep(0.01)
            values = self.truth.get(chance.randrange(self.items))
            if not values:
                continue
            for table, item in self.case.new(values):
                try:
                    got = client.call("GetItem", {"TableName": table, "Key": self.key(table, item)}).get("Item")
                except Refused:
                    continue  # the table is not there yet
                key = json.dumps([table, self.key(table, item)], sort_keys=True)
                is_old = False
                if got and getattr(self.case, "in_place", False):
                    # An item can still be one of the earlier version, and keeps its attributes until the end.
                    got = {name: value for name, value in got.items() if name in item or name not in self.case.old(values)[0][1]}
                    is_old = set(got) < set(item)
                self.reads += 1
                if got and not is_old and canonical(got, self.ignored) not in self.seen.get(key, ()):
                    self.wrong.append(got)

    def start(self):
        self.goes_on.set()
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.goes_on.clear()
        for event in self.idle:
            event.clear()
        for event in self.idle:
            event.wait(60)

    def go_on(self, version):
        self.version = version
        self.goes_on.set()

    def check(self, version):
        """The tables of the version have exactly the items that follow from the truth."""
        wanted = {}
        for values in self.truth.values():
            for table, item in getattr(self.case, version)(values) if values else []:
                wanted[json.dumps([table, self.key(table, item)], sort_keys=True)] = canonical(item, self.ignored)
        client, found = Client(lambda: self.server.port), {}
        some = self.case.values(1, random.Random(1)), self.case.values(4, random.Random(1))
        for table in {table for values in some for table, _ in getattr(self.case, version)(values)}:
            start = None
            while True:
                page = client.call("Scan", {"TableName": table, "ConsistentRead": True} | ({"ExclusiveStartKey": start} if start else {}))
                for item in page["Items"]:
                    found[json.dumps([table, self.key(table, item)], sort_keys=True)] = canonical(item, self.ignored)
                start = page.get("LastEvaluatedKey")
                if not start:
                    break
        if found != wanted:
            wrong = [key for key in wanted | found if wanted.get(key) != found.get(key)]
            sys.exit(f"{len(wrong)} items are wrong, such as {wrong[0]}: {found.get(wrong[0])}, and not {wanted.get(wrong[0])}")
        return len(found)


class Migration:
    def __init__(self, partita, example, server, directory):
        self.directory = directory
        models = EXAMPLES / example
        self.base = [
            partita, "model", "migrate", str(models / "v2.yml"), "--against", str(models / "v1.yml"),
            "--endpoint", f"http://127.0.0.1:{server.port}",
        ]  # fmt: skip
        self.verify = [partita, "model", "verify", str(models / "v2.yml"), "--endpoint", f"http://127.0.0.1:{server.port}"]
        self.anew = ["--state", str(directory / "state"), "--quiet", "0.3"]
        self.log = open(directory / "migration.log", "ab")

    def start(self, *more):
        return subprocess.Popen([*self.base, *more], stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def killed(self, seconds, *more):
        process = self.start(*more)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def run(self, *more, codes=(0,)):
        done = subprocess.run([*self.base, *more], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.log.write((done.stdout + done.stderr).encode())
        if done.returncode not in codes:
            sys.exit(f"{' '.join(more)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def verified(self):
        done = subprocess.run(self.verify, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)


def change_in_place(programs, migration, chance, kills, partita):
    drops = [programs.case.drops] if hasattr(programs.case, "drops") else []
    programs.go_on("both")
    for _ in range(kills):
        migration.killed(chance.uniform(0.05, 0.6), "--run")
    migration.run("--run", codes=(0, 1))
    time.sleep(0.3)
    # The last program of the earlier version ends, and the rest is done.
    programs.stop()
    programs.go_on("new")
    migration.run("--run", *drops)
    programs.stop()
    migration.run("--check")


def stop_command(programs, directory):
    asked, done = directory / "stop", directory / "stopped"
    for file in (asked, done):
        file.unlink(missing_ok=True)

    def watch():
        while not asked.exists():
            time.sleep(0.01)
        programs.stop()
        done.touch()

    threading.Thread(target=watch, daemon=True).start()
    return ["--stop-command", f"touch {asked}; while [ ! -e {done} ]; do sleep 0.02; done"]


def cut(programs, migration, chance, option, version, directory):
    # The cut-over is killed too. Programs that it has stopped wait for the next one, because it may have been cut over.
    migration.killed(chance.uniform(0, 2), option, *stop_command(programs, directory), *migration.anew)
    (directory / "stop").touch()
    time.sleep(0.1)
    print(migration.run(option, "--until-level", *stop_command(programs, directory), *migration.anew), end="")
    programs.check("old")
    programs.check("new")
    programs.go_on(version)


def make_anew(programs, migration, chance, kills, directory):
    programs.go_on("old")
    for _ in range(kills):
        migration.killed(chance.uniform(0.05, 1.2), "--run", *migration.anew)
    migration.run("--run", "--until-level", *migration.anew)
    cut(programs, migration, chance, "--cutover", "new", directory)
    if getattr(programs.case, "has_way_back", False):
        for _ in range(kills):
            migration.killed(chance.uniform(0.05, 0.8), "--run", *migration.anew)
        cut(programs, migration, chance, "--cut-back", "old", directory)
        migration.killed(0.3, "--run", *migration.anew)
        cut(programs, migration, chance, "--cutover", "new", directory)
    programs.stop()
    migration.run("--finish", "--state", str(directory / "state"))


def run_example(partita, example, directory, options):
    case, chance = CASES[example], random.Random(options.seed)
    directory.mkdir(parents=True)
    server = Server(partita, directory / "data")
    first = [partita, "model", "migrate", str(EXAMPLES / example / "v1.yml"), "--endpoint", f"http://127.0.0.1:{server.port}", "--run"]
    subprocess.run(first, check=True, capture_output=True)
    programs = Programs(case, server, options.items, options.seed)
    migration = Migration(partita, example, server, directory)
    programs.start()
    while programs.writes < options.items:
        time.sleep(0.05)
    if getattr(case, "in_place", False):
        change_in_place(programs, migration, chance, options.kills, partita)
    else:
        make_anew(programs, migration, chance, options.kills, directory)
    count = programs.check("new")
    migration.verified()
    programs.ends = True
    programs.goes_on.set()
    for thread in programs.threads:
        thread.join()
    if programs.wrong:
        sys.exit(f"{len(programs.wrong)} reads saw an item that nobody wrote, such as {programs.wrong[0]}")
    server.stop()
    print(f"{example}: {programs.writes} writes, {programs.reads} reads, {count} items at the end: each as its writer knows it", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("partita")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--only", choices=CASES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--items", type=int, default=2_000)
    parser.add_argument("--kills", type=int, default=3)
    options = parser.parse_args()
    for example in [options.only] if options.only else CASES:
        run_example(str(pathlib.Path(options.partita).resolve()), example, (options.directory / example).resolve(), options)


if __name__ == "__main__":
    main()
