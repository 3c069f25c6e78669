import { free } from "@/lib/http/endpoint";

/** The members that tests of the engine do not care about. */
export const base = { method: "GET", tag: "Test", summary: "A test", access: free(), reads: [], maxAgeSeconds: 60 } as const;
