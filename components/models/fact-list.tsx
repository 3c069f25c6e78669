export interface ModelFact {
  label: string;
  value: React.ReactNode;
}

interface Props {
  facts: readonly ModelFact[];
  /** For values of one word: several stand beside each other on phones too. */
  isNarrow?: boolean;
}

export function FactList({ facts, isNarrow = false }: Props) {
  return (
    <dl className={isNarrow ? "fact-list fact-list-narrow" : "fact-list"}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
