import { z } from "zod";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, freeProbe } from "@/lib/http/endpoint";
import { checkReadiness, READY } from "@/lib/http/operator/readiness";

const RETRY_SECONDS = 5;

const part = z.string().nullable();

const Checks = z
  .strictObject({ database: part, migrations: part, signing_key: part, clock: part, ledger: part, storage: part })
  .describe(
    "`ok` or what is wrong, for each part that calls need; null where that cannot be known. `storage` is the embedded database's disk.",
  );

export const ready = defineEndpoint({
  method: "GET",
  path: "/api/health/ready",
  tag: "Service",
  summary: "Ready health check: 200 while calls can be answered, 503 with what is wrong",
  description: "For load balancers, which send calls elsewhere meanwhile. The parts are checked at most once a second.",
  access: freeProbe(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  response: z.strictObject({ status: z.literal("ready"), checks: Checks }),
  errors: { not_ready: z.object({ checks: Checks, retry_after: z.int() }) },
}).handle(async ({ db }) => {
  const checks = await checkReadiness(db);
  const wrong = Object.values(checks).filter((says) => says !== null && says !== READY);
  if (wrong.length === 0) return { status: "ready" as const, checks };
  const details = { checks, retry_after: RETRY_SECONDS };
  throw new ApiError("not_ready", wrong.join(" "), details, { "Retry-After": String(RETRY_SECONDS) });
});
