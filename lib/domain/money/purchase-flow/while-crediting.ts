import type { Claim, Credit, Refused, SigningRequest, State } from "./purchase-state";
import { editing, type Reactions } from "./reactions";

const confirming = (claim: Claim, signature: string | null): State => ({
  step: "confirming",
  claim,
  signature,
  confirmations: null,
  required: null,
});

interface AboutClaim {
  claim: Claim;
}

/** What the service may answer when it is asked for the credits. */
export const answers = {
  credited: ({ claim }: AboutClaim, { credit, hasToken }: { credit: Credit; hasToken: boolean }): State => ({
    step: "credited",
    claim,
    credit,
    hasToken,
  }),
  "must-sign": ({ claim }: AboutClaim, { request }: { request: SigningRequest }): State => ({
    step: "must-sign",
    claim,
    request,
    isDeclined: false,
  }),
  "not-credited": ({ claim }: AboutClaim, { refused, contact }: { refused: Refused; contact: string | null }): State => ({
    step: "not-credited",
    claim,
    refused,
    contact,
  }),
};

const leave = { back: editing };

/** From a payment on its way to its credits: whether the money arrived is only what the service says. */
export const whileCrediting = {
  awaiting: {
    credited: ({ payment }, event) => answers.credited({ claim: payment }, event),
    "must-sign": ({ payment }, event) => answers["must-sign"]({ claim: payment }, event),
    "not-credited": ({ payment }, event) => answers["not-credited"]({ claim: payment }, event),
    "name-transfer": (state, { claim }) =>
      claim.id === state.payment.id ? confirming({ ...state.payment, hash: claim.hash }, null) : state,
    "not-confirmed": (state, { confirmations, required }) => ({ ...state, confirmations, required }),
    ...leave,
  },
  confirming: {
    ...answers,
    "not-confirmed": (state, { confirmations, required }) => ({ ...state, confirmations, required }),
    "no-answer": ({ claim, signature }, { refused }) => ({ step: "stalled", claim, signature, refused }),
    reverted: (state, { hash }) => (state.claim.quote === null ? state : { step: "reverted", payment: { ...state.claim, hash }, hash }),
    ...leave,
  },
  stalled: { "check-payment": ({ claim, signature }) => confirming(claim, signature), ...leave },
  "must-sign": {
    "sign-claim": ({ claim, request }) => ({ step: "signing-claim", claim, request }),
    ...leave,
  },
  "signing-claim": {
    "signed-claim": ({ claim, request }, { signature }) =>
      confirming(request.hash === null ? claim : { ...claim, hash: request.hash }, signature),
    "claim-declined": ({ claim, request }) => ({ step: "must-sign", claim, request, isDeclined: true }),
    "stop-waiting": ({ claim, request }) => ({ step: "must-sign", claim, request, isDeclined: false }),
  },
  "not-credited": { "check-payment": ({ claim }) => confirming(claim, null), ...leave },
  credited: { done: editing },
} satisfies Reactions;
