"""build.py ROOT OUT VERSION SHIM: makes the site of the pages into OUT/VERSION. SHIM is the script of the npm package
iframe-worker.

The pages keep the places that they have in the repository, so their links need no change. The navigation is that of
docs/README.md: a tab for each reader. A link to a file that is not a page leads to a copy of that file.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(([^)\s#]+)(?:#[^)]*)?\)")
SHIM = re.compile(r"https://[^\"/]*/iframe-worker/shim")
EXTERNAL = re.compile(r"""(?:<link[^>]*href|<script[^>]*src|<img[^>]*src)=["']?https?://""")


def tracked(root):
    return subprocess.check_output(["git", "ls-files"], cwd=root, text=True).splitlines()


def copy(root, pages, name):
    (pages / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(root / name, pages / name)


def is_page(name):
    return name.endswith(".md") and not name.startswith(("tests/", "bench/", "docs/decisions/0")) or name.startswith("docs/decisions/")


def stage(root, pages):
    """Copies the pages, and the files to which they link."""
    files = set(tracked(root))
    names = [name for name in files if is_page(name)]
    for name in names:
        copy(root, pages, name)
        for target in LINK.findall((root / name).read_text()):
            if "://" in target:
                continue
            path = (root / name).parent.joinpath(target).resolve()
            if not path.is_relative_to(root):
                continue
            linked = path.relative_to(root).as_posix()
            if linked in files and not (pages / linked).exists():
                copy(root, pages, linked)
    for name in files:
        if name.startswith("docs/images/"):
            copy(root, pages, name)


def link_folders(root, pages):
    """A link to a folder leads to the folder's README, if it has one, and otherwise becomes plain text."""
    for page in pages.rglob("*.md"):
        text = page.read_text()
        place = page.relative_to(pages).parent

        def mended(match):
            target = match.group(1)
            if "://" in target:
                return match.group(0)
            path = (root / place / target)
            if path.is_dir():
                readme = path / "README.md"
                staged = pages / readme.resolve().relative_to(root) if readme.exists() else None
                if staged is not None and staged.exists():
                    return match.group(0).replace(f"({target}", f"({target.rstrip('/')}/README.md")
                return match.group(0)[1:match.group(0).index("](")]
            return match.group(0)

        page.write_text(LINK.sub(mended, text))


def navigation(root):
    """The lists of docs/README.md, a tab for each."""
    nav, section = [{"Start": "README.md"}], None
    for line in (root / "docs/README.md").read_text().splitlines():
        if heading := re.fullmatch(r"\*\*(.+)\*\*", line.strip()):
            section = []
            nav.append({heading.group(1): section})
        elif re.match(r"\d+\. ", line) and section is not None:
            for target in LINK.findall(line):
                path = (root / "docs" / target).resolve()
                if path.is_dir():
                    path = path / "README.md"
                section.append(path.relative_to(root).as_posix())
    return nav


def take_shim(site, shim):
    """Search in pages that are opened as files needs a small script, which the theme would load from another host."""
    shutil.copy(shim, site / "assets/javascripts/iframe-worker.js")
    for page in site.rglob("*.html"):
        to_root = "../" * (len(page.relative_to(site).parts) - 1)
        text = page.read_text()
        page.write_text(SHIM.sub(f"{to_root}assets/javascripts/iframe-worker.js", text))


def main():
    root, out, version = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3]
    shim = sys.argv[4]
    work = out / "work"
    shutil.rmtree(work, ignore_errors=True)
    pages = work / "pages"
    pages.mkdir(parents=True)
    stage(root, pages)
    link_folders(root, pages)
    config = (root / "docs/site/mkdocs.yml").read_text() + yaml.safe_dump({"nav": navigation(root)}, allow_unicode=True)
    (work / "mkdocs.yml").write_text(config)
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", work / "mkdocs.yml"], check=True)
    take_shim(work / "site", shim)
    outside = [page for page in (work / "site").rglob("*.html") if EXTERNAL.search(page.read_text())]
    if outside:
        sys.exit(f"site: {outside[0].relative_to(work / 'site')} and {len(outside) - 1} more load something from outside")
    shutil.rmtree(out / version, ignore_errors=True)
    shutil.move(work / "site", out / version)
    versions = sorted(path.name for path in out.iterdir() if (path / "index.html").exists())
    listed = [{"version": name, "title": name, "aliases": []} for name in reversed(versions)]
    (out / "versions.json").write_text(json.dumps(listed) + "\n")
    (out / "index.html").write_text(f'<meta http-equiv="refresh" content="0; url={versions[-1]}/index.html">\n')
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
