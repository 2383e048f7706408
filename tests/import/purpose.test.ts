/** Words of exchanges for corporate actions, as their files have them, and what each comes to. */
import { describe, expect, it } from "vitest";
import { readPurpose } from "#workers/import/actions/purpose.ts";

/** What a text says in short: `bonus 2`, `dividend 5 interim dividend`; `?` for what can't be read. */
function said(text: string, faceValue = NaN): string[] {
  return readPurpose(text, faceValue).map((one) => {
    if (one.type === "unreadable") return "?";
    return one.type === "action" ? `${one.kind} ${one.value}` : one.what;
  });
}

describe("the purpose of a corporate action", () => {
  it.each([
    ["Bonus 1:1", ["bonus 2"]],
    ["Bonus 1:2", ["bonus 1.5"]],
    ["BONUS ISSUE 3:2", ["bonus 2.5"]],
    ["Bonus Debentures 1:1", ["bonuses other than shares"]],
    ["Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share", ["split 5"]],
    ["Face Value Split (Sub-Division) - From Rs 10/- Per Share To Re 1/- Per Share", ["split 10"]],
    ["FV SPLIT RS.10/- TO RS.5/-", ["split 2"]],
    ["FACE VALUE SPLIT FROM RS.10 TO RS.2", ["split 5"]],
    ["Stock  Split From Rs.10/- to Rs.2/-", ["split 5"]],
    ["Consolidation of Shares From Re 1/- Per Share To Rs 10/- Per Share", ["split 0.1"]],
    ["FVSPLT FRM RS 10 TO RE 1", ["split 10"]],
    ["Face Value Rs 10 To Rs 5", ["split 2"]],
    ["Bonus issue 1:1/ Face value split from Rs.10/- to Rs.5/-", ["bonus 2", "split 2"]],
    ["Stock Split 1:5", ["?"]],
    ["Dividend - Rs 5 Per Share", ["dividend 5"]],
    [
      "Interim Dividend - Rs 2.50 Per Share/Special Dividend - Re 1 Per Share",
      ["dividend 2.5", "dividend 1"],
    ],
    ["Interim Dividend - Rs. - 2.5000", ["dividend 2.5"]],
    ["Annual General Meeting/Dividend - Rs 1,005.50 Per Share", ["dividend 1005.5"]],
    ["AGM/DIV-RE.0.75 PER SHARE", ["dividend 0.75"]],
    ["AGM/FINAL DIV-RS 7.5 PER SH", ["dividend 7.5"]],
    ["2ND INT DIV-RE 0.80 PER SHARE", ["dividend 0.8"]],
    ["Dividend - Rs 5 Per Share (FV Rs 10)", ["dividend 5"]],
    ["Dividend Rs 5 Per Share On Face Value Of Rs 10 Each", ["dividend 5"]],
    ["Dividend - Rs 2 Per Share And Special Dividend - Re 1 Per Share", ["dividend 2", "dividend 1"]],
    ["FIN DIV RS 7 + SPL DIV RS 3", ["dividend 7", "dividend 3"]],
    ["Interim Dividend Rs 3 Per Share Special Dividend Rs 2 Per Share", ["dividend 5"]],
    ["Return Of Capital - Rs 2 Per Unit/Interest - Rs 1.50 Per Unit", ["dividend 2", "dividend 1.5"]],
    ["Rights 1:15 @ Premium Rs 1247/-", ["rights issues"]],
    ["Demerger", ["demergers"]],
    ["Scheme Of Arrangement", ["mergers and schemes of arrangement"]],
    ["Annual General Meeting", []],
    ["Buy Back", []],
    ["Interest Payment", []],
    ["Dividend", ["?"]],
    ["Bonus", ["?"]],
    ["", []],
  ])("%j", (text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("takes percents of the face value, where the row has one", () => {
    expect(said("DIVIDEND-60%", 10)).toEqual(["dividend 6"]);
    expect(said("INTDIV-30% + SPLDIV-20%", 2)).toEqual(["dividend 0.6", "dividend 0.4"]);
    expect(said("DIVIDEND-60%")).toEqual(["?"]);
  });
});
