import type { PGlite, QueryOptions, Results } from "@electric-sql/pglite";
import { LRUCache } from "lru-cache";
import { escapeLiteral } from "pg";

const PLANNABLE = /^\s*(?:select|with|insert|update|delete|values)\b/i;
/** A search of words or lists is planned each time, because its number of rows depends on its values. */
const DEPENDS_ON_VALUES = /tsquery|@@|&&|@>|<@/;
const MOST_PLANS = 200;
/** Longer texts are those of jobs that write many rows, of which hardly two are the same. */
const LONGEST_TEXT = 20_000;
/**
 * Fifty calls that are charged together are one value, with their stored answers. A longer value is
 * sent as a parameter.
 */
const LONGEST_VALUE = 1_000_000;
/** A plan is made anew after so many uses. Without autovacuum the database does not notice that a table has grown. */
const USES_OF_A_PLAN = 1000;
/** The plan is gone, or its tables have other columns than when it was made. */
const UNUSABLE_PLAN = new Set(["26000", "0A000"]);

/**
 * Types that drizzle has as text: timestamp, with time zone, interval, date, their arrays; numeric[].
 * Given with each statement, as drizzle does it, they would be merged with the parsers of all other
 * types each time.
 */
const AS_TEXT = [1114, 1184, 1186, 1082, 1115, 1185, 1187, 1182, 1231];

const isPlannable = (text: string): boolean => text.length <= LONGEST_TEXT && PLANNABLE.test(text) && !DEPENDS_ON_VALUES.test(text);

interface Plan {
  name: string;
  uses: number;
}

type Plain = string | number | bigint | boolean | null | undefined;

const isPlain = (value: unknown): value is Plain =>
  value === null || value === undefined || ["number", "bigint", "boolean"].includes(typeof value) || isPlainText(value);

/**
 * A value with a null character, which would end the text of a query, is sent as a parameter. Postgres
 * then refuses it in its own words.
 */
const isPlainText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= LONGEST_VALUE && !value.includes("\0");

/** A parameter within the text of EXECUTE, which takes no others. Postgres reads it as the type that the plan declares. */
const asLiteral = (value: Plain): string => (value === null || value === undefined ? "null" : escapeLiteral(String(value)));

/** The texts that were run of late, with the names of their plans. */
function createPlans() {
  const outdated: string[] = [];
  const plans = new LRUCache<string, Plan>({
    max: MOST_PLANS,
    dispose({ name, uses }) {
      if (uses > 1) outdated.push(name);
    },
  });
  let made = 0;
  return {
    /** Null at the first use of a text, which has no plan yet. */
    use(text: string): Plan | null {
      const plan = plans.get(text);
      if (!plan) {
        plans.set(text, { name: `plan_${made++}`, uses: 1 });
        return null;
      }
      plan.uses += 1;
      if (plan.uses === USES_OF_A_PLAN) plans.delete(text);
      return plan;
    },
    /** The statements to run before a plan's second use. They make the plan, and drop plans that nobody uses. */
    making(text: string, { name, uses }: Plan): string {
      if (uses !== 2) return "";
      const unused = outdated.splice(0).map((other) => `deallocate ${other};`);
      return `${unused.join("")}prepare ${name} as ${text.replace(/;\s*$/, "")};`;
    },
    forget(text: string, plan: Plan): void {
      plan.uses = 0;
      plans.delete(text);
    },
  };
}

/**
 * Makes the embedded database plan a statement once instead of at each use. From its second use on a
 * statement runs by SQL's PREPARE and EXECUTE, as a simple query: two messages to the engine instead
 * of six, and half the time.
 */
export function planStatements(client: PGlite): PGlite {
  for (const type of AS_TEXT) client.parsers[type] = (value) => value;
  const unplanned = client.query.bind(client);
  const plans = createPlans();

  client.query = async <Row>(text: string, parameters: unknown[] = [], { parsers: _, ...options }: QueryOptions = {}) => {
    const plan = isPlannable(text) && parameters.every(isPlain) ? plans.use(text) : null;
    if (!plan) return unplanned<Row>(text, parameters, options);
    const given = parameters.length > 0 ? ` (${(parameters as Plain[]).map(asLiteral).join(",")})` : "";
    try {
      const results = await client.exec(`${plans.making(text, plan)}execute ${plan.name}${given}`, options);
      return results.at(-1) as Results<Row>;
    } catch (error) {
      if (!UNUSABLE_PLAN.has(String((error as { code?: unknown }).code))) throw error;
      plans.forget(text, plan);
      return unplanned<Row>(text, parameters, options);
    }
  };
  return client;
}
