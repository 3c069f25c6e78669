import { list, text, type Doc, type DocSection } from "@/lib/domain/pages/docs/doc";
import { CRAWLER_HITS_KEPT_DAYS, DAILY_USES_KEPT_DAYS, OPEN_QUOTES_KEPT_DAYS } from "@/lib/domain/freshness/kept-days";
import { ENDED_KEPT_DAYS } from "@/lib/domain/watches/watch-limits";
import { env } from "@/lib/config/env";
import { MCP_PATH } from "../mcp-addresses";
import type { Site } from "../site";
import { contactWords, operatorWords } from "./operator-words";

const whoRuns = (site: Site): DocSection => {
  const contact = contactWords(site);
  return {
    title: "Who is responsible",
    blocks: [
      text(
        `${operatorWords(site)} ${contact === null ? "How to reach the operator is not configured yet." : `Questions about your data: ${contact}.`}`,
      ),
    ],
  };
};

/** Where several processes count together. */
function sharedCounts(): string[] {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL } = env();
  const isShared = REDIS_URL !== undefined || UPSTASH_REDIS_REST_URL !== undefined;
  return isShared ? ["Processes of this service share these counts in Redis, until the time of the limit is over."] : [];
}

const everyCall = (): DocSection => ({
  title: "When you read a page or call a free operation",
  blocks: [
    list(
      "No account, name or e-mail address is asked for, and no page has analytics, advertising or a script of somebody else's.",
      "Your network address is used to count calls against a limit. It is not written to the database; where a count must outlast the process, a hash of the address is.",
      ...sharedCounts(),
      `Counts for daily limits are deleted after ${DAILY_USES_KEPT_DAYS} days.`,
      `Known crawlers and agents are counted by the name in their User-Agent and the kind of page, without address and query, and deleted after ${CRAWLER_HITS_KEPT_DAYS} days.`,
      "A log of requests, where the operator turns one on, has neither address, query nor headers.",
      `Calls of the MCP server at \`${MCP_PATH}\` are treated in the same way: what an agent asks there is answered and not stored.`,
    ),
  ],
});

const payingCalls: DocSection = {
  title: "When you pay, or hold a token",
  blocks: [
    list(
      "A purchase keeps the paying wallet's address, the transfer and the amount. Transfers stand on a public chain whatever this service does.",
      "A token is kept as a hash, with the name that you give it.",
      "Each paid call keeps its operation, time, price and receipt, and hashes of request and answer. Where a repeat of the call must get the same answer, the answer is kept encrypted for a day.",
      `A watch keeps its condition, its callback address and, encrypted, its secret; it is deleted ${ENDED_KEPT_DAYS} days after it ends.`,
      `A quote that nobody paid is deleted after ${OPEN_QUOTES_KEPT_DAYS} days.`,
      "Receipts and bookings of credits are kept as long as the service runs: they are what you and others can check it by.",
    ),
  ],
};

const inBrowser: DocSection = {
  title: "In your browser",
  blocks: [
    list(
      "Signing in to the account sets one cookie, which ends with the session. Without signing in, none is set.",
      "The colour theme and payments that are under way are kept in the storage of your browser, and nowhere else.",
    ),
  ],
};

/** Who else learns something, by what is configured. */
function others(): string[] {
  const { isVercel, CHAINALYSIS_API_KEY, WALLETCONNECT_PROJECT_ID, X402_FACILITATOR_URL } = env();
  return [
    ...(isVercel ? ["Vercel hosts this service and receives every request."] : []),
    "Nodes of the payment's chain are asked about transfers, which names the wallet.",
    ...(CHAINALYSIS_API_KEY === undefined ? [] : ["Chainalysis is asked whether a paying wallet is on a sanctions list."]),
    ...(X402_FACILITATOR_URL === undefined ? [] : ["A facilitator settles x402 payments and sees each of them."]),
    ...(WALLETCONNECT_PROJECT_ID === undefined
      ? []
      : ["WalletConnect passes messages between the page /buy and a wallet on a phone, where you choose that."]),
    "The address of a watch is called by this service when the watch fires, with what it found.",
  ];
}

const whoElse = (): DocSection => ({
  title: "Who else learns of it",
  blocks: [list(...others()), text("Nothing is sold or given to anybody else.")],
});

const yourRights = (site: Site): DocSection => ({
  title: "Your choices",
  blocks: [
    text(
      `[The account](/account) shows what is kept about your tokens, calls and watches, and ends tokens and watches. ${contactWords(site) === null ? "" : "For anything else, such as a copy or a deletion, write to the contact above."}`.trim(),
    ),
  ],
});

export const PRIVACY_LEAD = "What this service keeps about you, for how long, and who else learns of it.";

export const privacyDoc = (site: Site): Doc => ({
  title: "Privacy",
  lead: PRIVACY_LEAD,
  sections: [whoRuns(site), everyCall(), payingCalls, inBrowser, whoElse(), yourRights(site)],
});
