export function Section({
  title,
  more,
  children,
  note,
}: {
  title: string;
  more?: { href: string; label: string };
  note?: string;
  children: React.ReactNode;
}) {
  const id = title.toLowerCase().replace(/\W+/g, "-");
  return (
    <section aria-labelledby={id} className="card p-4">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {more && (
          <a href={more.href} className="text-small whitespace-nowrap">
            {more.label}
          </a>
        )}
      </div>
      {note && <p className="mb-3 text-small text-fg-muted">{note}</p>}
      {children}
    </section>
  );
}

export { Empty } from "./states";
