import type { AnyEndpoint } from "@/lib/http/endpoint";

/** Its name for programs, and in the address of its page of the documentation. */
export function operationId(endpoint: AnyEndpoint): string {
  const words = endpoint.path
    .replace(/^\/api\//, "/")
    .replace(/\[(?:\.\.\.)?(\w+)\]/g, "by-$1")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  return endpoint.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
