// One request a file, with its bar; what comes back is a row that the server wrote. Without this the form sends all at once.
(() => {
  const form = document.getElementById("upload");
  if (!form) return;
  const rows = document.getElementById("rows");
  const summary = document.getElementById("summary");
  const template = document.getElementById("row");
  const drop = form.querySelector(".drop");
  const inputs = [...form.querySelectorAll("input[type=file]")];
  const words = form.dataset;
  const counts = { all: 0, arrived: 0, refused: 0 };
  const waiting = [];
  let busy = false;

  for (const input of inputs) input.required = false;

  function size(bytes) {
    const unit = bytes < 1e3 ? ["byte", 1] : bytes < 1e6 ? ["kilobyte", 1e3] : ["megabyte", 1e6];
    const amount = bytes / unit[1];
    return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: unit[0], unitDisplay: bytes < 1e3 ? "long" : "short", maximumFractionDigits: amount < 10 ? 1 : 0 }).format(amount);
  }

  function tell() {
    const fill = (sentence) => sentence.replace(/{(\w+)}/g, (_, name) => counts[name].toLocaleString(document.documentElement.lang));
    summary.textContent = fill(words.summary) + (counts.refused ? ` ${fill(words.refused)}` : "");
  }

  // `path` is where the file stands in the folder that was chosen or dropped.
  function add(file, path = "") {
    const row = template.content.firstElementChild.cloneNode(true);
    row.querySelector(".row-name").textContent = path || file.name;
    row.querySelector(".row-size").textContent = size(file.size);
    row.querySelector("progress").setAttribute("aria-label", file.name);
    rows.append(row);
    counts.all += 1;
    if (file.size === 0) refuse(row, words.empty, words.emptyAdvice);
    else if (file.size > Number(words.maxBytes)) refuse(row, words.tooLarge, words.tooLargeAdvice);
    else queue({ file, row });
    tell();
  }

  function queue(job) {
    job.row.querySelector(".row-state").textContent = words.waiting;
    waiting.push(job);
    next();
  }

  function refuse(row, sentence, advice, again) {
    row.querySelector("progress").hidden = true;
    const state = row.querySelector(".row-state");
    state.className = "row-state stage failed";
    state.textContent = `${sentence} `;
    state.append(Object.assign(document.createElement("span"), { className: "advice", textContent: `${advice} ` }));
    if (again) state.append(button(row, again));
    counts.refused += 1;
    tell();
  }

  function button(row, again) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: words.again });
    made.addEventListener("click", () => {
      counts.refused -= 1;
      row.querySelector("progress").hidden = false;
      row.querySelector(".row-state").className = "row-state soft";
      again();
      tell();
    });
    return made;
  }

  function next() {
    const job = busy ? null : waiting.shift();
    if (!job) return;
    busy = true;
    send(job, () => { busy = false; next(); });
  }

  function send(job, done) {
    const { file, row } = job;
    const body = new FormData();
    body.append("collection", form.elements.collection.value);
    body.append("password", form.elements.password.value);
    body.append("file", file, file.name);
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.setRequestHeader("HX-Request", "true");
    request.setRequestHeader("X-CSRFToken", form.elements.csrfmiddlewaretoken.value);
    const state = row.querySelector(".row-state");
    const lost = () => refuse(row, words.lost, words.lostAdvice, () => queue(job));
    state.textContent = "";
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) row.querySelector("progress").value = (100 * event.loaded) / event.total;
    };
    request.upload.onload = () => { state.textContent = words.sent; };
    request.onload = () => { answer(row, request, lost); done(); };
    request.onerror = () => { lost(); done(); };
    request.send(body);
  }

  function answer(row, request, lost) {
    if (new URL(request.responseURL).pathname === document.body.dataset.login) return refuse(row, words.signedOut, words.signedOutAdvice);
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const written = [...page.querySelectorAll("li.row")];
    if (!written.length) return lost();
    if (!("ofArchive" in written[0].dataset)) keepName(row, written[0]);
    row.replaceWith(...written);
    const refused = request.status < 400 ? written.filter((one) => "refused" in one.dataset).length : written.length;
    counts.all += written.length - 1;
    counts.refused += refused;
    counts.arrived += written.length - refused;
    tell();
    for (const one of written) window.htmx?.process(one);
  }

  // One file's row keeps the name and size that it had while it was sent; an archive gives a row for each file in it.
  function keepName(row, written) {
    const title = written.querySelector(".row-name");
    if (!title) written.prepend(row.querySelector(".row-name"));
    else title.after(" ", row.querySelector(".row-size"));
  }

  // What systems leave in folders is nobody's document.
  const isLitter = (name) => name.startsWith(".") || ["Thumbs.db", "desktop.ini"].includes(name);

  // A folder is walked; browsers hand out its entries a batch at a time.
  function walk(entry) {
    if (entry.isFile) return entry.file((file) => { if (!isLitter(file.name)) add(file, entry.fullPath.slice(1)); });
    const reader = entry.createReader();
    const read = () => reader.readEntries((batch) => { batch.forEach(walk); if (batch.length) read(); });
    read();
  }

  function take(input) {
    for (const file of input.files) if (!file.webkitRelativePath || !isLitter(file.name)) add(file, file.webkitRelativePath);
    input.value = "";
  }

  for (const input of inputs) input.addEventListener("change", () => take(input));
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("over"); });
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (entries.length) entries.forEach(walk);
    else for (const file of event.dataTransfer.files) add(file);
  });
  addEventListener("beforeunload", (event) => { if (busy || waiting.length) event.preventDefault(); });
  for (const input of inputs) if (input.files.length) take(input); // chosen while this script was on its way
})();
