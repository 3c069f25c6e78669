export function IgnoredNote({ ignored }: { ignored: readonly string[] }) {
  if (ignored.length === 0) return null;
  return (
    <p role="status" className="card mb-4 bg-warn-tint px-4 py-2 text-warn-fg">
      Ignored filter: {ignored.join(", ")}
    </p>
  );
}
