import type { Route } from "@playwright/test";

/** What the service answers beyond its limits, with a time to wait. */
export const answerTooMany = (route: Route): Promise<void> =>
  route.fulfill({
    status: 429,
    headers: { "Retry-After": "30", "Content-Type": "application/problem+json" },
    body: JSON.stringify({ ok: false, error: "rate_limit_exceeded", message: "Too many requests.", request_id: "req_0123456789abcdef" }),
  });
