interface Named {
  model: string;
  host_name: string;
  state: string;
  retires_on: string | null;
  precision: string;
  moved_from: readonly string[];
  replacement: string | null;
  options: readonly string[];
  rerouted_to: { model: string } | null;
}

/** What happens to a model, in one line without the day. */
export function retirementTitle({
  model,
  host_name: host,
  state,
  precision,
}: Pick<Named, "model" | "host_name" | "state" | "precision">): string {
  if (state === "retired") return `${model} at ${host} is retired`;
  return precision === "earliest" ? `${model} at ${host} may be retired` : `${model} at ${host} is to be retired`;
}

/** The day, what it was before, and what to use instead, as sentences. */
export function retirementText(end: Named): string {
  const day =
    end.retires_on === null ? "no day is announced" : end.precision === "earliest" ? `from ${end.retires_on} on` : `on ${end.retires_on}`;
  const before = end.moved_from.at(-1);
  const names = end.replacement === null ? end.options : [end.replacement];
  return [
    `${retirementTitle(end)}, ${day}.`,
    before === undefined ? "" : `The day moved from ${before}.`,
    end.rerouted_to === null ? "" : `Afterwards ${end.rerouted_to.model} answers, at its price.`,
    names.length === 0 ? "" : `${end.host_name} names ${names.join(", ")} instead.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
