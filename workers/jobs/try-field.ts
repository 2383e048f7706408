/** A person's number tried on one instrument, or its syntax alone. */
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { fewOrAll, wantedBy } from "../host/wanted-market.ts";
import { browserRooms } from "../code/browser-room.ts";
import * as code from "../code/try-field.ts";
import { roomsWhile } from "../code/wanted-rooms.ts";
import { findForbidden } from "../host/allowed-code.ts";
import { barsOf } from "../market/instrument-bars.ts";
import type { FieldTrial } from "../model/field-trial.ts";
import { ok } from "../model/problem.ts";

const notAllowed: FieldTrial = {
  fault: {
    code: "code-not-allowed",
    text: "it was not allowed to run on this device: look at it and allow it",
  },
  lines: [],
  isChecked: false,
  figures: null,
};

/** The page makes the frames that rooms are in; one waits for the next trial. */
const openRoom = browserRooms((request, ports) => postMessage(request, { transfer: ports }));

const always = async () => true;

/** @param isWanted - a trial that is wanted no more ends at its next step */
export const tryField: Job<"tryField"> = async ({ markets }, request, isWanted = always) => {
  const { field, instrument } = request;
  if (instrument === null) return ok(code.readOnly(request));
  if ((await findForbidden([field])).length > 0) return ok(notAllowed);
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const tools = { openRoom: roomsWhile(isWanted, openRoom), barsOf };
  const found = await markets.on(
    { ...wanted.value, highsAndLows: fewOrAll(request.strategy) },
    ({ market }) => {
      announceLongStep(); // the plan looks at every instrument
      return code.tryField(request, market, tools);
    },
  );
  beat();
  return found;
};
