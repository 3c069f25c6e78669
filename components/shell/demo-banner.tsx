/** Stands above every page of a service that has read nothing yet, for its operator. */
export function DemoBanner({ path }: { path: string }) {
  return (
    <aside
      aria-label="First start"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-accent-tint px-4 py-2 text-small"
    >
      <p className="min-w-0 flex-1 basis-80">
        <strong className="font-semibold">Nothing has been read yet.</strong> What came with this release stands here with its day; the rest
        appears as its sources are read.
      </p>
      <form method="post" action={path}>
        <button type="submit" className="control">
          Look around with sample data
        </button>
      </form>
    </aside>
  );
}
