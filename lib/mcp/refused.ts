/** Why a tool call has no answer, in words that a model can act on. */
export class Refused extends Error {
  constructor(
    message: string,
    /** What the API answered, where it was asked. */
    readonly body: Readonly<Record<string, unknown>> = {},
    readonly status = 400,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}
