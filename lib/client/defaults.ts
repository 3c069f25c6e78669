export interface Retries {
  /** How often a request is sent again at most. */
  most: number;
  /** What the service asks to wait longer for is left to the caller, as an error. */
  longestWaitSeconds: number;
  /** How long one sending may take, with its answer. */
  timeoutSeconds: number;
}

export const RETRIES: Retries = { most: 2, longestWaitSeconds: 60, timeoutSeconds: 60 };

/** How far the time of a delivery may be from now, as Standard Webhooks has it. */
export const TOLERANCE_SECONDS = 300;
