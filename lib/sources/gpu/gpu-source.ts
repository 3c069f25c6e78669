import { SourceError, type SourceHttp, type SourceRequest } from "../http/source";
import type { z } from "zod";
import { parseJson } from "../parse-json";

export async function readJson<Schema extends z.ZodType>(
  http: Pick<SourceHttp, "get">,
  request: SourceRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const reading = await http.get({ ...request, isConditional: false });
  if (reading.kind === "unchanged") throw new SourceError("not_expected", "unchanged, though nothing was compared");
  return parseJson(reading.bytes, schema);
}

/** A rentable GPU as its cloud lists it. Prices are US dollars per GPU hour. */
export interface LiveGpuOffer {
  /** Unique within the source and stable between readings. */
  key: string;
  gpuRaw: string;
  vramGb: number | null;
  tier: string | null;
  region: string | null;
  instance: string | null;
  gpusPerInstance: number;
  onDemandUsdHour: number | null;
  spotUsdHour: number | null;
  availableCount: number | null;
  priceKind: "list" | "median";
}

export interface GpuSource {
  /** Id in the sources table. */
  id: string;
  /** Id in the provider table. */
  provider: string;
  pricingUrl: string;
  read(http: Pick<SourceHttp, "get">): Promise<LiveGpuOffer[]>;
}

/** No GPU costs more; a higher figure is a unit error. */
const HIGHEST_USD_HOUR = 500;

/** Price per GPU, rounded to a hundredth of a cent. Null when it is not a plausible price. */
export function usdPerGpuHour(price: number | null | undefined, gpus = 1): number | null {
  if (price === null || price === undefined || !Number.isFinite(price) || price <= 0) return null;
  const each = price / gpus;
  return each > HIGHEST_USD_HOUR ? null : Math.round(each * 10_000) / 10_000;
}
