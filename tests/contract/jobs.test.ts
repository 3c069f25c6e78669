import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jobs } from "@/jobs";
import { datasetNames, datasets, type Dataset } from "@/lib/datasets";
import { secondsBetweenSlots, toCron } from "@/lib/domain/freshness/cadence";
import { endpoints } from "@/lib/endpoints";
import { root } from "../support/models/catalog";

/** Longest a function may run where we deploy; a job must end before it is cut from outside. */
const LONGEST_SECONDS = 300;

describe("jobs", () => {
  test("each has a name of its own in kebab-case, a summary, and a time limit below its cadence", () => {
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
    for (const { name, summary, timeoutSeconds, cadence, isEmbeddedOnly } of jobs) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(summary.length, name).toBeGreaterThan(10);
      expect(timeoutSeconds, name).toBeLessThan(Math.min(isEmbeddedOnly ? Infinity : LONGEST_SECONDS, secondsBetweenSlots(cadence)));
    }
  });

  test("vercel.json has one cron for each that does something there, at its cadence, and no other", () => {
    const { crons } = JSON.parse(readFileSync(join(root, "vercel.json"), "utf8")) as { crons: { path: string; schedule: string }[] };
    const wanted = jobs
      .filter(({ isEmbeddedOnly }) => !isEmbeddedOnly)
      .map(({ name, cadence }) => ({ path: `/api/cron/${name}`, schedule: toCron(cadence) }));
    expect(crons).toEqual(wanted);
  });
});

describe("datasets", () => {
  const written = datasetNames.map((name): [string, Dataset] => [name, datasets[name]]).filter(([, { job }]) => job !== null);

  test.each(written)("%s is written by its job, as often as it says", (name, dataset) => {
    const job = jobs.find((candidate) => candidate.name === dataset.job);
    expect(job, `no job ${dataset.job}`).toBeDefined();
    expect(job?.writes).toContain(name);
    expect(job && secondsBetweenSlots(job.cadence)).toBe(dataset.cadenceSeconds);
  });

  test.each(written)("%s promises an age that two missed readings do not break", (_, { slaSeconds, cadenceSeconds }) => {
    if (slaSeconds !== null && cadenceSeconds !== null) expect(slaSeconds).toBeGreaterThan(cadenceSeconds);
  });

  test("every job writes a dataset that names it, and every dataset is read by an endpoint", () => {
    for (const job of jobs) for (const name of job.writes) expect(datasets[name].job, name).toBe(job.name);
    // Its series are paid endpoints; the free index is computed when asked.
    const read = new Set([...endpoints.flatMap(({ reads }) => reads), "attention"]);
    expect(datasetNames.filter((name) => !read.has(name))).toEqual([]);
  });
});
