"""Generates the text of models of any size."""

SHAPES = [
    ('pt::by<"tenant", "id">', '"tenant"_f = "t", "id"_f = "i"'),
    ('pt::by<"owner">, pt::newest<"created">', '"owner"_f = "o"'),
    ('pt::by<"owner">, pt::oldest<"created">', '"owner"_f = "o", "created"_f >= pt::utc_ms()'),
    ('pt::by<"tenant", "name">, pt::newest<"created">', '"tenant"_f = "t", "name"_f = "n"'),
    ('pt::by<"tenant", "name">', '"tenant"_f = "t", "name"_f = "n"'),
    ('pt::by<"name">, pt::ascending<"owner">', '"name"_f = "n", "owner"_f.begins_with("o")'),
    ('pt::by<"name", "owner">, pt::newest<"created">', '"name"_f = "n", "owner"_f = "o"'),
    ('pt::by<"name", "owner">', '"name"_f = "n", "owner"_f = "o"'),
]


def model(entities):
    """A table of that many entities with eight members and four keys each."""
    text = "#include <partita/model.h>\nnamespace pt = partita::model;\nusing namespace pt::literals;\n"
    for n in range(entities):
        text += f"""
struct S{n} {{
  std::string tenant, id, name, owner;
  pt::utc_ms created;
  std::int64_t amount = 0;
  std::optional<std::string> note;
  std::vector<std::string> tags;
}};
BOOST_DESCRIBE_STRUCT(S{n}, (), (tenant, id, name, owner, created, amount, note, tags))
struct E{n} : pt::entity<S{n}, "E{n}", pt::key<"T#{{tenant}}", "E{n}#{{id}}">,
    pt::on<"gsi1", "E{n}#{{owner}}", "{{created}}#{{id}}">,
    pt::on<"gsi2", "T#{{tenant}}#E{n}#{{name}}", "{{created}}#{{id}}">,
    pt::on<"gsi3", "E{n}#{{name}}", "{{owner}}#{{created}}">> {{}};
"""
    return text + f"""
struct Store : pt::table<"store", pt::primary<"PK", "SK">, pt::gsi<"gsi1", "G1P", "G1S">, pt::gsi<"gsi2", "G2P", "G2S">,
    pt::gsi<"gsi3", "G3P", "G3S">, pt::holds<{", ".join(f"E{n}" for n in range(entities))}>> {{}};
using Db = pt::db<Store>;
"""


def checked():
    return "static_assert(Store::description::check());\n"


def planned(name, given):
    return f"static_assert(pt::detail::planned_pattern<Store, {name}>::info.name.size() > 0);\n"


def called(name, given):
    return f"auto call_{name}(Db& db) {{ return db.query<{name}>({given}).take(20).run(); }}\n"


def queries(entities, count, use, prefix="Q"):
    """That many patterns, spread over the entities. Each is put to `use`."""
    text = ""
    for q in range(count):
        declared, given = SHAPES[(q // entities) % len(SHAPES)]
        name = f"{prefix}{q}"
        text += f'using {name} = pt::pattern<"{name}", E{q % entities}, {declared}>;\n' + use(name, given)
    return text
