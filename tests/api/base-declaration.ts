import { free } from "@/lib/http/endpoint";

export const base = { method: "GET", tag: "Test", summary: "A test", access: free(), reads: [], maxAgeSeconds: 60 } as const;
