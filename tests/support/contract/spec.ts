import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export interface Schema {
  type?: string;
  format?: string;
  items?: Schema;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  /** Maps a value of this parameter to the parameter that it makes required. */
  "x-needs"?: Record<string, string>;
  /** The parameter in whose place this one is given: one of the two is required, and both are refused. */
  "x-instead-of"?: string;
}

export interface SpecParameter {
  name: string;
  in: "query" | "path";
  required: boolean;
  allowEmptyValue?: boolean;
  schema: Schema;
  example?: unknown;
}

interface Media {
  schema: Schema;
}

interface SpecResponse {
  $ref?: string;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  parameters?: SpecParameter[];
  requestBody?: { content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }> };
  responses: Record<string, SpecResponse>;
  "x-access": string;
  "x-calls-per-day"?: number;
  "x-datasets": string[];
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, SpecResponse> };
}

export interface DeclaredOperation {
  path: string;
  method: string;
  operation: Operation;
}

export const operationsOf = (description: Description): DeclaredOperation[] =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: { ...operation, parameters: (operation.parameters ?? []).filter((parameter) => !("$ref" in parameter)) },
    })),
  );

/** The bodies that the description shows; none for an operation without a body. */
export function exampleBodiesOf({ operation }: DeclaredOperation): unknown[] {
  const { example, examples = {} } = operation.requestBody?.content["application/json"] ?? {};
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

const pointer = (...parts: readonly string[]): string =>
  `spec.json#/${parts.map((part) => encodeURIComponent(part.replace(/~/g, "~0").replace(/\//g, "~1"))).join("/")}`;

export class SpecValidator {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly description: Description;

  constructor(description: Description) {
    this.description = description;
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema(description as object, "spec.json");
  }

  /** Null when the answer is as described. */
  fault(declared: DeclaredOperation, status: number, contentType: string | undefined, text: string): string | null {
    const found = this.responseOf(declared, status);
    if (!found) return `status ${status} is not documented`;
    if (!found.response.content) return text === "" ? null : "a body where none is documented";
    const type = contentType?.split(";", 1)[0] ?? "";
    const media = found.response.content[type];
    if (!media) return `content type ${type} is not documented for ${status}`;
    // A file of JSON Lines is no JSON.
    if (!/\bjson\b/.test(type)) return null;
    const validate = this.validatorAt(pointer(...found.at, "content", type, "schema"));
    if (validate(JSON.parse(text))) return null;
    return `${status}: ${this.ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
  }

  private responseOf({ path, method, operation }: DeclaredOperation, status: number): { response: SpecResponse; at: string[] } | null {
    const response = operation.responses[String(status)];
    if (!response) return null;
    const name = response.$ref?.split("/").at(-1);
    if (!name) return { response, at: ["paths", path, method.toLowerCase(), "responses", String(status)] };
    return { response: this.description.components.responses[name] as SpecResponse, at: ["components", "responses", name] };
  }

  private validatorAt(at: string): ValidateFunction {
    const cached = this.compiled.get(at);
    if (cached) return cached;
    const compiled = this.ajv.compile({ $ref: at });
    this.compiled.set(at, compiled);
    return compiled;
  }
}
