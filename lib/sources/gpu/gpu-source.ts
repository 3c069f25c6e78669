import type { SourceHttp, SourceRequest } from "../http/source";
import type { z } from "zod";
import { parseJson } from "../parse-json";

/** Reads a JSON document and checks the part we use; null when the source says that nothing changed. */
export async function readJson<Schema extends z.ZodType>(
  http: Pick<SourceHttp, "get">,
  request: SourceRequest,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const reading = await http.get(request);
  return reading.kind === "unchanged" ? null : parseJson(reading.bytes, schema);
}

/** One way to rent a GPU as its cloud states it; prices per GPU hour in US dollars. */
export interface LiveGpuOffer {
  /** Unique within the source, the same in every reading. */
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

/** A public price list that asks for no account. */
export interface GpuSource {
  /** As in the sources table. */
  id: string;
  /** Whose offers it lists, by the provider table. */
  provider: string;
  /** Where a reader can check the prices. */
  pricingUrl: string;
  /** Null when the source says that nothing changed. */
  read(http: Pick<SourceHttp, "get">): Promise<LiveGpuOffer[] | null>;
}

/** Dearer than any GPU ever rented: a slip of units. */
const HIGHEST_USD_HOUR = 500;

/** A price per GPU to a hundredth of a cent; null for what cannot be one. */
export function usdPerGpuHour(price: number | null | undefined, gpus = 1): number | null {
  if (price === null || price === undefined || !Number.isFinite(price) || price <= 0) return null;
  const each = price / gpus;
  return each > HIGHEST_USD_HOUR ? null : Math.round(each * 10_000) / 10_000;
}
