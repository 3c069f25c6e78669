import { formatUsd, priceUnits } from "@/lib/domain/money/credits";
import type { AnyEndpoint } from "./endpoint";

/** What a page shows of a call that costs credits, before anyone makes it. The price is that of the declaration. */
export function premiumRequest(
  endpoint: AnyEndpoint,
  { query = {}, params = {} }: { query?: Record<string, string>; params?: Record<string, string> },
): { address: string; credits: number; usd: string } {
  if (endpoint.access.kind !== "premium") throw new Error(`${endpoint.method} ${endpoint.path} costs no credits`);
  const path = endpoint.path.replace(/\[([^\]]+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  const { credits } = endpoint.access;
  return { address: search === "" ? path : `${path}?${search}`, credits, usd: `$${formatUsd(priceUnits(credits))}` };
}
