import { ListedTable } from "@/components/ui/data-table";
import type { Doc, DocBlock, DocSection, CodeLanguage } from "@/lib/domain/pages/docs/doc";
import { anchorOf } from "./anchor-of";
import { DocFields } from "./doc-fields";
import { InlineText } from "./inline-text";
import { Code } from "@/components/api/code";
import { PlainCode } from "@/components/api/plain-code";
import { CopyButton } from "@/components/shell/copy-button";

/** Each colour is an element: a long answer would weigh more than all else on the page. */
const MOST_COLOURED_CHARS = 2500;

interface Props {
  label: string;
  language: CodeLanguage;
  text: string;
}

function DocCode({ label, language, text }: Props) {
  const isAnswer = language === "json" || language === "text";
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-center justify-between gap-3">
        <h3 className="text-h3">{label}</h3>
        {!isAnswer && (
          <div className="no-print">
            <CopyButton label="Copy" text={text} className="control min-h-7 text-small" />
          </div>
        )}
      </div>
      {language === "text" || text.length > MOST_COLOURED_CHARS ? (
        <PlainCode text={text} label={label} />
      ) : (
        <Code text={text} language={language} label={label} />
      )}
    </div>
  );
}

function Items({ items, isNumbered }: { items: readonly string[]; isNumbered?: true }) {
  const List = isNumbered ? "ol" : "ul";
  return (
    <List className={isNumbered ? "doc-list list-decimal" : "doc-list list-disc"}>
      {items.map((item) => (
        <li key={item}>
          <InlineText text={item} />
        </li>
      ))}
    </List>
  );
}

function Table({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly (readonly string[])[] }) {
  const shown = rows.map((cells) => ({ key: cells.join(" "), cells: cells.map((cell) => <InlineText key={cell} text={cell} />) }));
  return <ListedTable isText label={label} head={head} rows={shown} />;
}

function Block({ block }: { block: DocBlock }) {
  switch (block.kind) {
    case "text":
      return (
        <p>
          <InlineText text={block.text} />
        </p>
      );
    case "list":
      return <Items {...block} />;
    case "fields":
      return <DocFields fields={block.fields} />;
    case "table":
      return <Table {...block} />;
    case "code":
      return <DocCode {...block} />;
  }
}

function Section({ title, blocks }: DocSection) {
  const id = anchorOf(title);
  return (
    <section aria-labelledby={id} className="doc-section">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {blocks.map((block, index) => (
        <Block key={`${index} ${block.kind}`} block={block} />
      ))}
    </section>
  );
}

/** A document as a page: text, and calls and answers beside it where there is room, else below. */
export function DocSections({ sections, aside }: Pick<Doc, "sections"> & { aside?: React.ReactNode }) {
  const beside = sections.filter(({ isAside }) => isAside);
  const isAlone = beside.length === 0 && !aside;
  return (
    <div className={isAlone ? "doc" : "doc doc-wide"}>
      <div className="doc-column">
        {sections
          .filter(({ isAside }) => !isAside)
          .map((section) => (
            <Section key={section.title} {...section} />
          ))}
      </div>
      {!isAlone && (
        <div className="doc-column">
          {beside.map((section) => (
            <Section key={section.title} {...section} />
          ))}
          {aside}
        </div>
      )}
    </div>
  );
}
