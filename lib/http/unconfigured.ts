import { configurationFault } from "@/lib/config/configuration-fault";
import { escapeMarkup } from "@/lib/domain/basics/markup";
import { PRIVATE } from "@/lib/domain/freshness/cache-control";
import type { Answer } from "./answer";
import { errorAnswer, newRequestId } from "./steps/respond";
import { pathOf, targetOf } from "./target";

/** The problem that answers every program while the configuration is not whole; null when it is. */
export function answerUnconfigured(url: string): Answer | null {
  const fault = configurationFault();
  return fault && errorAnswer(fault, newRequestId(), pathOf(targetOf(url)));
}

/** The same for readers: one page that needs neither a database nor a configured name. */
export function unconfiguredPage(): Answer | null {
  const fault = configurationFault();
  if (!fault) return null;
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>This service is not configured yet</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><main><h1>This service is not configured yet</h1>
<p>${escapeMarkup(fault.message)}</p>
<p>Its operator sets what is missing in the environment variables of the project, and deploys it again. The section Deployment of the README names every variable.</p>
</main></body></html>
`;
  return {
    status: fault.status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": PRIVATE, ...fault.headers },
    body,
  };
}
