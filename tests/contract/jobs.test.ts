import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jobs } from "@/jobs";
import { datasetNames, datasets, type Dataset } from "@/lib/datasets";
import { secondsBetweenSlots, toCron } from "@/lib/domain/freshness/cadence";
import { endpoints } from "@/lib/endpoints";
import { root } from "../support/models/catalog";

/** Time limit of a function on Vercel, in seconds; a job must end before that. */
const LONGEST_SECONDS = 300;

describe("jobs", () => {
  test("have unique kebab-case names, a summary, and a time limit below their cadence", () => {
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
    for (const { name, summary, timeoutSeconds, cadence, isEmbeddedOnly } of jobs) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(summary.length, name).toBeGreaterThan(10);
      expect(timeoutSeconds, name).toBeLessThan(Math.min(isEmbeddedOnly ? Infinity : LONGEST_SECONDS, secondsBetweenSlots(cadence)));
    }
  });

  test("have exactly one cron each in vercel.json, at their cadence, unless they are embedded only", () => {
    const { crons } = JSON.parse(readFileSync(join(root, "vercel.json"), "utf8")) as { crons: { path: string; schedule: string }[] };
    const expected = jobs
      .filter(({ isEmbeddedOnly }) => !isEmbeddedOnly)
      .map(({ name, cadence }) => ({ path: `/api/cron/${name}`, schedule: toCron(cadence) }));
    expect(crons).toEqual(expected);
  });
});

describe("the variant of vercel.json for the plan Hobby", () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8")) as { crons: { path: string; schedule: string }[] };

  test("differs by its crons alone, of which none runs more than once a day", () => {
    const [{ crons: all, ...common }, { crons: daily, ...hobby }] = [read("vercel.json"), read("lib/server/deploy/vercel-hobby.json")];
    expect(hobby).toEqual(common);
    expect(daily).toEqual(all.filter(({ schedule }) => /^\d+ \d+ \* \* (\*|\d)$/.test(schedule)));
    expect(daily.length).toBeGreaterThan(0);
    expect(daily.length).toBeLessThan(all.length);
  });
});

describe("datasets", () => {
  const written = datasetNames.map((name): [string, Dataset] => [name, datasets[name]]).filter(([, { job }]) => job !== null);

  test.each(written)("%s is written by its job at the stated cadence", (name, dataset) => {
    const job = jobs.find((candidate) => candidate.name === dataset.job);
    expect(job, `no job ${dataset.job}`).toBeDefined();
    expect(job?.writes).toContain(name);
    expect(job && secondsBetweenSlots(job.cadence)).toBe(dataset.cadenceSeconds);
  });

  test.each(written)("%s promises an age longer than its cadence", (_, { slaSeconds, cadenceSeconds }) => {
    if (slaSeconds !== null && cadenceSeconds !== null) expect(slaSeconds).toBeGreaterThan(cadenceSeconds);
  });

  test("are written by the job that they name, and each is read by an endpoint", () => {
    for (const job of jobs) for (const name of job.writes) expect(datasets[name].job, name).toBe(job.name);
    // Read by the paid series only; the free index is computed on each call.
    const read = new Set([...endpoints.flatMap(({ reads }) => reads), "attention"]);
    expect(datasetNames.filter((name) => !read.has(name))).toEqual([]);
  });
});
