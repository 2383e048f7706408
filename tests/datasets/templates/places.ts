/** Places among shares as a rule gives them, worked out afresh. */
import { spotsOn, type Share, type Spot } from "./demo-shares.ts";
import type { Figure } from "./plain-figures.ts";

interface Place {
  /** 1 for the highest; NaN where the figure is not known. */
  readonly place: number;
  /** How many have a bar on the session and a known figure. */
  readonly among: number;
}

export function openPlaces(shares: readonly Share[]): (spot: Spot, figure: Figure) => Place {
  const known = new Map<Figure, Map<number, Map<Share, number>>>();
  const placesOn = (session: number, figure: Figure): Map<Share, number> => {
    const values = spotsOn(shares, session)
      .map((spot) => ({ share: spot.share, value: Math.fround(figure(spot)) }))
      .filter(({ value }) => !Number.isNaN(value))
      .toSorted(
        (left, right) => right.value - left.value || (left.share.symbol < right.share.symbol ? -1 : 1),
      );
    return new Map(values.map(({ share }, at) => [share, at + 1]));
  };
  return ({ share, row }, figure) => {
    const session = share.session[row] ?? 0;
    const ofFigure = known.get(figure) ?? new Map<number, Map<Share, number>>();
    known.set(figure, ofFigure);
    const places = ofFigure.get(session) ?? placesOn(session, figure);
    ofFigure.set(session, places);
    return { place: places.get(share) ?? Number.NaN, among: places.size };
  };
}
