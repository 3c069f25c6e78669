import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nameGpu } from "@/lib/catalogs/gpu-pricing";
import { setAsidePrices } from "@/lib/domain/gpu/set-aside";
import { akash } from "@/lib/sources/gpu/akash";
import { azure } from "@/lib/sources/gpu/azure";
import type { GpuSource } from "@/lib/sources/gpu/gpu-source";
import { runpod } from "@/lib/sources/gpu/runpod";
import { lacksShared } from "../../support/lacks";
import { answering } from "../../support/gpu/answering";
import { sharedFolder } from "../../support/shared";

const offersOf = (source: GpuSource, file: string) => source.read(answering(readFileSync(join(sharedFolder, "cases/gpu", file), "utf8")));

describe.skipIf(lacksShared())("the GPU cases beside the project", () => {
  test("Azure at 0 has no price, and the price of a machine is divided by its GPUs", async () => {
    const offers = await offersOf(azure, "azure.json");
    expect(offers.map(({ gpusPerInstance, onDemandUsdHour }) => [gpusPerInstance, onDemandUsdHour]).toSorted()).toEqual([
      [2, 6.98],
      [8, 12.29],
    ]);
  });

  test("memory tells two GPUs of one name apart, and names none where it contradicts", async () => {
    const named = (await offersOf(akash, "akash.json")).map(({ gpuRaw, vramGb }) => [gpuRaw, nameGpu(gpuRaw, vramGb)]);
    expect(named).toEqual([
      ["h100 80Gi SXM5", "H100"],
      ["rtx6000 48Gi PCIe", null],
      ["v100 16Gi SXM2", "V100-16GB"],
      ["rtx4090 48Gi PCIe", null],
    ]);
  });

  test("RunPod's prices that contradict the others are set aside", async () => {
    const rows = await offersOf(runpod, "runpod.json");
    const read = { sourceUrl: "https://example.com", seenAt: null };
    const offers = rows.map((row) => ({ ...row, ...read, provider: "runpod", gpu: nameGpu(row.gpuRaw, row.vramGb) }));
    const others = [5.5, 6].map((onDemandUsdHour) => ({
      ...read,
      provider: "other",
      gpu: "B200",
      gpuRaw: "B200",
      onDemandUsdHour,
      spotUsdHour: null,
      availableCount: null,
      region: null,
      tier: null,
      priceKind: "list",
    }));
    const judged = setAsidePrices([...offers, ...others]);
    expect(
      judged.flatMap(({ gpuRaw, setAside }) => setAside.map(({ price, usdHour, reason }) => [gpuRaw, price, usdHour, reason])),
    ).toEqual([
      ["A40", "spot", 0.49, "spot_above_on_demand"],
      ["L40S", "spot", 0.86, "spot_above_on_demand"],
      ["B200", "on_demand", 0.01, "below_tenth_of_median"],
      ["B200", "spot", 0.01, "below_tenth_of_median"],
    ]);
  });
});
