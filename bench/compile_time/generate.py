#!/usr/bin/env python3
"""Writes a model of ENTITIES entities with four keys each, and QUERIES planned queries that are called: generate.py ENTITIES QUERIES"""
import sys

entities, queries = int(sys.argv[1]), int(sys.argv[2])
out = ['#include <partita/model.h>', 'namespace pt = partita::model;', 'using namespace pt::literals;']
for n in range(entities):
    out.append(f'''
struct S{n} {{ std::string tenant, id, name, owner; pt::utc_ms created; std::int64_t amount = 0; std::optional<std::string> note; std::vector<std::string> tags; }};
BOOST_DESCRIBE_STRUCT(S{n}, (), (tenant, id, name, owner, created, amount, note, tags))
struct E{n} : pt::entity<S{n}, "E{n}", pt::key<"T#{{tenant}}", "E{n}#{{id}}">,
    pt::on<"g1", "E{n}#{{owner}}", "{{created}}#{{id}}">,
    pt::on<"g2", "T#{{tenant}}#E{n}#{{name}}", "{{created}}#{{id}}">,
    pt::on<"g3", "E{n}#{{name}}", "{{owner}}#{{created}}">> {{}};''')
out.append(f'''
struct Store : pt::table<"store", pt::primary<"PK", "SK">, pt::gsi<"g1", "G1P", "G1S">, pt::gsi<"g2", "G2P", "G2S">, pt::gsi<"g3", "G3P", "G3S">,
    pt::holds<{", ".join(f"E{n}" for n in range(entities))}>> {{}};
using Db = pt::db<Store>;''')
shapes = [
    ('pt::by<"tenant", "id">', '"tenant"_f = "t", "id"_f = "i"'),
    ('pt::by<"owner">, pt::newest<"created">', '"owner"_f = "o"'),
    ('pt::by<"owner">, pt::oldest<"created">', '"owner"_f = "o", "created"_f >= pt::utc_ms()'),
    ('pt::by<"tenant", "name">, pt::newest<"created">', '"tenant"_f = "t", "name"_f = "n"'),
    ('pt::by<"tenant", "name">', '"tenant"_f = "t", "name"_f = "n"'),
    ('pt::by<"name">, pt::ascending<"owner">', '"name"_f = "n", "owner"_f.begins_with("o")'),
    ('pt::by<"name", "owner">, pt::newest<"created">', '"name"_f = "n", "owner"_f = "o"'),
    ('pt::by<"name", "owner">', '"name"_f = "n", "owner"_f = "o"'),
]
for q in range(queries):
    n = q % entities
    declared, given = shapes[(q // entities) % len(shapes)]
    out.append(f'using Q{q} = pt::pattern<"query {q}", E{n}, {declared}>;')
    out.append(f'auto q{q}(Db& db) {{ return db.query<Q{q}>({given}).take(20).run(); }}')
print('\n'.join(out))
