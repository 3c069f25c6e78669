import type { AnyEndpoint } from "@/lib/http/endpoint";
import answers from "./answer-examples.json";
import { templatedPath } from "./parameters";

const byOperation: Readonly<Record<string, unknown>> = answers;

/**
 * A real answer to an endpoint's example call, its lists cut to the first entries. `npm run examples`
 * writes all of them.
 */
export const answerExample = (endpoint: AnyEndpoint): unknown => byOperation[operationName(endpoint)];

export const operationName = (endpoint: AnyEndpoint): string => `${endpoint.method} ${templatedPath(endpoint)}`;
