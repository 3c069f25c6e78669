import { z } from "zod";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import type { AnyEndpoint } from "./endpoint";

/** How an answer says that the database behind it holds invented data. Absent from answers that read no dataset. */
export const SAMPLE_MEMBERS = {
  sample: z
    .literal(true)
    .meta({ id: "SampleMark", description: "Present when this answer was made from invented sample data." })
    .optional(),
};

type SampleMember = z.output<z.ZodObject<typeof SAMPLE_MEMBERS>>;

const isMadeFromSamples = ({ reads }: AnyEndpoint): boolean => reads.length > 0 && preparedStore().isSample;

export const sampleMember = (endpoint: AnyEndpoint): SampleMember => (isMadeFromSamples(endpoint) ? { sample: true } : {});

/** For formats that have no place for the member. */
export const sampleHeader = (endpoint: AnyEndpoint): Record<string, string> =>
  isMadeFromSamples(endpoint) ? { "X-Sample-Data": "true" } : {};
