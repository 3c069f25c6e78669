import { fillBrackets } from "@/lib/domain/pages/fill-path";

export interface CallInput {
  name: string;
  place: "query" | "path";
  isRequired: boolean;
  example: string;
}

export type CallValues = Readonly<Record<string, string>>;

/** The address of a call to a path with brackets; an input that was left empty is left out. */
export function callAddress(template: string, inputs: readonly CallInput[], values: CallValues): string {
  const valueOf = ({ name, example }: CallInput): string => (values[name] ?? example).trim();
  const inPath = new Map(inputs.filter(({ place }) => place === "path").map((input) => [input.name, valueOf(input)]));
  const path = fillBrackets(template, (name) => inPath.get(name));
  const query = inputs.filter((input) => input.place === "query" && valueOf(input) !== "");
  const search = new URLSearchParams(query.map((input) => [input.name, valueOf(input)])).toString();
  return search === "" ? path : `${path}?${search}`;
}
