import type { Connection } from "@/db/connection";

export interface Statement {
  text: string;
  values: readonly unknown[];
}

type Asked = string | { text: string; values?: readonly unknown[] };
type Query = (asked: Asked, values?: readonly unknown[], ...rest: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

const statementOf = (asked: Asked, values: readonly unknown[] | undefined): Statement =>
  typeof asked === "string" ? { text: asked, values: values ?? [] } : { text: asked.text, values: values ?? asked.values ?? [] };

/** From now on everything that this connection is asked outside of transactions, in order. */
export function recordStatements({ client }: Connection): Statement[] {
  const recorded: Statement[] = [];
  const ask = (client.query as unknown as Query).bind(client);
  const recording: Query = (asked, values, ...rest) => {
    recorded.push(statementOf(asked, Array.isArray(values) ? values : undefined));
    return ask(asked, values, ...rest);
  };
  Object.assign(client, { query: recording });
  return recorded;
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The plan that the database makes for these very values. */
async function planOf({ client }: Connection, { text, values }: Statement): Promise<Plan[]> {
  const { rows } = await (client.query as unknown as Query)(`explain (format json) ${text}`, [...values]);
  const told = rows[0]?.["QUERY PLAN"];
  const [{ Plan: plan }] = (typeof told === "string" ? JSON.parse(told) : told) as [{ Plan: Plan }];
  return nodesOf(plan);
}

/** Tables that the plan reads from end to end. */
export const seqScansOf = async (connection: Connection, statement: Statement): Promise<string[]> =>
  (await planOf(connection, statement)).filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"] ?? "");

export const usedIndexesOf = async (connection: Connection, statement: Statement): Promise<string[]> =>
  (await planOf(connection, statement)).flatMap((node) => node["Index Name"] ?? []);
