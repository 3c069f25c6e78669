import { describe, expect, test } from "vitest";
import { akash } from "@/lib/sources/gpu/akash";
import { azure } from "@/lib/sources/gpu/azure";
import { runpod } from "@/lib/sources/gpu/runpod";
import { answering, requests } from "../../support/gpu/answering";
import { akashList, azureList, runpodList } from "../../support/gpu/gpu-price-lists";

describe("Akash", () => {
  test("reads the median bid, the memory and the available count of a GPU", async () => {
    const offers = await akash.read(answering(akashList([{ model: "h100", med: 2.123456, available: 7 }])));
    expect(offers).toEqual([
      {
        key: "h100-80gi-sxm5",
        gpuRaw: "h100 80Gi SXM5",
        vramGb: 80,
        tier: null,
        region: null,
        instance: null,
        gpusPerInstance: 1,
        onDemandUsdHour: 2.1235,
        spotUsdHour: null,
        availableCount: 7,
        priceKind: "median",
      },
    ]);
  });

  test("skips a GPU without bids, because no price is not a price of zero", async () => {
    expect(
      await akash.read(
        answering(
          akashList([
            { model: "h100", med: null },
            { model: "a100", med: 0 },
          ]),
        ),
      ),
    ).toEqual([]);
  });
});

describe("RunPod", () => {
  test("reads one offer per cloud that sells the GPU", async () => {
    const offers = await runpod.read(
      answering(runpodList([{ id: "NVIDIA H100 80GB HBM3", displayName: "H100 SXM", communitySpotPrice: 1.25 }])),
    );
    expect(offers?.map(({ key, tier, onDemandUsdHour, spotUsdHour }) => [key, tier, onDemandUsdHour, spotUsdHour])).toEqual([
      ["nvidia-h100-80gb-hbm3-secure", "secure", 3, null],
      ["nvidia-h100-80gb-hbm3-community", "community", 2, 1.25],
    ]);
  });

  test("skips a cloud that does not sell the GPU, and a price of zero", async () => {
    const offers = await runpod.read(answering(runpodList([{ id: "a", displayName: "L4", communityCloud: false, securePrice: 0 }])));
    expect(offers).toEqual([]);
  });

  test("sends a POST without a key", async () => {
    requests.length = 0;
    await runpod.read(answering(runpodList([])));
    expect(requests[0]).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
    expect(JSON.stringify(requests[0])).not.toMatch(/authorization|api_key/i);
  });
});

describe("Azure", () => {
  const size = "Standard_ND96isr_H100_v5";

  test("divides the price of a machine by its GPUs and separates spot from on-demand prices", async () => {
    const offers = await azure.read(
      answering(
        azureList([
          { size, usdHour: 98.32 },
          { size, usdHour: 24, sku: "Spot" },
        ]),
      ),
    );
    expect(offers).toHaveLength(1);
    expect(offers?.[0]).toMatchObject({
      gpuRaw: "H100 SXM",
      gpusPerInstance: 8,
      onDemandUsdHour: 12.29,
      spotUsdHour: 3,
      region: "eastus",
      instance: size,
    });
  });

  test("ignores Windows and low-priority prices", async () => {
    const offers = await azure.read(
      answering(
        azureList([
          { size, usdHour: 130, product: "Virtual Machines Series Windows" },
          { size, usdHour: 5, sku: "Low Priority" },
        ]),
      ),
    );
    expect(offers).toEqual([]);
  });

  test("follows its pages, but never a link to another host", async () => {
    const next = "https://prices.azure.com/api/retail/prices?page=2";
    const offers = await azure.read(
      answering(azureList([{ size, usdHour: 98.32 }], next), azureList([{ size: "Standard_NC4as_T4_v3", usdHour: 0.526 }])),
    );
    expect(offers?.map(({ gpuRaw }) => gpuRaw)).toEqual(["H100 SXM", "T4"]);
    await expect(azure.read(answering(azureList([], "https://prices.azure.com.example.org/api/retail/prices?x")))).rejects.toMatchObject({
      fault: "not_expected",
    });
  });
});

describe.each([akash, runpod, azure])("$id", (source) => {
  test.each([
    ["a page instead of a list", "<html>maintenance</html>", "parse"],
    ["nothing", "", "parse"],
    ["another document", { error: "no" }, "not_expected"],
    ["a list of other things", { models: [1], data: { gpuTypes: [1] }, Items: [1] }, "not_expected"],
    ["null", null, "not_expected"],
  ])("refuses %s with a fault", async (_, document, fault) => {
    await expect(source.read(answering(document))).rejects.toMatchObject({ name: "SourceError", fault });
  });
});
