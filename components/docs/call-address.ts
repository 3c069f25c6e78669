export interface CallInput {
  name: string;
  place: "query" | "path";
  isRequired: boolean;
  example: string;
}

export type CallValues = Readonly<Record<string, string>>;

/** The address of a call; an input that was left empty is left out. */
export function callAddress(template: string, inputs: readonly CallInput[], values: CallValues): string {
  const valueOf = ({ name, example }: CallInput): string => (values[name] ?? example).trim();
  const path = inputs
    .filter(({ place }) => place === "path")
    .reduce((filled, input) => filled.replace(`{${input.name}}`, encodeURIComponent(valueOf(input))), template);
  const query = inputs.filter((input) => input.place === "query" && valueOf(input) !== "");
  const search = new URLSearchParams(query.map((input) => [input.name, valueOf(input)])).toString();
  return search === "" ? path : `${path}?${search}`;
}
