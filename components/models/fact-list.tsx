export interface ModelFact {
  label: string;
  value: React.ReactNode;
}

export function FactList({ facts }: { facts: readonly ModelFact[] }) {
  return (
    <dl className="fact-list">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
