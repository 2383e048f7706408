/** Client of a Tidemark server of this machine, by fetch alone: Node, Deno and Bun. Its types are index.d.mts. */

/** A connection that breaks is tried again so often; every POST has a key, so that nothing is done twice. */
const TRIES = 3;
/** A dataset that is being read is asked for again so often, a second apart. */
const MOST_WAITS = 60;

export class TidemarkError extends Error {
  name = "TidemarkError";

  constructor(code, detail, { problems = [], questions = [], status = null, cause } = {}) {
    const others = problems.map(({ message }) => message).filter((line) => !detail.includes(line));
    super([detail, ...others].join("\n  "), { cause });
    this.code = code;
    this.detail = detail;
    this.problems = problems;
    this.questions = questions;
    this.status = status;
  }
}

export class Tidemark {
  #url;
  #token;

  constructor({ url = variable("TIDEMARK_URL"), token = variable("TIDEMARK_TOKEN") } = {}) {
    if (!url || !token)
      throw new TidemarkError(
        "usage",
        "Say url and token of the server, set TIDEMARK_URL and TIDEMARK_TOKEN, or use tidemark-client/node, which finds the one that runs.",
      );
    const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: "", hostname: "" };
    const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
    if (protocol !== "https:" && !(protocol === "http:" && isLoopback))
      throw new TidemarkError("usage", `${url} is no address of a server on this machine, nor one with TLS.`);
    if (isLoopback) passProxies(hostname);
    this.#url = new URL(url).origin;
    this.#token = token;
  }

  health() {
    return this.#json("GET", "/v1/health");
  }

  async functions() {
    return (await this.#json("GET", "/v1/functions")).functions;
  }

  datasets() {
    return this.#pages("/v1/datasets", "datasets");
  }

  dataset(dataset) {
    return this.#json("GET", `/v1/datasets/${part(dataset)}`);
  }

  instruments(dataset) {
    return this.#pages(`/v1/datasets/${part(dataset)}/instruments`, "instruments");
  }

  upload(files, name, { exchange = "NSE", instrumentType = "EQUITY", answers, dryRun = false } = {}) {
    const fields = { exchange, instrumentType, ...(answers && { answers: JSON.stringify(answers) }) };
    const query = new URLSearchParams({ name, ...(dryRun && { dryRun: "1" }) });
    return this.#upload(`/v1/datasets?${query}`, files, fields);
  }

  addFiles(dataset, files, { replace = false } = {}) {
    return this.#upload(`/v1/datasets/${part(dataset)}/files${replace ? "?replace=1" : ""}`, files, {});
  }

  signals(numbers, dataset, name) {
    return this.#series("signals", numbers, dataset, name);
  }

  facts(numbers, dataset, name) {
    return this.#series("facts", numbers, dataset, name);
  }

  async check(strategy, dataset) {
    return (await this.#post("/v1/strategies/check", { strategy, ...(dataset && { dataset }) })).problems;
  }

  async run(strategy, dataset, options = {}) {
    const { id } = await this.start(strategy, dataset);
    await this.wait(id, options);
    return this.result(id);
  }

  async start(strategy, dataset) {
    return this.#post("/v1/runs", { dataset: await this.#only(dataset), strategy });
  }

  wait(run, options = {}) {
    return this.#wait(`/v1/runs/${part(run)}`, options);
  }

  result(run) {
    return this.#json("GET", `/v1/runs/${part(run)}/result`);
  }

  runs() {
    return this.#pages("/v1/runs", "runs");
  }

  cancel(run) {
    return this.#json("POST", `/v1/runs/${part(run)}/cancel`);
  }

  async delete(run) {
    await this.#json("DELETE", `/v1/runs/${part(run)}`);
  }

  async *sweep(strategy, axes, dataset, { keep, ...options } = {}) {
    const body = { dataset: await this.#only(dataset), strategy, axes, ...(keep && { keep }) };
    const { id } = await this.#post("/v1/sweeps", body);
    const path = `/v1/sweeps/${part(id)}`;
    await this.#wait(path, options);
    const text = await this.#send("GET", `${path}/rows`);
    for (const line of text.split("\n")) if (line !== "") yield JSON.parse(line);
  }

  async #wait(path, { onProgress, signal } = {}) {
    for (;;) {
      if (signal?.aborted) {
        await this.#json("POST", `${path}/cancel`);
        throw new TidemarkError("cancelled", "It was cancelled before it was done.");
      }
      const record = await this.#json("GET", path, { headers: { Prefer: "wait=1" } });
      onProgress?.(record);
      if (record.status === "done") return record;
      if (record.status === "waiting" || record.status === "running") continue;
      const {
        code = `run-${record.status}`,
        detail = `It was ${record.status}.`,
        problems,
      } = record.problem ?? {};
      throw new TidemarkError(code, detail, { problems });
    }
  }

  async #series(kind, numbers, dataset, name) {
    const rows = Array.from(numbers);
    const named = name ?? Object.keys(rows[0] ?? {}).find((key) => key !== "symbol" && key !== "date");
    if (!named || named === "value")
      throw new TidemarkError(
        "usage",
        `Say what the ${kind} are called, as the third argument or the column's name.`,
      );
    const lines = rows.map((row) => {
      const value = row[named] ?? row.value;
      return `${cell(row.symbol)},${cell(row.date)},${isUnknown(value) ? "" : cell(value)}\n`;
    });
    const body = `symbol,date,value\n${lines.join("")}`;
    const path = `/v1/datasets/${part(await this.#only(dataset))}/${kind}/${part(named)}`;
    return this.#json("PUT", path, { body, headers: { "Content-Type": "text/csv; charset=utf-8" } });
  }

  async #only(dataset) {
    if (dataset !== undefined) return dataset;
    const there = await this.datasets();
    if (there.length === 1) return there[0].id;
    const names = there.map(({ id }) => id).join(", ");
    throw new TidemarkError("usage", `Say which dataset; the server has: ${names || "none"}.`);
  }

  async #pages(path, name) {
    const all = [];
    for (let after = null; ;) {
      const page = await this.#json(
        "GET",
        after === null ? path : `${path}?${new URLSearchParams({ after })}`,
      );
      all.push(...page[name]);
      after = page.next ?? null;
      if (after === null) return all;
    }
  }

  #post(path, value) {
    return this.#json("POST", path, {
      body: JSON.stringify(value),
      headers: { "Content-Type": "application/json" },
    });
  }

  #upload(path, files, fields) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const { name, data } of files)
      body.append("files", data instanceof Blob ? data : new Blob([data]), name);
    return this.#json("POST", path, { body });
  }

  async #json(method, path, options) {
    const text = await this.#send(method, path, options);
    return text === "" ? null : JSON.parse(text);
  }

  /** The answer's text. */
  async #send(method, path, { body, headers = {} } = {}) {
    const key = method === "POST" ? { "Idempotency-Key": crypto.randomUUID() } : {};
    const sent = { Authorization: `Bearer ${this.#token}`, Accept: "application/json", ...key, ...headers };
    const own = { method, headers: sent, redirect: "manual", ...(body !== undefined && { body }) };
    for (let [breaks, waits] = [0, 0]; ; waits++) {
      let response;
      let text;
      try {
        response = await fetch(this.#url + path, own);
        text = await response.text();
      } catch (cause) {
        if (++breaks === TRIES) {
          const detail = `The server at ${this.#url} can't be reached. Start it: npm run serve -- --data DIR`;
          throw new TidemarkError("server-unreachable", detail, { cause });
        }
        await pause(200 * breaks);
        continue;
      }
      breaks = 0;
      if (response.ok) return text;
      const refusal = refusalIn(response, text);
      const isReading = refusal.code === "dataset-reading" && waits < MOST_WAITS;
      // of a connection that broke: what it asked for is still being done, and will be told under the same key
      if (!isReading && refusal.code !== "key-at-work") throw refusal;
      await pause(1000);
    }
  }
}

function refusalIn({ status, type }, text) {
  if (type === "opaqueredirect" || (status >= 300 && status < 400))
    return new TidemarkError(
      "redirected",
      "The server answers with another address; the token goes there by no means.",
    );
  let problem = {};
  try {
    problem = JSON.parse(text);
  } catch {
    // what stands between the server and us may answer with a page
  }
  const { code = `http-${status}`, detail = problem.title ?? `The server answered ${status}.` } = problem;
  return new TidemarkError(code, detail, { ...problem, status });
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Bun's fetch, and Node's where it is told to, ask a proxy that the environment names: not for a server of this machine. */
function passProxies(hostname) {
  const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];
  if (!names.some(variable)) return;
  for (const name of ["NO_PROXY", "no_proxy"]) {
    const hosts = (variable(name) ?? "").split(",").filter((host) => host !== "");
    if (!hosts.includes(hostname)) globalThis.process.env[name] = [...hosts, hostname].join(",");
  }
}

function variable(name) {
  return globalThis.process?.env?.[name];
}

function part(text) {
  return encodeURIComponent(text);
}

/** What else is no number is sent as it is: the server says which row it is in. */
function isUnknown(value) {
  return value === undefined || value === null || Number.isNaN(value);
}

function cell(value) {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
