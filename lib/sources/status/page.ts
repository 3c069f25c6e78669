import { SourceError } from "../http/source";
import { betterStack } from "./better-stack";
import { embeddedRecords } from "./embedded-data";
import { incidentIo } from "./incident-io";
import { instatus } from "./instatus";
import { onlineOrNot } from "./onlineornot";
import { statuspage } from "./statuspage";
import type { StatusSource } from "./status-source";

const EMBEDDED = [statuspage, incidentIo, betterStack, instatus, onlineOrNot];

/** An HTML page: only JSON embedded in it is read, never its text. */
export const page: StatusSource = {
  recognises: ({ text }) => /^\s*<(?:!doctype html|html)\b/i.test(text),
  read({ text }, rules) {
    for (const json of embeddedRecords(text)) {
      const source = EMBEDDED.find((candidate) => candidate.recognises({ text: "", json }));
      const reading = source?.read({ text: "", json }, rules);
      if (reading && reading.state !== "unknown") return reading;
    }
    throw new SourceError("not_expected", "a page for people, without data for programs");
  },
};
