/** Next calls this before its first request. Under our own server the output is already guarded, and this changes nothing. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { guardOutput } = await import("./lib/config/guard-output");
  guardOutput();
}
