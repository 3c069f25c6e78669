const MESSAGES = {
  unreachable: "the chain's endpoint does not answer",
  refused: "the chain's endpoint refuses the question",
  malformed: "the chain's endpoint answers what cannot be read",
  disagreement: "the chain's endpoints disagree",
  wrong_chain: "the endpoint belongs to another chain",
  moved: "the chain changed while it was read",
} as const;

export type ChainFault = keyof typeof MESSAGES;

/** The chain could not be read, which proves nothing about a payment. Has no `cause`: RPC libraries put the endpoint's URL and API key into their messages. */
export class ChainUnavailable extends Error {
  readonly fault: ChainFault;
  constructor(fault: ChainFault) {
    super(MESSAGES[fault]);
    this.name = "ChainUnavailable";
    this.fault = fault;
  }
}
