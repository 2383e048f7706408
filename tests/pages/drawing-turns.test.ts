import { describe, expect, it } from "vitest";
import { awaitTurn } from "#src/ui/drawing-turns.ts";

/** @param top - CSS pixels from the top of what is in sight; below 0 where it was scrolled out */
function placeAt(top: number): HTMLElement {
  const place = document.createElement("div");
  place.getBoundingClientRect = () => new DOMRect(0, top, 100, 100);
  return place;
}

/** Resolves when each of them was drawn; gives their names in that order. */
function drawAll(places: Readonly<Record<string, HTMLElement | null>>): Promise<readonly string[]> {
  const drawn: string[] = [];
  return new Promise((resolve) => {
    for (const [name, place] of Object.entries(places))
      awaitTurn(place, () => {
        drawn.push(name);
        if (drawn.length === Object.keys(places).length) resolve(drawn);
      });
  });
}

describe("the turns of drawing", () => {
  it("go to what is in sight, then to what has no place yet, then to the nearest", async () => {
    const { innerHeight } = globalThis;
    const drawn = await drawAll({
      far: placeAt(innerHeight + 900),
      above: placeAt(-300),
      next: placeAt(innerHeight + 50),
      stage: null,
      seen: placeAt(10),
    });
    expect(drawn).toEqual(["seen", "stage", "next", "above", "far"]);
  });

  it("come one a frame", async () => {
    let frames = 0;
    const count = () => {
      frames += 1;
      counting = requestAnimationFrame(count);
    };
    let counting = requestAnimationFrame(count);
    const drawnAt: number[] = [];
    await new Promise<void>((resolve) => {
      for (const place of [placeAt(10), placeAt(20), placeAt(30)])
        awaitTurn(place, () => {
          drawnAt.push(frames);
          if (drawnAt.length === 3) resolve();
        });
    });
    cancelAnimationFrame(counting);
    expect(new Set(drawnAt).size).toBe(3);
  });

  it("pass over what was called off", async () => {
    const callOff = awaitTurn(placeAt(10), () => expect.unreachable());
    callOff();
    expect(await drawAll({ other: placeAt(20) })).toEqual(["other"]);
  });
});
