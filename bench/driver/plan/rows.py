"""The rows of the benchmark over HTTP: their requests and sides. A new row is added here. If it needs a new kind of
request, that is a workload of bench_http."""

from dataclasses import dataclass

ITEMS = 100_000
# The size of tables whose items each cost up to 21 writes, or that are filled again before each run.
FEW_ITEMS = 10_000
FILLED_ITEMS_PER_S = 30_000
# Dynoxide parses and stores the vectors of some 1 000 items a second.
FILLED_VECTORS_PER_S = 1_000
STREAMED_ITEMS = 2_000
# Small, because Dynoxide syncs each item of a batch that fills its table.
SYNCED_ITEMS = 2_000


@dataclass(frozen=True)
class Row:
    section: str
    title: str
    workload: str
    connections: int = 16
    durability: str = "memory"
    items: int = ITEMS
    # Items in a partition, if the workload leaves that open.
    group: int = 100
    # dynalite is slow to fill, so it takes part only in rows for which its figure is useful.
    sides: tuple[str, ...] = ("partita", "dynoxide")
    # Whether nginx takes part and returns the same bytes.
    ceiling: bool = False
    # The unit of an operation.
    unit: str = "requests"
    # The key of the row's target in targets.py.
    target: str | None = None
    # The items that the slowest side stores in a second.
    filled_per_s: int = FILLED_ITEMS_PER_S
    # A run goes on until so many requests are answered, for a side that is too slow for the length of a run.
    least_requests: int = 0
    # Whether the table must be searched once, and the server must end its work after that, before the first run.
    warm: bool = False
    # Whether --quick runs the row.
    quick: bool = False
    # The open loop begins half as many requests a second as the slowest side served on the row with this title.
    paced_like: str | None = None

    @property
    def fill_s(self) -> float:
        """Seconds to fill a large table. Filling a small one counts as overhead of its runs."""
        seconds = self.items / self.filled_per_s
        return seconds if seconds > ITEMS / FILLED_ITEMS_PER_S else 0

    @property
    def key(self) -> str:
        kind = "-paced" if self.paced_like else "-access" if KEYS in self.sides else ""
        return f"{self.workload}-{self.connections}-{self.durability}-{self.items}{kind}"


# Partita without indexes of vectors (sides/side.py).
EXACT = "partita_exact"
# Partita that gets signed requests and does not verify them, that verifies them, that also asks policies, and that
# speaks TLS.
SIGNED, KEYS, IAM, TLS = "partita_signed", "partita_keys", "partita_iam", "partita_tls"
WITH_DYNALITE = ("partita", "dynoxide", "dynalite")
CONNECTIONS = (1, 16, 64, 256)


def one_item() -> list[Row]:
    section = "One item"
    rows = [
        Row(
            section,
            "GetItem",
            "get_item",
            connections,
            sides=WITH_DYNALITE if connections == 16 else ("partita", "dynoxide"),
            ceiling=True,
            target="get_item" if connections == 16 else None,
            quick=connections in (16, 64),
        )
        for connections in CONNECTIONS
    ]
    rows += [
        Row(
            section,
            "PutItem",
            "put_item",
            connections,
            sides=WITH_DYNALITE if connections == 64 else ("partita", "dynoxide"),
            ceiling=connections == 64,
            target="put_item" if connections == 64 else None,
            quick=connections in (16, 64),
        )
        for connections in CONNECTIONS
    ]
    rows += [
        Row(
            section,
            "PutItem, each write synced",
            "put_item",
            connections,
            "sync",
            SYNCED_ITEMS,
            target="put_item_sync" if connections == 64 else None,
            quick=connections in (16, 64),
        )
        for connections in CONNECTIONS
    ]
    rows += [
        Row(
            section,
            "PutItem, left to the operating system",
            "put_item",
            64,
            "os",
            sides=("partita", "dynalite"),
            quick=True,
        ),
        Row(section, "ExecuteStatement, a SELECT by key", "select_item", 16, target="select_item", quick=True),
        Row(section, "UpdateItem with a condition", "update_item", 16, quick=True),
        Row(section, "UpdateItem with a condition, each write synced", "update_item", 64, "sync", SYNCED_ITEMS),
        Row(section, "DeleteItem", "delete_item", 16, items=2 * FEW_ITEMS, quick=True),
    ]
    return rows


def several_items() -> list[Row]:
    section = "Several items at once"
    return [
        Row(section, "TransactWriteItems of 2", "transact_2", quick=True),
        Row(section, "TransactWriteItems of 25", "transact_25", quick=True),
        Row(section, "TransactWriteItems of 25, each synced", "transact_25", 16, "sync", SYNCED_ITEMS),
        Row(section, "BatchWriteItem of 25", "batch_write_25", quick=True),
        Row(section, "BatchWriteItem of 25, each synced", "batch_write_25", 16, "sync", SYNCED_ITEMS),
    ]


