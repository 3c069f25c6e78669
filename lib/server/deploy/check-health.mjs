// @ts-check

/** Exit code 0 when the service of this machine answers. For the health checks of containers, which have no curl. */

const PATIENCE_MS = 4000;

try {
  const port = process.env.PORT || "3000";
  const { ok, status } = await fetch(`http://127.0.0.1:${port}/api/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  process.stdout.write(`${status}\n`);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
