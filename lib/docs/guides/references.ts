import { code, type DocBlock } from "@/lib/domain/pages/docs/doc";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { curlLine } from "../curl";
import { operationHref } from "../pages/operations";
import { templatedPath } from "../parameters";
import type { Site } from "../site";

/** A link to the page of an operation, by its path. */
export const to = (endpoint: AnyEndpoint): string => `[${endpoint.method} ${templatedPath(endpoint)}](${operationHref(endpoint)})`;

/** The example call of an operation, as its own page has it. */
export const callBlock = (label: string, endpoint: AnyEndpoint, site: Site, headers?: readonly string[], body?: unknown): DocBlock =>
  code(label, "bash", curlLine(endpoint, site, headers, body));
