/** For a request to the service that was answered without a message, or not at all: then its status is null. */
export const refusalWords = (status: number | null): string =>
  status === null
    ? "No answer came: this device is offline, or the service cannot be reached."
    : `The service answered with status ${status}.`;
