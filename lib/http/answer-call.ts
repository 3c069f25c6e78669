import { failureAnswer } from "./refuse";
import { answerDryRun } from "./answer-dry-run";
import type { Answer, ApiRequest } from "./answer";
import { buildAnswer } from "./build";
import { computeOutcome } from "./compute-outcome";
import { isPrepared, type AnyEndpoint } from "./endpoint";
import { findPrepared, prepare } from "./prepare";
import { countCall, UNCOUNTED } from "./steps/count";
import { identify } from "./steps/identify";
import { openPaidCall } from "./steps/open";
import { parse } from "./steps/parse";
import { sendable } from "./steps/respond";
import { settle } from "./steps/settle";

/**
 * What happens to a call once its endpoint is found: counted, answered from what is prepared, parsed, identified, opened
 * (its price is put on hold), computed and checked, signed and settled. Refusals are thrown by their step and answered here.
 */
export async function answerCall(endpoint: AnyEndpoint, request: ApiRequest, params: Readonly<Record<string, string>>): Promise<Answer> {
  let counted = UNCOUNTED;
  try {
    counted = await countCall(endpoint, request);
    const { headers: limits } = counted;
    const ready = isPrepared(endpoint) ? await findPrepared(endpoint, request) : null;
    if (ready) return sendable(ready, request, limits);
    const input = await parse(endpoint, request, params);
    if (isPrepared(endpoint)) return sendable(await prepare(endpoint, input, params, request), request, limits);
    if (endpoint.access.kind !== "premium") {
      return sendable(await buildAnswer(endpoint, input, await identify(endpoint, request)), request, limits);
    }
    if (endpoint.isDryRun?.(input.body)) return await answerDryRun(endpoint, input, request);
    const opened = await openPaidCall(endpoint, input, request);
    if ("answered" in opened) return opened.answered;
    counted.undo();
    return await settle(opened, await computeOutcome(opened, request), request);
  } catch (error) {
    return failureAnswer(error, endpoint.path, request, counted.headers);
  }
}
