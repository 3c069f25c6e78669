import { serviceTime } from "@/lib/config/clock";
import type { NoChargeReason } from "@/lib/domain/money/no-charge";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { writeResponse, type WrittenResponse } from "@/lib/receipts/hashes";
import type { ApiRequest } from "../answer";
import { asApiError } from "./as-api-error";
import { compute, NOBODY } from "./build";
import { noChargeReasonOf } from "./fault";
import { ageOf, hashedBody } from "../premium-body";
import { addressOf } from "../limits/address-keys";
import type { OpenedRequest, PaidRequest } from "./open";
import { errorBody, newRequestId, problemType } from "./respond";

export interface Outcome {
  status: number;
  contentType: string;
  /** Only the text is held while the call is charged. The garbage collector would copy thousands of objects. */
  written: WrittenResponse;
  capturedAt: Date | null;
  slaSeconds: number | null;
  /** True for an answer with a secret: its copy for an idempotent repeat is sealed. */
  isSecret: boolean;
  headers: Record<string, string>;
  /** Null when the call is charged. */
  waiver: NoChargeReason | null;
}

/** `billing` and the receipt are appended to it. */
export const withoutClosingBrace = (json: Uint8Array): Uint8Array => json.subarray(0, -1);

export function failureOf(error: unknown, { path, endpoint }: Pick<PaidRequest, "path" | "endpoint">): Outcome {
  const requestId = newRequestId();
  const failure = asApiError(error, endpoint.path, requestId);
  return {
    status: failure.status,
    contentType: problemType(failure.status),
    written: writeResponse(errorBody(failure, requestId, path)),
    capturedAt: null,
    slaSeconds: slaOf(endpoint.reads),
    isSecret: false,
    headers: { ...failure.headers, "X-Request-Id": requestId },
    waiver: noChargeReasonOf(failure),
  };
}

async function successOf({ db, endpoint, input, call }: OpenedRequest, request: ApiRequest): Promise<Outcome> {
  if (endpoint.reads.length > 0) await ensureFreshVersions(db);
  const now = serviceTime();
  const caller = { ...NOBODY, payer: call, headers: request.headers, address: addressOf(request) };
  const computed = await compute(endpoint, input, db, now, caller);
  const age = ageOf(computed, now);
  const { waived } = computed;
  const isEmpty = endpoint.isEmpty?.(computed.payload) ?? false;
  return {
    status: 200,
    contentType: "application/json; charset=utf-8",
    written: writeResponse(hashedBody(endpoint, computed.payload as object, age), (json) =>
      request.compressAhead?.(withoutClosingBrace(json), false),
    ),
    capturedAt: computed.capturedAt,
    slaSeconds: computed.slaSeconds,
    isSecret: endpoint.isSecret?.(computed.payload) ?? false,
    headers: waived ? { "Retry-After": String(waived.retryAfterSeconds) } : {},
    waiver: waived?.reason ?? (isEmpty ? "empty_result" : age.isStale ? "stale_data" : null),
  };
}

/** Runs the handler and checks its answer for schema, emptiness and age. A failure is an outcome too: one that is waived. */
export const computeOutcome = (opened: OpenedRequest, request: ApiRequest): Promise<Outcome> =>
  successOf(opened, request).catch((error: unknown) => failureOf(error, opened));
