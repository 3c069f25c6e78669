import type { ChatFormat, WatchFormat } from "./watch-format";

/** What a receiver answered: the beginning of its text, and its header Retry-After. */
export interface ReceiverAnswer {
  status: number;
  retryAfter: string | null;
  text: string;
}

/** What is known of an answer beyond its status. */
export interface AnswerReading {
  /** What it means, in words of this service. */
  detail?: string;
  /** The webhook exists no more. */
  isGone?: true;
  /** How long the product asks to wait before the same message is sent again. */
  waitSeconds?: number;
}

const meant = (detail: string): AnswerReading => ({ detail });
const gone = (detail: string): AnswerReading => ({ detail, isGone: true });

const SLACK: Readonly<Record<string, AnswerReading>> = {
  invalid_payload: meant("Slack cannot read the message: is the address one of an incoming webhook?"),
  no_text: meant("Slack found no text in the message"),
  user_not_found: meant("the user of the webhook does not exist"),
  channel_not_found: gone("the channel of the webhook does not exist"),
  channel_is_archived: gone("the channel of the webhook is archived"),
  action_prohibited: meant("an administrator of the workspace has restricted posting"),
  posting_to_general_channel_denied: meant("the webhook may not post to the general channel"),
  no_service: gone("the webhook was removed or switched off"),
  no_service_id: gone("the webhook was removed or switched off"),
  no_active_hooks: gone("the webhook was removed or switched off"),
  no_team: gone("the workspace does not exist"),
  team_disabled: gone("the workspace is not active"),
  invalid_token: gone("the address of the webhook is not valid any more"),
  token_revoked: gone("the address of the webhook is not valid any more"),
  rollup_error: meant("Slack could not post the message"),
};

const DISCORD: Readonly<Record<string, AnswerReading>> = {
  "10003": gone("the channel of the webhook does not exist"),
  "10015": gone("the webhook was deleted"),
  "50027": gone("the address of the webhook is not valid any more"),
  "50006": meant("Discord found no text in the message"),
  "50035": meant("Discord cannot read the message: is the address one of a webhook?"),
};

const TEAMS: Readonly<Record<string, AnswerReading>> = {
  WorkflowNotFound: gone("the workflow was deleted"),
  WorkflowTriggerIsNotEnabled: gone("the workflow is switched off"),
  DirectApiAuthorizationRequired: meant("the workflow accepts requests of its own organisation only: let anyone trigger it"),
  SignatureNotValid: gone("the address of the workflow is not valid any more"),
  TriggerInputSchemaMismatch: meant("the workflow does not begin with “When a Teams webhook request is received”"),
  RequestEntityTooLarge: meant("the message is too large for Teams"),
};

type Json = Record<string, unknown> | null;

function jsonOf(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Json) : null;
  } catch {
    return null;
  }
}

const meaningIn = (meanings: Readonly<Record<string, AnswerReading>>, code: unknown): AnswerReading =>
  (Object.hasOwn(meanings, String(code)) ? meanings[String(code)] : undefined) ?? {};

const MEANINGS: Readonly<Record<ChatFormat, (text: string) => AnswerReading>> = {
  slack: (text) => meaningIn(SLACK, text.trim()),
  discord: (text) => meaningIn(DISCORD, jsonOf(text)?.code),
  teams: (text) => meaningIn(TEAMS, (jsonOf(text)?.error as Json | undefined)?.code),
};

const TOO_MANY = 429;
const WAIT_SECONDS = { least: 1, otherwise: 60, most: 3600 } as const;

/** Seconds of a header, or of the body of Discord, which has fractions. A date is not among the documented answers. */
function waitOf({ retryAfter, text }: ReceiverAnswer): number {
  const asked = retryAfter === null || retryAfter.trim() === "" ? jsonOf(text)?.retry_after : Number(retryAfter);
  const seconds = typeof asked === "number" && Number.isFinite(asked) ? Math.ceil(asked) : WAIT_SECONDS.otherwise;
  return Math.min(Math.max(seconds, WAIT_SECONDS.least), WAIT_SECONDS.most);
}

/** What an answer of a chat product means. The text of the answer is matched with known codes and never quoted. */
export function readAnswer(format: WatchFormat, answer: ReceiverAnswer): AnswerReading {
  const { status, text } = answer;
  const isReceived = status >= 200 && status < 300;
  if (format === "json" || isReceived) return {};
  if (status !== TOO_MANY) return MEANINGS[format](text);
  const waitSeconds = waitOf(answer);
  return { detail: `asks to wait ${waitSeconds} s`, waitSeconds };
}
