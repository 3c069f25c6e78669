/** Why a form of the account was not done, in the words of the API. */
export interface FormRefusal {
  kind: "refused";
  code: string;
  status: number;
  message: string;
  /** Name of the field that is not accepted; null where it is none in particular. */
  field: string | null;
  details: Record<string, unknown>;
  retryAfterSeconds: number | null;
  requestId: string;
}

/** What a form led to: the state that React hands from one submission to the next. */
export type FormState<Result> = { kind: "idle" } | { kind: "done"; result: Result } | FormRefusal;

export const IDLE: { kind: "idle" } = { kind: "idle" };
