const WORDS = {
  unreachable: "the chain's endpoint does not answer",
  refused: "the chain's endpoint refuses the question",
  malformed: "the chain's endpoint answers what cannot be read",
  disagreement: "the chain's endpoints disagree",
  wrong_chain: "the endpoint belongs to another chain",
  moved: "the chain changed while it was read",
} as const;

export type ChainFault = keyof typeof WORDS;

/** Nothing was learnt about a payment; asking again may help. It carries no cause: an RPC library's text holds the endpoint's address and key. */
export class ChainUnavailable extends Error {
  readonly fault: ChainFault;
  constructor(fault: ChainFault) {
    super(WORDS[fault]);
    this.name = "ChainUnavailable";
    this.fault = fault;
  }
}
