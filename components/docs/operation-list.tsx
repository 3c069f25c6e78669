export interface ListedOperation {
  id: string;
  href: string;
  title: string;
  summary: string;
  cost: string;
}

/** Operations with what they answer and cost. */
export function OperationList({ operations }: { operations: readonly ListedOperation[] }) {
  return (
    <ul className="doc-operations">
      {operations.map(({ id, href, title, summary, cost }) => (
        <li key={id}>
          <a href={href}>
            <code className="font-mono text-small">{title}</code>
          </a>
          <span className="text-small whitespace-nowrap text-fg-muted">{cost}</span>
          <p>{summary}.</p>
        </li>
      ))}
    </ul>
  );
}
