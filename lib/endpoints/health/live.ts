import { z } from "zod";
import { defineEndpoint, freeProbe } from "@/lib/http/endpoint";

export const live = defineEndpoint({
  method: "GET",
  path: "/api/health/live",
  tag: "Service",
  summary: "Live health check: 200 as long as this process answers",
  description:
    "For supervisors, which restart what does not answer. It asks neither the database nor anything else; /api/health/ready says whether calls can be answered.",
  access: freeProbe(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  response: z.strictObject({ status: z.literal("live") }),
}).handle(() => ({ status: "live" as const }));
