export default function NotFound() {
  return (
    <div className="py-12">
      <h1 className="text-h1">There is no such page</h1>
      <p className="mt-2 text-fg-muted">
        Go to <a href="/">Today</a>, or see every endpoint in the <a href="/api/meta">API catalog</a>.
      </p>
    </div>
  );
}
