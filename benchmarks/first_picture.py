"""How long a person waits in the browser until the page that is cited stands there with its marks.

    python -m benchmarks.first_picture [FILE.pdf] [--passages 30] [--width 1440] [--json FILE]

Starts services and a web server of its own as `benchmarks.pictures` does, and a Chromium (CHROMIUM, or the one that is
installed). Opens one passage on each page, first with nothing drawn, then again in a browser that has kept nothing.
Prints milliseconds from the click to the last byte of the HTML, and to the last byte of the first picture.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.pictures import reader, services, settle, upload, web_server
from benchmarks.table import Figure, add_json_option, report

if TYPE_CHECKING:
    from documents.text import PageSpan

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
LATEST = """() => {
    const [page] = performance.getEntriesByType("navigation");
    const picture = performance.getEntriesByType("resource").find(({ name }) => name.includes("/picture/"));
    return [page.responseEnd, picture.responseEnd, document.querySelectorAll(".page-picture rect").length];
}"""


def main() -> None:
    options = parse()
    with services(), tempfile.TemporaryDirectory(prefix="pincite-benchmark-") as folder:
        os.environ |= {"MEDIA_ROOT": f"{folder}/media", "PICTURES_ROOT": f"{folder}/pictures"}
        base, cookie, pages = upload(options.file)
        collect_static_files()
        with web_server() as port:
            settle(reader(port, cookie), base)
            addresses = passages(f"http://localhost:{port}{base.split('revisions')[0]}", pages[: options.passages])
            figures = []
            for what in ("nothing drawn yet", "drawn before"):
                html, pictures = opened(addresses, port, cookie, options.width)
                figures.append(Figure(f"HTML of a passage, {what}", "ms", html))
                figures.append(Figure(f"first picture of a passage, {what}", "ms", pictures, figures[-1].name))
    report(figures, options.json)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--passages", type=int, default=30)
    parser.add_argument("--width", type=int, default=1440, help="of the window, in CSS pixels")
    add_json_option(parser)
    return parser.parse_args()


def collect_static_files() -> None:
    from django.core.management import call_command

    call_command("collectstatic", verbosity=0, interactive=False)


def passages(document: str, pages: Sequence[PageSpan]) -> list[str]:
    """One passage of 400 code points in the middle of each page."""
    starts = ((page.start + page.end - 400) // 2 for page in pages)
    return [f"{document}passages/{start}-{start + 400}/" for start in starts]


def opened(addresses: Sequence[str], port: int, cookie: str, width: int) -> tuple[list[float], list[float]]:
    """Milliseconds to the HTML and to the first picture; SystemExit where a passage has no mark on its picture."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        context = browser.new_context(viewport={"width": width, "height": 900})
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": f"http://localhost:{port}"}])
        page = context.new_page()
        page.goto(f"http://localhost:{port}/help/")  # style and scripts are there, as for whoever has searched
        took = [measured(page, address) for address in addresses]
        browser.close()
    return [html for html, _ in took], [picture for _, picture in took]


def measured(page: Any, address: str) -> tuple[float, float]:
    page.goto(address, wait_until="load")
    html, picture, marks = page.evaluate(LATEST)
    if not marks:
        raise SystemExit(f"{address}: nothing is marked")
    return html, picture


if __name__ == "__main__":
    main()
