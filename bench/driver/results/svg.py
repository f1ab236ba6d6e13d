"""The few parts of SVG that the plots need. The colours follow the reader's light or dark mode."""

from html import escape

STYLE = """<style>
  svg { color-scheme: light dark; --ink: #1f2328; --faint: #59636e; --line: #d1d9e0; --paper: #ffffff;
    --s0: #0b6bcb; --s1: #c4501b; --s2: #7a4fbf; --s3: #6e7781; --s4: #1a7f5a; --s5: #b58900; }
  @media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --faint: #9198a1; --line: #3d444d; --paper: #0d1117;
    --s0: #58a6ff; --s1: #ff9b6b; --s2: #c297ff; --s3: #9aa4af; --s4: #4cc38a; --s5: #e3c45c; } }
  text { font: 12px system-ui, sans-serif; fill: var(--ink); }
  .faint { fill: var(--faint); } .title { font-size: 14px; font-weight: 600; }
  .grid { stroke: var(--line); stroke-width: 1; } .paper { fill: var(--paper); }
</style>
"""


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>\n'


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="grid"/>\n'


def box(x: float, y: float, width: float, height: float, colour: int, hint: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2" fill="var(--s{colour})">'
        f"<title>{escape(hint)}</title></rect>\n"
    )


def curve(points: list[tuple[float, float]], colour: int, dashed: bool = False) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="var(--s{colour})"/>\n' for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="var(--s{colour})" stroke-width="2"{dashes}/>\n{dots}'


def document(width: int, height: int, title: str, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">\n{STYLE}<rect class="paper" width="{width}" height="{height}"/>\n'
        f"{content}</svg>\n"
    )


def short(number: float) -> str:
    """1234567 becomes 1.2 M."""
    for limit, unit in ((1e6, " M"), (1e3, " k")):
        if number >= limit:
            scaled = number / limit
            return f"{scaled:.1f}".removesuffix(".0") + unit if scaled < 10 else f"{scaled:.0f}{unit}"
    return f"{number:.0f}"
