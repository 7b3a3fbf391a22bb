// One request a file, with its bar; what comes back is a row that the server wrote. Without this the form sends all at once.
(() => {
  const form = document.getElementById("upload");
  if (!form) return;
  const rows = document.getElementById("rows");
  const template = document.getElementById("row");
  const drop = form.querySelector(".drop");
  const input = form.querySelector("input[type=file]");
  const words = form.dataset;
  const waiting = [];
  let busy = false;

  input.required = false;

  function size(bytes) {
    const unit = bytes < 1e6 ? ["kilobyte", 1e3] : ["megabyte", 1e6];
    const amount = bytes / unit[1];
    return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: unit[0], maximumFractionDigits: amount < 10 ? 1 : 0 }).format(amount);
  }

  function add(file) {
    const row = template.content.firstElementChild.cloneNode(true);
    row.querySelector(".row-name").textContent = file.name;
    row.querySelector(".row-size").textContent = size(file.size);
    row.querySelector("progress").setAttribute("aria-label", file.name);
    rows.append(row);
    if (file.size > Number(words.maxBytes)) return refuse(row, words.tooLarge, words.tooLargeAdvice);
    row.querySelector(".row-state").textContent = words.waiting;
    waiting.push({ file, row });
    next();
  }

  function refuse(row, sentence, advice) {
    row.querySelector("progress").remove();
    const state = row.querySelector(".row-state");
    state.className = "stage failed";
    state.textContent = `${sentence} `;
    state.append(Object.assign(document.createElement("span"), { className: "advice", textContent: advice }));
  }

  function next() {
    const job = busy ? null : waiting.shift();
    if (!job) return;
    busy = true;
    send(job.file, job.row, () => { busy = false; next(); });
  }

  function send(file, row, done) {
    const body = new FormData();
    body.append("collection", form.elements.collection.value);
    body.append("file", file, file.name);
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.setRequestHeader("HX-Request", "true");
    request.setRequestHeader("X-CSRFToken", form.elements.csrfmiddlewaretoken.value);
    const state = row.querySelector(".row-state");
    state.textContent = "";
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) row.querySelector("progress").value = (100 * event.loaded) / event.total;
    };
    request.upload.onload = () => { state.textContent = words.sent; };
    request.onload = () => { answer(row, request); done(); };
    request.onerror = () => { refuse(row, words.lost, words.lostAdvice); done(); };
    request.send(body);
  }

  function answer(row, request) {
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const written = page.querySelector("li.row");
    if (!written) return refuse(row, words.lost, words.lostAdvice);
    const name = row.querySelector(".row-name").textContent;
    row.replaceWith(written);
    if (!written.querySelector(".row-name")) written.prepend(Object.assign(document.createElement("span"), { className: "row-name", textContent: name }));
    window.htmx?.process(written);
  }

  function addAll(files) {
    for (const file of files) add(file);
  }

  // A folder is walked; browsers hand out its entries a batch at a time.
  function walk(entry) {
    if (entry.isFile) return entry.file(add);
    const reader = entry.createReader();
    const read = () => reader.readEntries((batch) => { batch.forEach(walk); if (batch.length) read(); });
    read();
  }

  input.addEventListener("change", () => { addAll(input.files); input.value = ""; });
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("over"); });
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (entries.length) entries.forEach(walk);
    else addAll(event.dataTransfer.files);
  });
  addEventListener("beforeunload", (event) => { if (busy || waiting.length) event.preventDefault(); });
})();
