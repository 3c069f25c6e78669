import { ApiError } from "@/lib/errors";
import { ConfigurationError, env } from "./env";

const RETRY_SECONDS = "60";

let isSaid = false;

/** Null once the configuration is whole. Our own server checks it before it listens; on Vercel the first request is the first to ask. */
export function configurationFault(): ApiError | null {
  try {
    env();
    return null;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // Not by the log, whose level is configured as well.
    if (!isSaid) process.stderr.write(`${error.message}\n`);
    isSaid = true;
    return new ApiError("not_configured", error.message, {}, { "Retry-After": RETRY_SECONDS });
  }
}
