import type { Connection } from "@/db/connection";

export interface Statement {
  text: string;
  values: readonly unknown[];
}

type QueryArgument = string | { text: string; values?: readonly unknown[] };
type Query = (query: QueryArgument, values?: readonly unknown[], ...rest: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

const statementOf = (query: QueryArgument, values: readonly unknown[] | undefined): Statement =>
  typeof query === "string" ? { text: query, values: values ?? [] } : { text: query.text, values: values ?? query.values ?? [] };

/** Records every statement sent over this connection outside of transactions, in order. */
export function recordStatements({ client }: Connection): Statement[] {
  const recorded: Statement[] = [];
  const runQuery = (client.query as unknown as Query).bind(client);
  const recording: Query = (query, values, ...rest) => {
    recorded.push(statementOf(query, Array.isArray(values) ? values : undefined));
    return runQuery(query, values, ...rest);
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

async function planOf({ client }: Connection, { text, values }: Statement): Promise<Plan[]> {
  const { rows } = await (client.query as unknown as Query)(`explain (format json) ${text}`, [...values]);
  const plans = rows[0]?.["QUERY PLAN"];
  const [{ Plan: plan }] = (typeof plans === "string" ? JSON.parse(plans) : plans) as [{ Plan: Plan }];
  return nodesOf(plan);
}

export const seqScansOf = async (connection: Connection, statement: Statement): Promise<string[]> =>
  (await planOf(connection, statement)).filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"] ?? "");

export const usedIndexesOf = async (connection: Connection, statement: Statement): Promise<string[]> =>
  (await planOf(connection, statement)).flatMap((node) => node["Index Name"] ?? []);
