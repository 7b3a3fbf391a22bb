// All pages as one strip of which only what is near exists. Without this the server shows one page at a time.
(() => {
  const reader = document.getElementById("reader");
  const source = document.getElementById("reader-layout");
  if (!reader || !source) return;

  const layout = JSON.parse(source.textContent);
  const words = reader.dataset;
  const $ = (selector) => reader.querySelector(selector);
  const pane = $(".reader-pages");
  const bar = $(".reader-bar");
  const count = layout.count;
  const sizes = layout.sizes.flatMap(([times, width, height]) => Array(times).fill([width, height]));
  const revision = new URLSearchParams(location.search).get("revision");
  const RULE = 56; // CSS pixels: the line above a page and the space under it
  const WIDEST = 960; // CSS pixels: of a page that is fitted to the width, as in the style sheet
  const TALLEST = 12e6; // CSS pixels: browsers end a page soon after
  const wide = matchMedia("(min-width: 900px)");
  const state = { unit: Number(words.unit), place: Number(words.place) || 0, zoom: words.zoom, view: words.view, beside: words.beside };
  const only = !layout.picture; // a document without pictures is text alone, whatever is asked for

  const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
  const filled = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
  const firsts = unitsOfPlaces(); // the unit that each place begins in
  const places = firsts.length;
  const holding = new Set([...firsts, ...Object.values(layout.crossing)]);
  const local = (number) => number.toLocaleString(document.documentElement.lang);
  const labelOf = (unit) => layout.labels[unit] ?? String(unit);
  const ruleOf = (unit) => filled(unit in layout.labels ? words.labelled : words.rule, { label: labelOf(unit), n: unit, count });

  function unitsOfPlaces() {
    const units = [];
    for (let at = 0, unit = 0; at < layout.hits.length; at += 2) {
      unit += layout.hits[at];
      for (let times = layout.hits[at + 1]; times; times -= 1) units.push(unit);
    }
    return units;
  }

  /** The first and the last unit of a place; nothing for none. */
  function unitsOf(place) {
    const first = firsts[place - 1];
    return first ? [first, layout.crossing[place] ?? first] : [];
  }

  /** The place after (1) or before (-1) the one that is shown, or else the page; past either end it starts over. */
  function stepped(by) {
    const later = firsts.findIndex((unit) => unit >= state.unit);
    const from = state.place || (by > 0 ? (later < 0 ? places : later) : (later < 0 ? places : later) + 1);
    return places && ((from + by - 1 + places) % places) + 1;
  }

  function foundWords() {
    const [one, none] = layout.more ? [words.ofMore, words.countMore] : [words.of, words.count];
    return filled(state.place ? one : none, { n: local(state.place), count: local(places) });
  }

  // --- addresses

  function query(unit = state.unit, place = state.place) {
    const asked = new URLSearchParams({ [layout.paged ? "page" : "part"]: unit });
    const kept = { label: layout.labels[unit], revision, q: words.words, hit: place || "", view: state.view, zoom: state.zoom, beside: only ? "" : state.beside };
    for (const [name, value] of Object.entries(kept)) if (value) asked.set(name, value);
    return asked;
  }

  /** The address of a step, or none where there is nothing to step to. */
  function link(selector, target, most, address) {
    for (const step of reader.querySelectorAll(selector)) {
      const to = target(Number(step.dataset.step ?? step.dataset.hitStep));
      if (to >= 1 && to <= most) step.href = `?${address(to)}`;
      else step.removeAttribute("href");
    }
  }

  let addressTimer;
  function tell() {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => history.replaceState(history.state, "", `?${query()}`), 200);
    const go = $("#go");
    if (go && go !== document.activeElement) go.value = labelOf(state.unit);
    const at = state.unit in layout.labels ? words.afterLabel : words.afterNumber;
    $("[data-at]").textContent = layout.paged ? filled(at, { n: state.unit, count }) : filled(words.of, { n: local(state.unit), count: local(count) });
    const original = $("[data-original]");
    if (layout.paged) original.href = original.href.replace(/#.*|$/, `#page=${state.unit}`);
    if ($("[data-found]")) $("[data-found]").textContent = foundWords();
    link("[data-step]", (by) => state.unit + by, count, (unit) => query(unit));
    link("[data-hit-step]", stepped, places, (place) => query(firsts[place - 1], place));
    reader.dispatchEvent(new CustomEvent("reader:at", { detail: { unit: state.unit, query } }));
  }

  // --- heights: known from the sizes of the pages, guessed for text, and put right when a page is there

  let heights = [];
  let tops = [];

  function guess(unit) {
    const size = sizes[unit - 1];
    const column = state.beside === "text" && wide.matches ? (pane.clientWidth - 24) / 2 : pane.clientWidth;
    const text = 27 * Math.ceil(layout.lines[unit - 1] * Math.max(1, 600 / column)) + 40;
    if (!size || state.beside === "only") return RULE + text;
    const fit = state.zoom === "page" ? Math.min(column, ((innerHeight - 112) * size[0]) / size[1]) : Math.min(column, WIDEST);
    const width = Number(state.zoom) ? (size[0] * 96 * Number(state.zoom)) / 7200 : fit;
    return RULE + (width * size[1]) / size[0];
  }

  function stack() {
    tops = [0];
    for (let at = 0; at < count; at += 1) tops.push(tops[at] + heights[at]);
  }

  function unitAt(y) {
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (tops[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  // --- slots

  const above = document.createElement("div");
  const below = document.createElement("div");
  const slots = new Map();
  const kept = new Map();
  const flows = () => state.view !== "one";
  const watch = new ResizeObserver((entries) => {
    if (!flows()) return;
    let grown = 0;
    for (const { target } of entries) {
      const unit = Number(target.dataset.unit);
      const height = target.getBoundingClientRect().height;
      if (!target.isConnected || Math.abs(height - heights[unit - 1]) < 1) continue;
      if (unit < state.unit) grown += height - heights[unit - 1];
      heights[unit - 1] = height;
    }
    stack();
    if (grown) scrollBy(0, grown);
    fill();
  });

  function addressOf(unit) {
    const asked = new URLSearchParams();
    if (revision) asked.set("revision", revision);
    if (Number(state.zoom)) asked.set("zoom", state.zoom);
    if (holding.has(unit)) asked.set("q", words.words);
    const [first, last] = unitsOf(state.place);
    if (first <= unit && unit <= last) asked.set("hit", state.place);
    return `${layout.unit.replace("/0/", `/${unit}/`)}?${asked}`;
  }

  async function bring(unit, signal) {
    const url = addressOf(unit);
    if (kept.has(url)) return kept.get(url);
    const answer = await fetch(url, { signal, credentials: "same-origin" });
    if (answer.redirected) location.reload();
    if (!answer.ok) throw new Error(answer.status);
    const html = await answer.text();
    kept.set(url, html);
    if (kept.size > 24) kept.delete(kept.keys().next().value);
    return html;
  }

  function blank(unit) {
    const slot = document.createElement("section");
    slot.className = "slot";
    slot.dataset.unit = unit;
    const [width, height] = sizes[unit - 1] ?? [];
    const rule = layout.paged ? `<h2 class="page-rule"><span></span></h2>` : "";
    const scale = Number(state.zoom) ? `width="${Math.round((width * 96 * state.zoom) / 7200)}"` : "";
    slot.innerHTML = rule + (width ? `<div class="leaf"><div class="leaf-picture"><div class="sheet"><svg class="strut" viewBox="0 0 ${width} ${height}" ${scale}></svg></div></div></div>` : "");
    if (rule) slot.querySelector("span").textContent = ruleOf(unit);
    if (!width || state.beside === "only") slot.style.minHeight = `${heights[unit - 1]}px`;
    return slot;
  }

  function load(unit, wait) {
    const entry = slots.get(unit);
    entry.stop?.abort();
    entry.stop = new AbortController();
    clearTimeout(entry.timer);
    entry.timer = setTimeout(async () => {
      try {
        const html = await bring(unit, entry.stop.signal);
        entry.slot.innerHTML = html;
        entry.slot.style.minHeight = "";
        entry.done?.();
      } catch (error) {
        if (error.name !== "AbortError") refuse(entry, unit);
      }
    }, wait);
  }

  function refuse({ slot }, unit) {
    slot.innerHTML = `<p class="notice"></p><button type="button" class="button quiet"></button>`;
    slot.firstChild.textContent = words.failed;
    slot.lastChild.textContent = words.again;
    slot.lastChild.onclick = () => load(unit, 0);
  }

  function drop(unit) {
    const { slot, stop, timer } = slots.get(unit);
    clearTimeout(timer);
    stop?.abort();
    watch.unobserve(slot);
    slot.remove();
    slots.delete(unit);
  }

  function put(unit, wait) {
    const after = [...slots.keys()].filter((other) => other > unit).sort((a, b) => a - b)[0];
    const slot = blank(unit);
    pane.insertBefore(slot, after ? slots.get(after).slot : below);
    slots.set(unit, { slot });
    watch.observe(slot);
    load(unit, wait);
  }

  const offset = () => pane.getBoundingClientRect().top;
  const edge = () => bar.offsetHeight + 8;

  /** Slots for a screen before and after what is seen; the rest is height alone. */
  function fill() {
    let first = state.unit;
    let last = state.unit;
    if (flows()) {
      const y = -offset();
      first = unitAt(y - innerHeight);
      last = unitAt(y + 2 * innerHeight);
    }
    for (const unit of [...slots.keys()]) if (unit < first || unit > last) drop(unit);
    for (let unit = first; unit <= last; unit += 1) if (!slots.has(unit)) put(unit, flows() ? 60 : 0);
    pad(first, last);
  }

  function pad(first, last) {
    above.style.height = `${flows() ? tops[first - 1] : 0}px`;
    below.style.height = `${flows() ? tops[count] - tops[last] : 0}px`;
  }

  function prefetch() {
    for (const unit of [state.unit + 1, state.unit - 1]) {
      if (unit < 1 || unit > count || slots.has(unit)) continue;
      bring(unit).then((html) => {
        const picture = new DOMParser().parseFromString(html, "text/html").querySelector(".page-picture img");
        if (picture) Object.assign(new Image(), { srcset: picture.srcset, src: picture.src });
      }, () => {});
    }
  }

  function seen() {
    if (!flows()) return;
    const unit = unitAt(-offset() + edge() + innerHeight / 4);
    fill();
    if (unit === state.unit) return;
    state.unit = unit;
    tell();
  }

  function open(unit) {
    state.unit = clamp(unit, 1, count);
    scrollTo(0, scrollY + offset() - edge() + (flows() ? tops[state.unit - 1] : 0));
    fill();
    if (!flows()) prefetch();
    tell();
  }

  // --- places that were found

  function show(place) {
    const hit = unitsOf(place);
    if (!hit.length) return;
    const before = unitsOf(state.place);
    $("[data-elsewhere]")?.remove();
    state.place = place;
    for (const unit of new Set([...before, ...hit])) if (slots.has(unit)) load(unit, 0);
    if (!isSeen(hit[0])) open(hit[0]);
    state.unit = hit[0];
    tell();
    const entry = slots.get(hit[0]);
    if (entry) entry.done = () => { entry.done = null; toMark(entry.slot); };
  }

  const isSeen = (unit) => slots.has(unit) && unit === state.unit;

  function toMark(slot) {
    const mark = [slot.querySelector("rect.evidence"), slot.querySelector("mark.current")].find((one) => one?.getClientRects().length);
    if (!mark) return;
    const { top, bottom } = mark.getBoundingClientRect();
    if (top < edge() || bottom > innerHeight) mark.scrollIntoView({ block: "center", inline: "nearest" });
  }

  // --- choices

  function set(name, value) {
    state[name] = value;
    lay();
    for (const chip of reader.querySelectorAll(`[data-set=${name}]`)) {
      const chosen = chip.dataset.value === value;
      chip.classList.toggle("on", chosen);
      if (chosen) chip.setAttribute("aria-current", "true");
      else chip.removeAttribute("aria-current");
    }
  }

  /** Lay everything out anew around the page that is open. */
  function lay() {
    const top = slots.get(state.unit)?.slot.getBoundingClientRect() ?? { top: edge(), height: 1 };
    const into = clamp((edge() - top.top) / top.height, 0, 1);
    const isReached = offset() <= edge();
    for (const name of ["zoom", "view", "beside"]) words[name] = state[name];
    for (const unit of [...slots.keys()]) drop(unit);
    heights = Array.from({ length: count }, (_, at) => guess(at + 1));
    stack();
    if (tops[count] > TALLEST && flows()) { state.view = words.view = "one"; }
    pad(state.unit, state.unit - 1);
    if (isReached) scrollTo(0, scrollY + offset() - edge() + (flows() ? tops[state.unit - 1] : 0) + into * heights[state.unit - 1]);
    fill();
    tell();
  }

  function zoom(step) {
    const scales = [...reader.querySelectorAll("[data-set=zoom]")].map((chip) => chip.dataset.value).filter(Number);
    if (!scales.length) return;
    const strut = $(".strut")?.getBoundingClientRect().width ?? 0;
    const now = Number(state.zoom) || (strut / (sizes[state.unit - 1][0] * 96)) * 7200;
    const next = step > 0 ? scales.find((scale) => scale > now + 1) : scales.findLast((scale) => scale < now - 1);
    if (next) set("zoom", next);
  }

  function toggle(selector) {
    const side = $(".reader-side");
    const part = $(selector);
    if (!part) return;
    part.open = !(part.open && side.open);
    if (part.open) { side.open = true; part.querySelector("summary").focus(); }
  }

  function focus(selector) {
    $(selector)?.focus();
    $(selector)?.select();
  }

  const turns = (unit) => () => { if (flows()) return false; open(unit()); return true; };
  const step = (by) => () => open(state.unit + by);
  const nextPlace = (by) => () => show(stepped(by));
  const keys = {
    n: nextPlace(1), p: nextPlace(-1),
    j: step(1), k: step(-1),
    "+": () => zoom(1), "=": () => zoom(1), "-": () => zoom(-1),
    g: () => focus("#go"), f: () => focus("#find"),
    o: () => toggle(".reader-outline"),
    t: () => only || set("beside", state.beside === "text" ? "" : "text"),
    Home: turns(() => 1), End: turns(() => count),
    ArrowLeft: turns(() => state.unit - 1), ArrowRight: turns(() => state.unit + 1),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented && !"jk".includes(event.key)) return;
    if (event.target.matches("input, select, textarea, [contenteditable]") || document.querySelector("dialog[open]")) return;
    if (Object.hasOwn(keys, event.key) && keys[event.key]() !== false) event.preventDefault();
  });

  reader.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go], [data-step], [data-hit], [data-hit-step], [data-set]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    const { go, step: by, hit, hitStep, set: name, value } = link.dataset;
    if (name) set(name, value);
    else if (hit) show(Number(hit));
    else if (hitStep) nextPlace(Number(hitStep))();
    else open(go ? Number(go) : state.unit + Number(by));
    if (go && !wide.matches) $(".reader-side").open = false;
  });

  document.addEventListener("click", ({ target }) => {
    for (const menu of reader.querySelectorAll(".reader-menu[open]")) if (!menu.contains(target)) menu.open = false;
  });

  // A form hands on what is seen now, not what was when the page came.
  reader.addEventListener("submit", ({ target }) => {
    for (const field of target.querySelectorAll("[type=hidden]")) field.remove();
    for (const [name, value] of query()) {
      const isFinding = target.elements.q;
      const isNew = name === "label" || target.elements[name] || (name === "hit" && isFinding);
      const as = isFinding && ["page", "part"].includes(name) ? "from" : name;
      if (!isNew) target.append(Object.assign(document.createElement("input"), { type: "hidden", name: as, value }));
    }
  });

  // --- start: what the server has shown becomes the first slot

  const first = $(".slot");
  if (!wide.matches && $(".reader-side")) $(".reader-side").open = false;
  reader.classList.add("scripted-reader");
  if (only) state.beside = "only";
  pane.prepend(above);
  pane.append(below);
  heights = Array.from({ length: count }, (_, at) => guess(at + 1));
  stack();
  if (tops[count] > TALLEST) state.view = words.view = "one";
  slots.set(state.unit, { slot: first });
  watch.observe(first);
  pad(state.unit, state.unit);
  history.scrollRestoration = "manual";
  const isNamed = words.named || location.hash === "#reader";
  if (location.hash === "#reader") history.replaceState(null, "", location.pathname + location.search); // or the browser would go there later
  if (isNamed) open(state.unit);
  else fill();
  if (state.place) toMark(first);

  let frame;
  addEventListener("scroll", () => { frame ??= requestAnimationFrame(() => { frame = null; seen(); }); }, { passive: true });
  let across = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== across) { across = innerWidth; lay(); } });
})();
