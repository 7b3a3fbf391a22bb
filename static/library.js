// Choosing rows: how many are chosen, all at once, with the keyboard. Without it the same form works as it stands.
(() => {
  const form = document.getElementById("several");
  if (!form) return;
  const alls = [...document.querySelectorAll("input[name=all][form=several], .all-of-page input")];
  const said = form.querySelector(".chosen");
  const boxes = [...document.querySelectorAll("input[name=document][form=several]:not(:disabled)")];
  let last = null;

  for (const all of alls) all.removeAttribute("name"); // here they only choose; the rows say what is chosen

  function tell() {
    const count = boxes.filter((box) => box.checked).length;
    for (const all of alls) {
      all.checked = count > 0 && count === boxes.length;
      all.indeterminate = count > 0 && count < boxes.length;
    }
    form.classList.toggle("idle", count === 0);
    const shown = new Intl.NumberFormat(document.documentElement.lang).format(count);
    said.textContent = count === 1 ? said.dataset.one : count ? said.dataset.many.replace("%s", shown) : "";
  }

  // With Shift, everything between this box and the one before it.
  function extend(box) {
    const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
    if (from >= 0) for (const one of boxes.slice(from, to + 1)) one.checked = box.checked;
  }

  for (const box of boxes) {
    box.addEventListener("click", (event) => {
      if (event.shiftKey) extend(box);
      last = box;
      tell();
    });
  }
  for (const all of alls) {
    all.addEventListener("change", () => {
      for (const box of boxes) box.checked = all.checked;
      tell();
    });
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "x" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=checkbox]), select, textarea")) return;
    const box = document.activeElement.closest("tr")?.querySelector(".pick input:not(:disabled)");
    if (!box) return;
    event.preventDefault();
    box.checked = !box.checked;
    last = box;
    tell();
  });

  addEventListener("pageshow", tell);
  tell();
})();
