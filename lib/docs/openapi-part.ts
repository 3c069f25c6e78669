import { ApiError } from "@/lib/errors";
import { quoted } from "@/lib/http/call/parse";
import type { Tag } from "@/lib/http/endpoint";
import type { Json } from "./json-schema";

/** Which part of the description is asked for: the operations of a subject, or one of them. */
export interface AskedPart {
  tag?: Tag | undefined;
  operation?: string | undefined;
}

export const partAddress = ({ tag, operation }: AskedPart): string =>
  `/openapi.json?${tag === undefined ? `operation=${operation ?? ""}` : `tag=${encodeURIComponent(tag)}`}`;

interface Operation extends Json {
  operationId: string;
  tags: readonly Tag[];
}

interface Description extends Json {
  tags: readonly { name: Tag }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
}

type Paths = Description["paths"];

const REF = "#/components/";

/** Adds what a value refers to, and what that refers to in turn, as `kind/name`. */
function follow(value: unknown, components: Description["components"], found: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = key === "$ref" && typeof inner === "string" && inner.startsWith(REF) ? inner.slice(REF.length) : null;
    if (at === null) follow(inner, components, found);
    else if (!found.has(at)) {
      found.add(at);
      const [kind = "", name = ""] = at.split("/");
      follow(components[kind]?.[name], components, found);
    }
  }
}

function chosen(items: Paths, { tag, operation }: AskedPart): Paths {
  const isAsked = (one: Operation) =>
    (tag === undefined || one.tags.includes(tag)) && (operation === undefined || one.operationId === operation);
  const kept = Object.entries(items).map(([path, item]): [string, Record<string, Operation>] => [
    path,
    Object.fromEntries(Object.entries(item).filter(([, one]) => isAsked(one))),
  ]);
  return Object.fromEntries(kept.filter(([, item]) => Object.keys(item).length > 0));
}

/** The one scheme is named in `security`, not by `$ref`. Free operations do not use it. */
function usedComponents({ components }: Description, parts: Chosen): Json {
  const found = new Set<string>();
  follow(parts, components, found);
  const isSecured = operationsIn(parts).some(({ security }) => security !== undefined);
  const used = Object.entries(components).map(([kind, members]): [string, Json] => [
    kind,
    Object.fromEntries(Object.entries(members).filter(([name]) => (kind === "securitySchemes" ? isSecured : found.has(`${kind}/${name}`)))),
  ]);
  return Object.fromEntries(used.filter(([, members]) => Object.keys(members).length > 0));
}

type Chosen = Pick<Description, "paths" | "webhooks">;

const chosenParts = ({ paths, webhooks }: Chosen, asked: AskedPart): Chosen => ({
  paths: chosen(paths, asked),
  webhooks: chosen(webhooks, asked),
});

const operationsIn = ({ paths, webhooks }: Chosen): Operation[] =>
  [paths, webhooks].flatMap((items) => Object.values(items).flatMap((item) => Object.values(item)));

const operationIdsOf = (among: Chosen): string[] => operationsIn(among).map(({ operationId }) => operationId);

/** The part of the description that is asked for, valid by itself, under the names of the whole. */
export function openApiPart(whole: Json, asked: AskedPart): Json {
  if (asked.tag === undefined && asked.operation === undefined) return whole;
  const description = whole as Description;
  const { paths, webhooks } = chosenParts(description, asked);
  if (Object.keys({ ...paths, ...webhooks }).length === 0) throw noSuchPart(description, asked);
  const used = new Set(operationsIn({ paths, webhooks }).flatMap(({ tags }) => tags));
  const { webhooks: _, ...rest } = description;
  return {
    ...rest,
    tags: description.tags.filter(({ name }) => used.has(name)),
    paths,
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
    components: usedComponents(description, { paths, webhooks }),
  };
}

function noSuchPart(description: Description, { tag, operation = "" }: AskedPart): ApiError {
  const among = tag === undefined ? description : chosenParts(description, { tag });
  const accepted = `one of ${operationIdsOf(among).join(", ")}`;
  const given = quoted(operation);
  return new ApiError("invalid_parameter", `\`operation\` is not valid: got "${given}", accepted is ${accepted}.`, {
    parameter: "operation",
    given,
    accepted,
  });
}
