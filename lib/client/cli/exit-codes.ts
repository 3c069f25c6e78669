import { ServiceError } from "../errors";

/** What a script can tell apart without reading a message. `aed --help` shows the same table. */
export const EXIT_CODES = {
  ok: { code: 0, means: "done" },
  found: { code: 1, means: "a check found something, or a receipt is not valid" },
  usage: { code: 2, means: "the command line or a value in it is not valid" },
  authentication: { code: 3, means: "a token is missing or not accepted" },
  payment: { code: 4, means: "the call costs credits that are not there" },
  not_found: { code: 5, means: "what was asked for is not there" },
  limit: { code: 6, means: "too many calls; the error says when to come back" },
  try_again: { code: 7, means: "no answer now; the same command may work later" },
  refused: { code: 8, means: "the service or this machine does not allow it" },
  defect: { code: 70, means: "a defect of this program" },
} as const;

export type ExitName = keyof typeof EXIT_CODES;

/** A failure that this program found itself. */
export class CommandFailure extends Error {
  constructor(
    readonly exit: ExitName,
    readonly code: string,
    message: string,
    readonly hint: string | null = null,
    readonly candidates: readonly string[] = [],
  ) {
    super(message);
    this.name = "CommandFailure";
  }
}

export const usageFault = (message: string, hint: string | null = null): CommandFailure =>
  new CommandFailure("usage", "usage", message, hint);

const BY_STATUS: Readonly<Record<number, ExitName>> = {
  401: "authentication",
  402: "payment",
  403: "refused",
  404: "not_found",
  405: "refused",
  409: "refused",
  410: "not_found",
  429: "limit",
};

/** Refusals whose status alone would say something else. */
const BY_CODE: Readonly<Record<string, ExitName>> = {
  payment_disabled: "payment",
  idempotency_in_progress: "try_again",
  tx_not_confirmed: "try_again",
  tx_in_flight: "try_again",
  unreadable_answer: "refused",
};

function exitOfAnswer({ code, status }: ServiceError): ExitName {
  const known = BY_CODE[code] ?? (status === null ? "try_again" : BY_STATUS[status]);
  return known ?? ((status ?? 500) < 500 ? "usage" : "try_again");
}

const LOGIN = "`aed login` stores a token; AED_TOKEN holds one for a script.";
const BUY = "`aed buy <usd>` buys credits; `aed login` stores the token of an account that has some.";
const NO_ANSWER = "See whether the address is right and the network is up. A call that costs credits may have been charged.";
/** What a person at a terminal does, where the service's hint is for who writes requests. */
const HINTS: Readonly<Record<string, string>> = {
  token_required: LOGIN,
  invalid_token: LOGIN,
  payment_required: BUY,
  insufficient_credits: BUY,
  connection_failed: NO_ANSWER,
  timed_out: NO_ANSWER,
};

/** The file system's refusal of a path that the command line names; null for any other error. */
function fileFailure(error: unknown): CommandFailure | null {
  const { code = "", syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === undefined || !/^E[A-Z]+$/.test(code)) return null;
  const said = message.replace(/^E[A-Z]+: /, "");
  return new CommandFailure(code === "ENOENT" ? "not_found" : "refused", "file_unreadable", `A file cannot be used: ${said}.`);
}

/** An error as it is shown and as it is written as JSON. */
export interface Failure {
  exit: ExitName;
  code: string;
  message: string;
  hint: string | null;
  status: number | null;
  retry_after_seconds: number | null;
  request_id: string | null;
  candidates: readonly string[];
}

const UNSENT = { status: null, retry_after_seconds: null, request_id: null };

function candidatesIn(problem: unknown): string[] {
  const { candidates } = (problem ?? {}) as { candidates?: unknown };
  return Array.isArray(candidates) ? candidates.filter((one): one is string => typeof one === "string") : [];
}

export function failureOf(error: unknown): Failure {
  const own = error instanceof CommandFailure ? error : fileFailure(error);
  if (own) {
    const { exit, code, message, hint, candidates } = own;
    return { exit, code, message, hint, candidates, ...UNSENT };
  }
  if (error instanceof ServiceError) {
    return {
      exit: exitOfAnswer(error),
      code: error.code,
      message: error.message,
      hint: (HINTS[error.code] ?? error.hint) || null,
      status: error.status,
      retry_after_seconds: error.retryAfterSeconds === null ? null : Math.ceil(error.retryAfterSeconds),
      request_id: error.requestId,
      candidates: candidatesIn(error.problem),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    exit: "defect",
    code: "defect",
    message,
    hint: "This is a defect of aed. AED_DEBUG=1 shows where it happened.",
    candidates: [],
    ...UNSENT,
  };
}
