export interface Tile {
  label: string;
  value: React.ReactNode;
  /** What the value says, or counts, in words. */
  small: React.ReactNode;
}

/** The figures that most readers come for, to be seen before anything is read. */
export const Glance = ({ label, tiles, children }: { label: string; tiles: readonly Tile[]; children?: React.ReactNode }) => (
  <section aria-label={label} className="card mb-4 p-4">
    <dl className="fact-list glance">
      {tiles.map((tile) => (
        <div key={tile.label}>
          <dt>{tile.label}</dt>
          <dd>
            <b>{tile.value}</b>
            <small>{tile.small}</small>
          </dd>
        </div>
      ))}
    </dl>
    {children}
  </section>
);
