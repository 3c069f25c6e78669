/** Words for a request whose answer has no message; the status is null where no answer came. */
export const refusalWords = (status: number | null): string =>
  status === null
    ? "No answer came: this device is offline, or the service cannot be reached."
    : `The service answered with status ${status}.`;
