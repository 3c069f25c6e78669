import { groupBy } from "../../basics/group-by";
import { lastDayOf, retirementKey, STANDINGS, type Retirement, type Standing, type Statement } from "./retirement";

/** The end that is believed, and whose word it is. */
export interface BelievedRetirement extends Retirement {
  source: string;
  standing: Standing;
}

const lastDay = ({ retiresOn }: Statement): string => (retiresOn === null ? "" : lastDayOf(retiresOn));

/** The statement with the latest day, because hosts move an announced day away. The first of equals. */
const latestOf = (statements: readonly Statement[]): Statement | undefined =>
  statements.reduce<Statement | undefined>((latest, one) => (latest && lastDay(latest) >= lastDay(one) ? latest : one), undefined);

function decisiveOf(statements: readonly Statement[]): Statement | undefined {
  const of = (standing: Standing): Statement[] => statements.filter((one) => one.standing === standing);
  const own = latestOf(of("own"));
  if (own) return own;
  const copy = latestOf(of("gathered")) ?? latestOf(of("bundled"));
  return latestOf([...(copy ? [copy] : []), ...of("list")]);
}

/**
 * The believed end of a model at a host where sources disagree. The host's own page decides. Without
 * it a price list may know of a later day than the copies of the page. Facts that the decisive source
 * leaves open come from the others.
 */
export function believeStatements(statements: readonly Statement[]): BelievedRetirement | null {
  const decisive = decisiveOf(statements);
  if (!decisive) return null;
  const inOrder = [decisive, ...STANDINGS.flatMap((standing) => statements.filter((one) => one.standing === standing))];
  const naming = inOrder.find(({ replacement, options }) => replacement !== null || options.length > 0) ?? decisive;
  const routing = inOrder.find(({ after }) => after !== null) ?? decisive;
  return {
    ...decisive,
    announcedOn: inOrder.find(({ announcedOn }) => announcedOn !== null)?.announcedOn ?? null,
    replacement: naming.replacement,
    options: naming.options,
    after: routing.after,
    reroutedTo: routing.reroutedTo,
    page: inOrder.find(({ page }) => page !== null)?.page ?? null,
  };
}

/** Whether sources that say a day say different ones. */
export const doDisagree = (statements: readonly Pick<Retirement, "retiresOn">[]): boolean =>
  new Set(statements.flatMap(({ retiresOn }) => retiresOn ?? [])).size > 1;

/** What is believed of each model at each host, by `retirementKey`. */
export const believedEnds = (statements: readonly Statement[]): ReadonlyMap<string, BelievedRetirement> =>
  new Map(
    [...groupBy(statements, retirementKey)].flatMap(([key, ones]) => {
      const believed = believeStatements(ones);
      return believed ? [[key, believed] as const] : [];
    }),
  );
