import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inferenceEndpoints } from "@/lib/catalogs/inference-endpoints";
import { findProvider } from "@/lib/catalogs/providers";
import { sharedFolder } from "../support/shared";
import { lacksShared } from "../support/lacks";

describe("the catalog of inference endpoints", () => {
  test("uses only providers of the table and lists each endpoint once", () => {
    expect(inferenceEndpoints.filter(({ provider }) => !findProvider(provider))).toEqual([]);
    expect(new Set(inferenceEndpoints.map(({ id }) => id)).size).toBe(inferenceEndpoints.length);
  });

  test.skipIf(lacksShared())("contains every endpoint of the collected facts", () => {
    const facts = JSON.parse(readFileSync(join(sharedFolder, "data/inference_endpoints.json"), "utf8")) as {
      records: { url: string; expected_statuses: number[] }[];
    };
    expect(inferenceEndpoints.map(({ url, expectedStatuses }) => ({ url, expected_statuses: expectedStatuses }))).toEqual(
      facts.records.map(({ url, expected_statuses }) => ({ url, expected_statuses })),
    );
  });
});
