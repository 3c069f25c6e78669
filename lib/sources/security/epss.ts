import { z } from "zod";
import { SourceError } from "../http/source";
import { askForRecord, isNotFound } from "./ask-for-record";
import { cleanDay } from "./clean-values";
import { parseJson } from "../parse-json";
import type { SecuritySource } from "./security-source";

/** The API sends these numbers as text. */
const Share = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d(?:\.\d{1,20})?(?:e-?\d{1,3})?$/i)
      .transform(Number),
  ])
  .pipe(z.number().min(0).max(1));
const Score = z.looseObject({ cve: z.string().toUpperCase(), epss: Share, percentile: Share.nullish() });
const Answer = z.looseObject({ status: z.literal("OK"), data: z.array(Score).max(100) });

const urlOf = (cveId: string): string => `https://api.first.org/data/v1/epss?cve=${cveId}`;

/** Score of one CVE, used until the day's table is read and for CVEs that the table lacks. */
export const epss: SecuritySource<"epss"> = {
  name: "epss",
  urlOf,
  async read({ http, cveId, etag }) {
    const reading = await askForRecord({ http, source: "epss", url: urlOf(cveId), etag });
    if (reading === null) return { kind: "unchanged" };
    if (isNotFound(reading)) throw new SourceError("http", "api.first.org: HTTP 404", { status: 404 });
    const { data } = parseJson(reading.bytes, Answer);
    const score = data.find(({ cve }) => cve === cveId);
    if (score) {
      return {
        kind: "present",
        facts: { probability: score.epss, percentile: score.percentile ?? null, scoreDate: cleanDay(score.date) },
        sourceBytes: reading.bytes.byteLength,
        etag: reading.validators.etag,
      };
    }
    if (data.length > 0) throw new SourceError("not_expected", "the answer is about other CVEs");
    return { kind: "absent" };
  },
};
