/** A command cannot run as requested; the operator is shown the message without a stack. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommandError";
  }
}
