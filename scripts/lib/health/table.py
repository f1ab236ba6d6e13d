"""The table of bench/health.md: one row for each check."""

import collections
import re

HEAD = "| check | last results of its slices | ran whole on | figures | failures | machine |\n|---|---|---|---|---|---|\n"
# The words of a row that say how many slices have which result.
ORDER = ["passed", "passed in part", "failed", "not run"]


def cell(text):
    return re.sub(r"\s+", " ", text).replace("|", "\\|").strip()


def counted(results):
    counts = collections.Counter(result.result for result in results)
    return " and ".join(f"{counts[word]} {word}" for word in ORDER if counts[word])


def last_results(slices, results, commits):
    """The counts, for each commit from the newest to the oldest result."""
    groups = {}
    for result in sorted((last for one in slices if (last := results.last_of(one))), key=lambda last: last.date, reverse=True):
        commit = next((known for known in groups if commits.are_same(known, result.commit)), result.commit)
        groups.setdefault(commit, []).append(result)
    parts = [f"{counted(group)} at {commit}" for commit, group in groups.items()]
    never = sum(results.last_of(one) is None for one in slices)
    return f"of {len(slices)}: " + ", ".join(parts + ([f"{never} without a result"] if never else []))


def ran_whole(slices, results, commits):
    """The newest commit at which all slices ran with all of their parts, passed or failed, with the date of the
    last of them, or ""."""
    tried = []
    for result in reversed(results.all):
        if result.check != slices[0].check or result.commit in tried:
            continue
        tried.append(result.commit)
        ran = [
            [
                last
                for last in results.of(one)
                if last.result in ("passed", "failed") and commits.are_same(last.commit, result.commit)
            ]
            for one in slices
        ]
        if all(ran):
            return f"{result.commit}, {max(part[-1].date for part in ran)[:10]}"
    return ""


def row(slices, results, commits, whole_before):
    """The row of a check of which at least one slice has a result. `whole_before` is the cell of its earlier row."""
    lasts = [last for one in slices if (last := results.last_of(one))]

    def listed(texts):
        return "; ".join((f"{last.slice}: " if len(slices) > 1 else "") + text for last, text in texts)

    minutes = sum(last.seconds for last in lasts) / 60
    figures = listed([(last, last.figures) for last in lasts if last.figures])
    failures = listed([
        (last, f"{'' if last.result == 'failed' else f'{last.result}: '}{last.reason}{f' ({last.log})' if last.log else ''}")
        for last in lasts if last.result != "passed"
    ])  # fmt: skip
    machines = list(dict.fromkeys(last.machine for last in lasts))
    cells = [
        slices[0].check,
        last_results(slices, results, commits),
        ran_whole(slices, results, commits) or whole_before or "never",
        f"{minutes:.0f} min" + (f"; {figures}" if figures else ""),
        failures or "-",
        ", ".join(machines),
    ]
    return "| " + " | ".join(map(cell, cells)) + " |"


def cells_of(line):
    return [part.strip() for part in re.split(r"(?<!\\)\|", line)[1:-1]]


def has_ancestors(text, commits):
    """Whether the cells name commits, and all of them are HEAD or its ancestors."""
    named = re.findall(r"\b[0-9a-f]{8}\b", text)
    return bool(named) and all(map(commits.is_ancestor, named))


def rewritten(text, checks, results, commits):
    """The page with a new row for each check that has a result. Other rows stay as they are, because their results may
    come from another machine, unless they name a commit that is no ancestor of HEAD. `checks` maps the name of a check to
    its slices."""
    before, _, after = text.partition(HEAD)
    lines = []
    rest = after
    while rest.startswith("|"):
        line, _, rest = rest.partition("\n")
        lines.append(line)
    old = {cells_of(line)[0]: line for line in lines}
    rows = []
    for check, slices in checks.items():
        if any(results.last_of(one) for one in slices):
            whole = cells_of(old[check])[2] if check in old else ""
            rows.append(row(slices, results, commits, whole if has_ancestors(whole, commits) else ""))
        elif check in old and has_ancestors(" ".join(cells_of(old[check])[1:3]), commits):
            rows.append(old[check])
        else:
            rows.append(f"| {check} | of {len(slices)}: {len(slices)} without a result | never | | | |")
    return before + HEAD + "\n".join(rows) + "\n" + rest
