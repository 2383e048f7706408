/** Files of a drop: which are asked whether they are folders, and what comes out of folders. */
import { describe, expect, it } from "vitest";
import { filesOfDrop, lookUpSizes, suggestedTitle } from "#src/pages/datasets/chosen-files.ts";

interface Dropped {
  readonly name: string;
  readonly type?: string;
  /** Of a folder: the names of its files, in batches as its reader gives them. */
  readonly batches?: readonly (readonly string[])[];
}

/** A drop as a browser gives it, which counts how often it is asked for an entry. */
function drop(dropped: readonly Dropped[]) {
  let asked = 0;
  const items = dropped.map((one) => ({
    kind: "file",
    webkitGetAsEntry: () => {
      asked += 1;
      return one.batches ? folder(`/${one.name}`, one.batches) : { isFile: true, isDirectory: false };
    },
  }));
  const files = dropped.map(({ name, type = "" }) => new File([name], name, { type }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a transfer that a drop of files reads
  const transfer = { items, files } as unknown as DataTransfer;
  return { transfer, asked: () => asked };
}

function folder(path: string, batches: readonly (readonly string[])[]) {
  const left = [...batches];
  const entry = (name: string) => ({
    isFile: true,
    isDirectory: false,
    fullPath: `${path}/${name}`,
    file: (give: (file: File) => void) => give(new File([name], name)),
  });
  return {
    isFile: false,
    isDirectory: true,
    createReader: () => ({
      readEntries: (give: (entries: readonly object[]) => void) => give((left.shift() ?? []).map(entry)),
    }),
  };
}

const namesOf = async (dropped: readonly Dropped[]) => {
  const { transfer, asked } = drop(dropped);
  const files = await filesOfDrop(transfer);
  return { names: files.map(({ name }) => name), asked: asked() };
};

const csv = (name: string): Dropped => ({ name, type: "text/csv" });

describe("files of a drop", () => {
  it("come with those inside folders, of every batch, in their order, without what desktops put beside them", async () => {
    const prices = { name: "prices", batches: [["a.csv", ".DS_Store"], ["b.csv"]] };
    const { names } = await namesOf([csv("x.csv"), prices, csv("y.csv"), { name: "Thumbs.db" }]);
    expect(names).toEqual(["x.csv", "prices/a.csv", "prices/b.csv", "y.csv"]);
  });

  it("are taken without a question each where there are many; a folder among them is found", async () => {
    const many = Array.from({ length: 1000 }, (_, at) => csv(`S${at}.csv`));
    const { names, asked } = await namesOf([...many, { name: "more", batches: [["z.csv"]] }]);
    expect(names).toHaveLength(1001);
    expect(names.at(-1)).toBe("more/z.csv");
    expect(asked).toBe(1);
  });

  it("are asked a hundred times at most, the likely folders first", async () => {
    const untyped = Array.from({ length: 1000 }, (_, at) => ({ name: `S${at}.US` }));
    const { names, asked } = await namesOf([...untyped, { name: "more", batches: [["z.csv"]] }]);
    expect(names.at(-1)).toBe("more/z.csv");
    expect(asked).toBe(100);
  });

  it("have their sizes looked up with pauses in between", async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    const slow = Array.from({ length: 10 }, (_, at) => {
      const bytes = new File(["1"], `S${at}.csv`);
      Object.defineProperty(bytes, "size", { get: () => wait(6) });
      return { name: bytes.name, bytes };
    });
    await lookUpSizes(slow);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
});

describe("the name that an import suggests", () => {
  const loose = ["RELIANCE.NS.csv", "TCS.NS.csv", "INFY.NS.csv"];
  it.each([
    ["of one file", ["RELIANCE.NS.csv"], ["NSE"], "RELIANCE.NS"],
    ["of an archive", ["prices.csv.gz"], ["NSE"], "prices"],
    ["of records", ["prices.json"], ["NSE"], "prices"],
    ["of packed Parquet", ["prices.2024.PARQUET.zip"], ["NSE"], "prices.2024"],
    ["of a short ending of Parquet", ["prices.pq"], ["NSE"], "prices"],
    ["of a file whose name has an ending inside", ["my.csv.prices.xlsx"], ["NSE"], "my.csv.prices"],
    ["of a folder", ["nifty/RELIANCE.NS.csv", "nifty/2020/TCS.NS.csv"], ["NSE"], "nifty"],
    ["of several files", loose, ["NSE"], "8 instruments, NSE"],
    ["of two exchanges", loose, ["NSE", "US"], "8 instruments, NSE and US"],
    ["of an exchange that nothing tells", loose, [], "8 instruments"],
    ["of a folder and a file beside it", ["nifty/TCS.csv", "AAPL.csv"], ["NSE"], "8 instruments, NSE"],
    ["of a paste", ["paste.csv"], ["NSE"], "My prices"],
  ])("%s", (_what, names, exchanges, expected) => {
    const files = names.map((name) => ({ name }));
    expect(suggestedTitle(files, { instruments: 8, exchanges })).toBe(expected);
  });

  it("counts nothing while no file can be read", () => {
    const files = loose.map((name) => ({ name }));
    expect(suggestedTitle(files, { instruments: 0, exchanges: [] })).toBe("My prices");
    expect(suggestedTitle(files, { instruments: 1, exchanges: ["US"] })).toBe("1 instrument, US");
  });
});

/** Keeps the thread for a time in ms, as a browser that looks a file up. */
function wait(ms: number): number {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return ms;
}
