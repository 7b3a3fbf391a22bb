// Thumbnails of all pages, of which only those in sight exist: rows of one height. Without this the server shows some neighbours.
(() => {
  const reader = document.getElementById("reader");
  const box = reader?.querySelector(".thumbs");
  const list = box?.querySelector("ol");
  const model = list?.querySelector("li");
  if (!model) return;

  const layout = JSON.parse(document.getElementById("reader-layout").textContent);
  const found = new Set(Object.values(layout.crossing));
  for (let at = 0, unit = 0; at < layout.hits.length; at += 2) found.add(unit += layout.hits[at]);
  const rows = new Map();
  let at = Number(reader.dataset.unit);
  let query = (unit) => `page=${unit}`; // until the reader tells more

  reader.classList.add("scripted-reader");
  const row = Math.round(model.getBoundingClientRect().height) || 164;
  if (!matchMedia("(min-width: 900px)").matches) reader.querySelector(".reader-side").open = false; // as it looks until now
  list.textContent = "";
  list.style.height = `${layout.count * row}px`;

  function nameOf(unit) {
    const label = layout.labels[unit];
    const values = { label, n: unit, count: layout.count };
    return (label ? reader.dataset.labelled : reader.dataset.rule).replace(/{(\w+)}/g, (_, name) => values[name]);
  }

  function make(unit) {
    const item = model.cloneNode(true);
    const link = item.querySelector("a");
    item.className = found.has(unit) ? "found" : "";
    item.style.top = `${(unit - 1) * row}px`;
    link.dataset.go = unit;
    link.title = link.ariaLabel = nameOf(unit);
    link.querySelector("img").src = `${layout.picture.replace("/0/picture/", `/${unit}/picture/`)}?w=160`;
    link.querySelector("[data-label]").textContent = layout.labels[unit] ?? unit;
    list.append(item);
    rows.set(unit, item);
  }

  function draw() {
    const first = Math.max(1, Math.floor(box.scrollTop / row) - 1);
    const last = Math.min(layout.count, Math.ceil((box.scrollTop + box.clientHeight) / row) + 2);
    for (const [unit, item] of rows) if (unit < first || unit > last) { item.remove(); rows.delete(unit); }
    for (let unit = first; unit <= last; unit += 1) if (!rows.has(unit)) make(unit);
    for (const [unit, item] of rows) {
      item.firstElementChild.href = `?${query(unit)}`;
      if (unit === at) item.firstElementChild.setAttribute("aria-current", "page");
      else item.firstElementChild.removeAttribute("aria-current");
    }
  }

  function show() {
    const top = (at - 1) * row;
    if (top < box.scrollTop || top + row > box.scrollTop + box.clientHeight) box.scrollTop = top - (box.clientHeight - row) / 2;
    draw();
  }

  let waiting;
  const soon = (act, wait) => { clearTimeout(waiting); waiting = setTimeout(act, wait); };
  box.addEventListener("scroll", () => soon(draw, 40), { passive: true });
  reader.querySelector(".reader-side").addEventListener("toggle", show, true);
  reader.addEventListener("reader:at", ({ detail }) => { at = detail.unit; query = detail.query; soon(show, 40); });
  show();
})();
