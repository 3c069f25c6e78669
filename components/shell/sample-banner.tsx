/** Stands above every page of a service whose database was filled by a seed. */
export function SampleBanner() {
  return (
    <aside aria-label="Sample data" className="border-b border-border bg-warn-tint px-4 py-2 text-small text-warn-fg">
      <strong className="font-semibold">Sample data.</strong> States, prices, scores and stories on these pages are invented; this database
      was filled by a seed.
    </aside>
  );
}
