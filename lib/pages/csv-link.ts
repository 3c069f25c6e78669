import type { AnyEndpoint } from "@/lib/http/endpoint";

/** Where a block's answer is had as CSV, for the same filters. */
export const csvLink = ({ path }: AnyEndpoint, query: Readonly<Record<string, string>> = {}): { href: string; label: string } => ({
  href: `${path}?${new URLSearchParams({ ...query, format: "csv" })}`,
  label: "CSV",
});
