import { rangeWords } from "@/lib/domain/security/card-words";
import type { VersionStatus } from "@/lib/domain/security/version-range";
import type { CveData } from "@/lib/schemas/security/cve-card";

type Entry = CveData["affected"][number];
type Range = Entry["versions"][number];

const LABELS: Readonly<Record<VersionStatus, string>> = { affected: "Affected", unaffected: "Not affected", unknown: "Not known" };
const DEFAULTS: Readonly<Record<VersionStatus, string>> = {
  affected: "All that is not listed is affected",
  unaffected: "What is not listed is not affected",
  unknown: "Of what is not listed it is not known",
};

function nameOf({ vendor, product, package: packageName }: Entry): string {
  const name = vendor === null ? product : `${vendor} ${product}`;
  return packageName === null || packageName === product ? name : `${name}, package ${packageName}`;
}

const rangeText = ({ up_to: upTo, ...range }: Range): string => rangeWords({ ...range, upTo });

/** Lines of the statuses that the ranges have. */
function Ranges({ title, ranges }: { title: string; ranges: readonly Range[] }) {
  const statuses = [...new Set(ranges.map(({ status }) => status))];
  return statuses.map((status) => (
    <p key={status} className="text-small [overflow-wrap:anywhere]">
      {LABELS[status]}
      {title}: {ranges.flatMap((range) => (range.status === status ? [rangeText(range)] : [])).join("; ")}
    </p>
  ));
}

function Product({ entry }: { entry: Entry }) {
  const { ecosystem, platforms, modules, versions, commits, unparsed, default_status: byDefault, versions_left_off: leftOff } = entry;
  const isListing = [versions, commits, unparsed].some(({ length }) => length > 0);
  const where = [ecosystem, ...platforms, ...modules].filter((part) => part !== null);
  return (
    <li className="border-t border-border py-2 first:border-t-0">
      <p className="[overflow-wrap:anywhere]">
        <b className="font-medium">{nameOf(entry)}</b>
        {where.length > 0 && <span className="text-fg-muted"> ({where.join(", ")})</span>}
      </p>
      <Ranges title="" ranges={versions} />
      <Ranges title=" by commit" ranges={commits} />
      {unparsed.map(({ status, text }) => (
        <p key={text} className="text-small [overflow-wrap:anywhere]">
          {LABELS[status]}, in the source's own words: {text}
        </p>
      ))}
      {byDefault !== null && <p className="text-small text-fg-muted">{isListing ? DEFAULTS[byDefault] : LABELS[byDefault]}</p>}
      <p className="text-small text-fg-muted">
        By {entry.supplied_by}
        {leftOff > 0 && `; ranges that are not listed: ${leftOff}`}
      </p>
    </li>
  );
}

/** What is affected, each entry with its versions and who says so. */
export function Affected({ card: { affected, affected_products: products, affected_left_off: leftOff } }: { card: CveData }) {
  const names = products.map(({ vendor, product }) => (vendor === null ? product : `${vendor} ${product}`));
  return (
    <section aria-label="Affected products">
      <h3 className="text-h3">Affected</h3>
      {affected.length === 0 ? (
        <p className="text-fg-muted">{names.length === 0 ? "No source that answered names what is affected." : names.join(", ")}</p>
      ) : (
        <ul>
          {affected.map((entry) => (
            <Product key={JSON.stringify(entry)} entry={entry} />
          ))}
        </ul>
      )}
      {leftOff > 0 && <p className="text-small text-fg-muted">Products that are not listed: {leftOff}</p>}
    </section>
  );
}