def indexes() -> list[Row]:
    section = "PutItem with indexes"
    titles = {"0_indexes": "no index", "1_index": "1 GSI", "3_indexes": "3 GSIs", "20_indexes": "20 GSIs"}
    return [
        Row(
            section,
            f"PutItem, {title}",
            f"put_item_{name}",
            64,
            items=FEW_ITEMS,
            quick=name in ("3_indexes", "20_indexes"),
        )
        for name, title in titles.items()
    ] + [Row(section, "PutItem, 3 GSIs, each write synced", "put_item_3_indexes", 64, "sync", SYNCED_ITEMS)]


def queries() -> list[Row]:
    section = "Query and Scan"
    rows = []
    for where, title in (("", ""), ("gsi_", " of a GSI"), ("lsi_", " of an LSI")):
        for limit in (1, 10, 100):
            whole = limit == 100 and not where
            rows.append(
                Row(
                    section,
                    f"Query{title}, a page of {limit}",
                    f"query_{where}{limit}",
                    sides=WITH_DYNALITE if whole else ("partita", "dynoxide"),
                    ceiling=whole,
                    target="query_100" if whole else None,
                    quick=limit == 100 or (limit == 10 and not where),
                )
            )
    return rows + [
        Row(section, "Query of 100, a filter drops 90", "query_filter", quick=True),
        Row(section, "Scan, 1 segment", "scan", 1, unit="items", quick=True),
        Row(section, "Scan, 4 segments", "scan", 4, unit="items", quick=True),
        Row(section, "Queue: Limit 1 behind deleted items", "queue", 1, items=ITEMS // 5, quick=True),
    ]


def on_disk() -> list[Row]:
    """A million items, which the peers would take too long to fill."""
    section = "A million items on disk"
    mine = ("partita",)
    return [
        Row(section, "Scan, 1 segment", "scan", 1, "os", 10 * ITEMS, sides=mine, unit="items"),
        Row(section, "Scan, 4 segments", "scan", 4, "os", 10 * ITEMS, sides=mine, unit="items"),
        Row(section, "Queue: Limit 1 behind deleted items", "queue", 1, "os", 10 * ITEMS, sides=mine),
    ]


def ycsb() -> list[Row]:
    titles = {
        "a": "50 % reads, 50 % updates",
        "b": "95 % reads, 5 % updates",
        "c": "reads",
        "d": "95 % reads of the latest, 5 % inserts",
        "e": "95 % scans of 1 to 100, 5 % inserts",
        "f": "50 % reads, 50 % read-modify-writes",
    }
    rows = [
        Row("YCSB", f"{letter.upper()}: {title}", f"ycsb_{letter}", quick=letter in "acef")
        for letter, title in titles.items()
    ]
    return rows + [Row("YCSB", f"A, each write synced: {titles['a']}", "ycsb_a", 64, "sync", SYNCED_ITEMS)]


def paced() -> list[Row]:
    section = "Latency at one pace"
    return [
        Row(section, "GetItem", "get_item", 16, quick=True, paced_like="GetItem"),
        Row(section, "PutItem", "put_item", 16, quick=True, paced_like="PutItem"),
        Row(
            section,
            "PutItem, each write synced",
            "put_item",
            16,
            "sync",
            SYNCED_ITEMS,
            quick=True,
            paced_like="PutItem, each write synced",
        ),
    ]


def streams() -> list[Row]:
    """They come last, because the records stay in the servers' memory. Dynoxide writes some hundred records a second, so
    it takes part with few items."""
    section = "Streams"
    return [
        Row(
            section,
            "PutItem into a table with a stream",
            "put_item_stream",
            items=STREAMED_ITEMS,
            least_requests=5,
            quick=True,
        ),
        Row(section, "GetRecords, pages of 1 MB", "get_records", 4, items=STREAMED_ITEMS, least_requests=5),
        Row(
            section,
            "GetRecords, pages of 1 MB",
            "get_records",
            4,
            sides=("partita",),
            target="get_records",
            quick=True,
        ),
    ]


def vectors() -> list[Row]:
    section = "Vectors"

    def row(title: str, items: int, sides: tuple[str, ...], least_requests: int) -> Row:
        return Row(
            section,
            title,
            "search_vectors",
            1,
            items=items,
            sides=sides,
            filled_per_s=FILLED_VECTORS_PER_S,
            least_requests=least_requests,
            warm=True,
        )

    return [
        row("SearchVectors of 10,000, exact", FEW_ITEMS, ("partita", "dynoxide"), 5),
        row("SearchVectors of 100,000, by an index and exact", ITEMS, ("partita", EXACT, "dynoxide"), 2),
    ]


def access() -> list[Row]:
    section = "Signatures, permissions and TLS"
    sides = (SIGNED, KEYS, IAM, TLS)
    return [
        Row(section, "GetItem, signed: not verified, verified, permitted, encrypted", "get_item", 16, sides=sides, quick=True),
        Row(section, "PutItem, the same", "put_item", 64, sides=sides),
        Row(section, "the same, each write synced", "put_item", 64, "sync", SYNCED_ITEMS, sides=sides),
    ]


def all_rows() -> list[Row]:
    return [
        *one_item(),
        *access(),
        *several_items(),
        *indexes(),
        *queries(),
        *on_disk(),
        *ycsb(),
        *paced(),
        *vectors(),
        *streams(),
    ]
