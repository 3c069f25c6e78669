// @ts-check

/** Whether the command line asks what a command does, instead of running it. */
export const isUsageAsked = process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h");

/** Ends a command that was asked for `--help`, before it reads a configuration or touches anything. @param {string} usage */
export function endWithUsage(usage) {
  if (!isUsageAsked) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
