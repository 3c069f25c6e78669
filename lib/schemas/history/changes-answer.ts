import { z } from "zod";
import { CHANGE_DATASETS } from "@/lib/domain/history/changes/change-event";
import { integerParam } from "../params";
import { ChangeEvent } from "./change";

export const CURSOR = /^\d{1,15}$/;
export const ACCEPTED_CURSOR = "a cursor, as `next` of an earlier answer or `cursor` of an event";

/** What `since` takes; whether an event has the cursor is known when it is looked for. */
export const cursorParam = () => z.string().regex(CURSOR).transform(Number).pipe(z.number().int()).meta({ accepts: ACCEPTED_CURSOR });

export const changesQuery = {
  dataset: z.enum(CHANGE_DATASETS).optional().describe("Only changes of this dataset"),
  limit: integerParam(1, 500).default(100).describe("Number of changes, the oldest first"),
};

export const ChangesAnswer = z.strictObject({
  since: z.string().describe("The cursor that this answer follows"),
  next: z.string().describe("`since` of the next call: nothing is missed and nothing comes twice"),
  has_more: z.boolean().describe("More is there already: call again at once"),
  count: z.int(),
  events: z.array(ChangeEvent).describe("In the order of their cursors"),
});

export type ChangesAnswer = z.output<typeof ChangesAnswer>;
