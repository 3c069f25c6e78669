import { Pager } from "@/components/ui/pager";
import { EmptyFiltered } from "@/components/ui/states";
import { pageOfRows, sortRows, type RowSort } from "@/lib/domain/pages/rows";
import { hrefOf, hrefWith } from "@/lib/pages/address";
import type { AnyPage, PathValues } from "@/lib/pages/define";
import { DataTable, type Column } from "@/components/ui/data-table";

const PAGE_SIZE = 50;

interface Values {
  sort: RowSort<string>;
  page: number;
}

interface Props<Row> {
  page: AnyPage;
  /** Values of the brackets in the page's path. */
  path?: PathValues;
  values: Values;
  /** Rows that fit the filters. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** What is listed: `models`. */
  noun: string;
  pageSize?: number;
  className?: string;
}

/** Orders, cuts and shows the rows of a catalog by what the address says. */
export function CatalogList<Row>({ page, path, values, rows, columns, keyOf, noun, pageSize = PAGE_SIZE, className = "" }: Props<Row>) {
  const { sort } = values;
  if (rows.length === 0) return <EmptyFiltered clearHref={hrefOf(page, {}, path)}>None of the {noun} fits these filters.</EmptyFiltered>;
  const valueOf = columns.find(({ name }) => name === sort.column)?.value ?? (() => null);
  const shown = pageOfRows(sortRows(rows, valueOf, sort.direction), values.page, pageSize);
  const sortHref = ({ name, value, first = "asc" }: Column<Row>) => {
    if (!name || !value) return null;
    const turned = sort.direction === "asc" ? "desc" : "asc";
    return hrefWith(page, values, { sort: { column: name, direction: sort.column === name ? turned : first } }, path);
  };
  return (
    <>
      <DataTable
        caption={`Table of ${noun}`}
        columns={columns}
        rows={shown.rows}
        keyOf={keyOf}
        sort={{ now: sort, hrefOf: sortHref }}
        hasCards
        className={`listing ${className}`.trim()}
      />
      <Pager
        page={shown.page}
        pageSize={pageSize}
        total={shown.total}
        noun={noun}
        hrefOf={(number) => hrefWith(page, values, { page: number }, path)}
      />
    </>
  );
}
