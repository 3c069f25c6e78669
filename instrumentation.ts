/** Next calls it before its first request. Where our own server runs Next, the output is guarded already. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { guardOutput } = await import("./lib/config/guard-output");
  guardOutput();
}
