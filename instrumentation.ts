/** Next calls this before its first request. Our own server has guarded the output and started tracing before, and this changes nothing. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { guardOutput } = await import("./lib/config/guard-output");
  guardOutput();
  const { configurationFault } = await import("./lib/config/configuration-fault");
  // Every request is then answered with what is wrong; an error here would answer all of them with an empty 500.
  if (configurationFault()) return;
  const { startTracing } = await import("./lib/config/tracing");
  await startTracing();
}
