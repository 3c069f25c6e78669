const FLOOR = Symbol.for("bench-floor");
const shared = globalThis as { [FLOOR]?: { body: Uint8Array; headers: Record<string, string>; work?: () => Promise<unknown> } };

/** A minimal route handler for comparison. Answers only inside `npm run bench`, which sets what it returns. */
export async function GET(): Promise<Response> {
  const floor = shared[FLOOR];
  if (!floor) return Response.json({ ok: false, error: "not_found" }, { status: 404 });
  await floor.work?.();
  return new Response(floor.body as BodyInit, { headers: floor.headers });
}
