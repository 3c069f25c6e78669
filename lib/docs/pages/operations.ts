import { findByTask, type Findable } from "@/lib/domain/pages/docs/find-by-task";
import { type AnyEndpoint, TAGS, type Tag } from "@/lib/http/endpoint";
import { catalogOf } from "../catalog";
import { costWords } from "../meta";
import { operationId } from "../operation-id";
import { parametersOf, templatedPath } from "../parameters";
import { bodyFieldsOf } from "../body-fields";
import type { Site } from "../site";

export interface Operation extends Findable {
  /** Its name in OpenAPI, and in the address of its page. */
  id: string;
  endpoint: AnyEndpoint;
  /** `GET /api/status` */
  title: string;
  href: string;
  tag: Tag;
  cost: string;
}

export const operationHref = (endpoint: AnyEndpoint): string => `/docs/api/${operationId(endpoint)}`;

function makeOperation(endpoint: AnyEndpoint): Operation {
  const path = templatedPath(endpoint);
  const inputs = [...parametersOf(endpoint), ...bodyFieldsOf(endpoint)].map(({ name, description }) => `${name} ${description}`);
  return {
    id: operationId(endpoint),
    endpoint,
    title: `${endpoint.method} ${path}`,
    href: operationHref(endpoint),
    tag: endpoint.tag,
    cost: costWords(endpoint),
    summary: endpoint.summary,
    path,
    section: `${endpoint.tag} ${TAGS[endpoint.tag]}`,
    details: `${endpoint.method} ${endpoint.description ?? ""} ${inputs.join(" ")}`,
  };
}

/** Operations are made once. Each follows from its declaration alone, and a page asks for all several times. */
const made = new WeakMap<AnyEndpoint, Operation>();

function operationOf(endpoint: AnyEndpoint): Operation {
  const operation = made.get(endpoint) ?? makeOperation(endpoint);
  made.set(endpoint, operation);
  return operation;
}

export const operationsOf = (site: Site): Operation[] => catalogOf(site).map(operationOf);

export const findOperation = (site: Site, id: string): Operation | null =>
  operationsOf(site).find((operation) => operation.id === id) ?? null;

/** Operations by what somebody wants to do: `is claude down`. */
export const operationsFor = (site: Site, task: string): Operation[] => findByTask(operationsOf(site), task);

/** In the order of the catalog. */
export function byTag(operations: readonly Operation[]): { tag: Tag; about: string; operations: Operation[] }[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return tags.map((tag) => ({ tag, about: TAGS[tag], operations: operations.filter((operation) => operation.tag === tag) }));
}
