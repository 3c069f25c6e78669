/** A command that cannot be carried out as asked: its message is all that the operator needs. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommandError";
  }
}
