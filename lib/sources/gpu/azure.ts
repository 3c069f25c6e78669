import { z } from "zod";
import { SourceError, type SourceHttp } from "../http/source";
import { type GpuSource, type LiveGpuOffer, usdPerGpuHour, readJson } from "./gpu-source";

const REGION = "eastus";
const PRICES = "https://prices.azure.com/api/retail/prices";
const MAX_PAGES = 5;

interface Size {
  gpu: string;
  vramGb: number;
  gpus: number;
}

/**
 * GPUs by machine size, as the price list names sizes only. Source:
 * learn.microsoft.com/azure/virtual-machines/sizes/overview.
 */
const SIZES: ReadonlyMap<string, Size> = new Map([
  ["Standard_ND128isr_GB300_v6", { gpu: "GB300", vramGb: 288, gpus: 4 }],
  ["Standard_ND128isr_NDR_GB200_v6", { gpu: "GB200", vramGb: 186, gpus: 4 }],
  ["Standard_ND96isr_H200_v5", { gpu: "H200 SXM", vramGb: 141, gpus: 8 }],
  ["Standard_ND96isr_H100_v5", { gpu: "H100 SXM", vramGb: 80, gpus: 8 }],
  ["Standard_NC40ads_H100_v5", { gpu: "H100 NVL", vramGb: 94, gpus: 1 }],
  ["Standard_NC80adis_H100_v5", { gpu: "H100 NVL", vramGb: 94, gpus: 2 }],
  ["Standard_ND96isr_MI300X_v5", { gpu: "MI300X", vramGb: 192, gpus: 8 }],
  ["Standard_ND96amsr_A100_v4", { gpu: "A100 80GB SXM", vramGb: 80, gpus: 8 }],
  ["Standard_NC24ads_A100_v4", { gpu: "A100 80GB PCIe", vramGb: 80, gpus: 1 }],
  ["Standard_ND96asr_v4", { gpu: "A100 40GB SXM", vramGb: 40, gpus: 8 }],
  ["Standard_NV36ads_A10_v5", { gpu: "A10", vramGb: 24, gpus: 1 }],
  ["Standard_NC4as_T4_v3", { gpu: "T4", vramGb: 16, gpus: 1 }],
  ["Standard_NC6s_v3", { gpu: "V100", vramGb: 16, gpus: 1 }],
]);

const Item = z.object({
  armSkuName: z.string(),
  armRegionName: z.string(),
  productName: z.string(),
  skuName: z.string(),
  meterName: z.string(),
  unitOfMeasure: z.string(),
  currencyCode: z.string(),
  retailPrice: z.number(),
  type: z.string(),
});

const Page = z.object({ Items: z.array(Item), NextPageLink: z.string().nullish() });

type Price = z.output<typeof Item>;

function firstPage(): string {
  const sizes = [...SIZES.keys()].map((size) => `armSkuName eq '${size}'`).join(" or ");
  const filter = `serviceName eq 'Virtual Machines' and priceType eq 'Consumption' and armRegionName eq '${REGION}' and (${sizes})`;
  return `${PRICES}?api-version=2023-01-01-preview&$filter=${encodeURIComponent(filter)}`;
}

export const AZURE_URL = firstPage();

function isLinuxHour({ productName, meterName, unitOfMeasure, currencyCode, armRegionName, type }: Price): boolean {
  const isOther = /Windows|Dedicated|Cloud ?Services/i.test(productName) || /Low Priority/i.test(meterName);
  return !isOther && unitOfMeasure === "1 Hour" && currencyCode === "USD" && armRegionName === REGION && type === "Consumption";
}

const isSpot = ({ skuName, meterName }: Price): boolean => /spot/i.test(`${skuName} ${meterName}`);

function toOffers(items: readonly Price[]): LiveGpuOffer[] {
  const usable = items.filter(isLinuxHour);
  return [...SIZES].flatMap(([size, { gpu, vramGb, gpus }]) => {
    const own = usable.filter(({ armSkuName }) => armSkuName === size);
    const onDemandUsdHour = usdPerGpuHour(own.find((item) => !isSpot(item))?.retailPrice, gpus);
    const spotUsdHour = usdPerGpuHour(own.find(isSpot)?.retailPrice, gpus);
    if (onDemandUsdHour === null && spotUsdHour === null) return [];
    const key = size.replace("Standard_", "").toLowerCase();
    return [
      {
        key,
        gpuRaw: gpu,
        vramGb,
        tier: null,
        region: REGION,
        instance: size,
        gpusPerInstance: gpus,
        onDemandUsdHour,
        spotUsdHour,
        availableCount: null,
        priceKind: "list" as const,
      },
    ];
  });
}

async function readPages(http: Pick<SourceHttp, "get">, source: string): Promise<Price[]> {
  const items: Price[] = [];
  let url: string | null = AZURE_URL;
  for (let page = 0; url !== null && page < MAX_PAGES; page += 1) {
    const read: z.output<typeof Page> = await readJson(http, { source, url }, Page);
    items.push(...read.Items);
    url = read.NextPageLink ?? null;
    if (url !== null && !url.startsWith(`${PRICES}?`)) throw new SourceError("not_expected", "the next page is somewhere else");
  }
  return items;
}

export const azure: GpuSource = {
  id: "gpu_prices/azure",
  provider: "azure",
  pricingUrl: "https://azure.microsoft.com/pricing/details/virtual-machines/linux/",
  async read(http) {
    return toOffers(await readPages(http, this.id));
  },
};
