// Keys, copying, menus and the help dialog. Every page works without it.
// A button copies its data-copy-link, the text of its data-copy-from="#id", or what its data-copy-url answers.
// data-key="n" is pressed by that key, outside of fields.
(() => {
  const { body } = document;
  const said = document.getElementById("said");
  const box = document.querySelector("main input[type=search]");
  const typing = (element) => element.matches("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]");

  function move(step) {
    const hits = [...document.querySelectorAll("[data-hit]")];
    const at = hits.findIndex((hit) => hit.contains(document.activeElement));
    const next = hits[at < 0 ? 0 : at + step];
    next?.querySelector("a.open").focus({ focusVisible: true });
    next?.scrollIntoView({ block: "nearest" });
  }

  function focusBox() {
    if (!box) return location.assign(body.dataset.search);
    box.focus();
    box.select();
  }

  async function answer(address) {
    const response = await fetch(address);
    if (!response.ok || response.redirected) throw new Error(address);
    return response.text();
  }

  function textOf(button) {
    const { copyLink, copyFrom, copyUrl } = button.dataset;
    if (copyUrl) return answer(copyUrl);
    return copyLink ?? document.querySelector(copyFrom)?.textContent.trim();
  }

  async function copy(words, button) {
    try {
      const text = await words;
      if (!text) return;
      await write(text);
      say(body.dataset.copied, button);
    } catch {
      say(body.dataset.notCopied, button);
    }
  }

  // Browsers offer the clipboard on secure pages only; an intranet address may not be one.
  function write(text) {
    return navigator.clipboard?.writeText(text).catch(() => writeThroughSelection(text)) ?? writeThroughSelection(text);
  }

  function writeThroughSelection(text) {
    const area = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "hidden" });
    body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }

  // To the eye on the button or its menu, and to a screen reader beside it.
  function say(words, pressed) {
    said.textContent = words;
    const button = pressed.closest("details.menu")?.firstElementChild ?? pressed;
    closeMenus();
    if ("said" in button.dataset) return;
    const label = [...button.childNodes];
    button.dataset.said = "";
    button.style.minWidth = `${button.offsetWidth}px`;
    button.replaceChildren(words);
    setTimeout(() => {
      button.replaceChildren(...label);
      button.style.minWidth = "";
      delete button.dataset.said;
      said.textContent = "";
    }, 1500);
  }

  async function help(link) {
    const dialog = document.getElementById("help-dialog");
    if (document.getElementById("help") || dialog.open) return;
    try {
      const page = new DOMParser().parseFromString(await answer(link.href), "text/html");
      dialog.lastElementChild.replaceChildren(...page.getElementById("help").children);
      dialog.showModal();
    } catch {
      location.assign(link.href);
    }
  }

  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu.contains(except)) continue;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    }
  }

  document.addEventListener("click", (event) => {
    closeMenus(event.target);
    const button = event.target.closest("[data-copy-link], [data-copy-from], [data-copy-url]");
    if (button) copy(textOf(button), button);
    const link = event.target.closest("[data-help]");
    if (link && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      help(link);
    }
  });

  // Light or dark is kept by the server, so that the next page comes in it; this page changes at once.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-themes]")) return;
    event.preventDefault();
    document.documentElement.dataset.theme = event.submitter.value;
    for (const one of event.target.querySelectorAll("button")) one.ariaPressed = one === event.submitter;
    fetch(event.target.action, { method: "POST", body: new FormData(event.target, event.submitter), redirect: "manual" });
  });

  // A session that has ended, or a failure, is shown as a page of its own and never inside this one.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (new URL(event.detail.xhr.responseURL).pathname !== body.dataset.login) return;
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
    "?": () => help(document.querySelector("[data-help]")),
    j: () => move(1),
    k: () => move(-1),
    c: () => {
      const from = document.activeElement.closest("[data-cite]") ?? document.querySelector("article[data-cite]");
      from?.querySelector("[data-copy-url]")?.click();
    },
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (event.key === "Escape") closeMenus();
    if (document.querySelector("dialog[open]")) return;
    if (typing(event.target)) {
      if (event.key === "Escape") event.target.blur();
      if (event.key === "/" && event.target === box && !box.value) event.preventDefault(); // it only asks for the box
      return;
    }
    const pressed = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    const action = pressed ? () => pressed.click() : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
})();
