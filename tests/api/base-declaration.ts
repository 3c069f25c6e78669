import { free } from "@/lib/http/endpoint";

export const base = { method: "GET", tag: "Service", summary: "A test", access: free(), reads: [], maxAgeSeconds: 60 } as const;
