export interface Fact {
  label: string;
  value: string;
  href: string;
}

export function FactGrid({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {facts.map(({ label, value, href }) => (
        <li key={label} className="card min-w-0">
          <a href={href} className="plain-link block h-full p-4">
            <span className="block text-small text-fg-muted">{label}</span>
            <span className="mt-1 line-clamp-2 text-h2 font-semibold break-words">{value}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
