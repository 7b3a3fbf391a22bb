// Keys and copying. Every page works without it.
(() => {
  const typing = (element) => element.matches("input:not([type=checkbox]), select, textarea, [contenteditable]");
  const links = () => [...document.querySelectorAll("[data-hit] a.open")];

  function move(step) {
    const all = links();
    const next = all[all.indexOf(document.activeElement) + step] ?? (document.activeElement === document.body ? all[0] : null);
    if (!next) return;
    next.focus({ focusVisible: true });
    next.closest("[data-hit]").scrollIntoView({ block: "nearest" });
  }

  function focusBox() {
    const box = document.querySelector("main input[type=search]");
    box?.focus();
    box?.select();
  }

  function copyOf(element) {
    return element?.closest("[data-cite]")?.querySelector(".citation")?.textContent.replace(/\s+/g, " ").trim();
  }

  async function copy(text, button) {
    if (!text) return;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copyThroughSelection(text);
    }
    confirmOn(button);
  }

  // Browsers offer the clipboard on secure pages only; an intranet address may not be one.
  function copyThroughSelection(text) {
    const area = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "hidden" });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }

  function confirmOn(button) {
    if (!button || button.dataset.said) return;
    button.dataset.said = button.textContent;
    button.textContent = document.body.dataset.copied;
    setTimeout(() => { button.textContent = button.dataset.said; delete button.dataset.said; }, 1500);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-copy-link]");
    if (button) copy(button.dataset.copyLink ?? copyOf(button), button);
  });

  // A session that has ended, or a failure, is shown as a page of its own and never inside this one.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (new URL(event.detail.xhr.responseURL).pathname !== document.body.dataset.login) return;
    event.detail.shouldSwap = false;
    location.reload();
  });
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.elt.matches("form")) event.detail.elt.submit();
  });

  // What a server refuses unread, for the length of its address, is said before it is sent.
  document.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-most-bytes]")) return;
    const bytes = encodeURIComponent(target.value.toWellFormed?.() ?? target.value).length;
    target.setCustomValidity(bytes > target.dataset.mostBytes ? target.dataset.tooLong : "");
  });

  const actions = {
    "/": focusBox,
    j: () => move(1),
    k: () => move(-1),
    c: () => {
      const from = document.activeElement.closest("[data-cite]") ?? document.querySelector("article[data-cite]");
      copy(copyOf(from?.querySelector(".citation")), from?.querySelector("[data-copy]"));
    },
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (typing(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
})();
