import { RETRIES, TOLERANCE_SECONDS } from "@/lib/client/defaults";
import { code, fields, list, text, type DocBlock, type DocSection } from "@/lib/domain/pages/docs/doc";
import { changes } from "@/lib/endpoints/changes";
import { models } from "@/lib/endpoints/models";
import { usageCalls } from "@/lib/endpoints/payment/usage/calls";
import { premiumChanges } from "@/lib/endpoints/premium/changes";
import { routing } from "@/lib/endpoints/premium/routing";
import { status } from "@/lib/endpoints/status";
import { apiDescription, llms } from "../catalog";
import { jwks } from "../receipt-keys";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { to } from "./references";

/** What the package is called where its operator has named none. */
const DEFAULT_CLIENT_PACKAGE = "ai-ecosystem-data";

export const clientPackageOf = ({ clientPackage }: Site): string => clientPackage ?? DEFAULT_CLIENT_PACKAGE;

const js = (label: string, ...lines: readonly string[]): DocBlock => code(label, "javascript", lines.join("\n"));

/** The first lines of each example: they stand alone. */
const begin = (site: Site, ...names: readonly string[]): string[] => [
  `import { ${["createClient", ...names].join(", ")} } from "${clientPackageOf(site)}";`,
];
const create = ({ baseUrl }: Site, more = ""): string => `const client = createClient({ baseUrl: "${baseUrl}"${more} });`;
const WITH_TOKEN = ", token: env.TOKEN";
const ENV = 'import { env } from "node:process";';

/** A name is shown for installation once it is the operator's: until then a stranger could take it. */
function install(site: Site): DocBlock[] {
  if (site.clientPackage !== null) return [code("Once", "text", `npm install ${site.clientPackage}`)];
  return [
    text(
      `The operator of this site has published no package. Where you have the source of the service, \`npm run build:client\` writes it into the folder \`dist/client\`, and \`npm install <that folder>\` installs it as \`${DEFAULT_CLIENT_PACKAGE}\`. Other languages have clients made from ${to(apiDescription)}.`,
    ),
  ];
}

const firstCall = (site: Site): DocSection => ({
  title: "The first call",
  blocks: [
    ...install(site),
    text("It runs in Node 20.12 and later, Deno, Bun and browsers, and knows every operation with its parameters and its answer:"),
    js(
      "Models that see pictures, and the state of a provider",
      ...begin(site),
      "",
      create(site),
      `const { data: listed } = await client.GET("${models.path}", { params: { query: { capability: "vision" } } });`,
      "for (const { name, models } of listed.providers) console.log(name, models.length);",
      `const { data: state } = await client.GET("${status.path}", { params: { query: { provider: "anthropic" } } });`,
      'console.log(state.services[0]?.status ?? "unknown");',
    ),
    list(
      "`GET`, `POST` and `DELETE` take a path of the API and what [openapi-fetch](https://openapi-ts.dev/openapi-fetch/) takes: `params` with `query` and `path`, `body`, `headers`, `signal`.",
      "A call resolves with `data`, `response` (its status and headers) and `requestId`, or rejects with an error of the classes below.",
      `Answers that are no JSON are read with \`parseAs: "text"\`, such as ${to(llms)} and tables in CSV.`,
      "The package also has [the command aed](/docs/guides/command), for terminals and scripts.",
    ),
  ],
});

const paying = (site: Site): DocSection => ({
  title: "Paid calls",
  blocks: [
    text("With a token that has credits, see [Paying](/docs/guides/paying):"),
    js(
      "The best models for code",
      ENV,
      ...begin(site),
      "",
      create(site, WITH_TOKEN),
      `const { data } = await client.GET("${routing.path}", { params: { query: { task: "code" } } });`,
      "for (const { rank, model, pricing } of data.recommendations) console.log(rank, model.name, pricing.blended);",
      "console.log(data.billing.credits_charged);",
    ),
    text("Or by x402, with a wallet and no account. `npm install @x402/fetch @x402/evm viem` installs what signs payments:"),
    js(
      "The same call, paid by a wallet",
      ENV,
      'import { registerExactEvmScheme } from "@x402/evm/exact/client";',
      'import { wrapFetchWithPayment, x402Client } from "@x402/fetch";',
      'import { privateKeyToAccount } from "viem/accounts";',
      ...begin(site),
      "",
      "const payer = new x402Client();",
      "registerExactEvmScheme(payer, { signer: privateKeyToAccount(`0x${env.WALLET_KEY}`) });",
      create(site, ", x402: (fetch) => wrapFetchWithPayment(fetch, payer)"),
      `const { data } = await client.GET("${routing.path}", { params: { query: { task: "code" } } });`,
      "console.log(data.billing.credits_charged);",
    ),
  ],
});

const retries = (site: Site): DocSection => ({
  title: "What is sent again",
  blocks: [
    text(
      "A paid call gets an `Idempotency-Key` once. Every sending of it carries that key, and a signed payment stays the one that was signed, so that no retry pays twice.",
    ),
    list(
      `Sent again, at most ${RETRIES.most} times, is a call without an answer, one answered by 502, 503 or 504, and one that the service asks to repeat with \`Retry-After\`, which is waited for.`,
      `A \`Retry-After\` above ${RETRIES.longestWaitSeconds} seconds is yours to wait for: the call rejects, and \`retryAfterSeconds\` of the error has it.`,
      `One sending takes at most ${RETRIES.timeoutSeconds} seconds.`,
      "A call that writes and knows no key is sent once, unless a limit refused it.",
    ),
    js(
      "Fewer retries, and a key of your own",
      ENV,
      ...begin(site),
      "",
      create(site, `${WITH_TOKEN}, retries: { most: 1, longestWaitSeconds: 5, timeoutSeconds: 20 }`),
      'const headers = { "Idempotency-Key": `order-4711-${Date.now()}` };',
      `const first = await client.GET("${routing.path}", { params: { query: { task: "code" } }, headers });`,
      `const again = await client.GET("${routing.path}", { params: { query: { task: "code" } }, headers });`,
      "console.log(again.data.receipt?.id === first.data.receipt?.id);",
    ),
  ],
});

const pages = (site: Site): DocSection => ({
  title: "Lists in pages",
  blocks: [
    text(`\`pages\` follows the cursors of ${to(changes)}, ${to(premiumChanges)} and ${to(usageCalls)}. Each page is a call of its own:`),
    js(
      "What changed in the last 24 hours",
      ...begin(site),
      "",
      create(site),
      "let next;",
      `for await (const page of client.pages("${changes.path}", { params: { query: { limit: 100 } } })) {`,
      "  for (const { at, title } of page.events) console.log(at, title);",
      "  next = page.next;",
      "}",
      'console.log("later, from here:", next);',
    ),
  ],
});

/** The classes of the client, which a test compares with those that it has. */
const CLASSES: Readonly<Record<string, string>> = {
  ServiceError: "The class above all others.",
  InvalidRequestError: "400, 405, 413 or 422: the request must change.",
  AuthenticationError: "401: the token is missing or not accepted.",
  PaymentRequiredError: "402: the credits do not suffice. `problem.payment` says how to pay. Nothing was charged.",
  ForbiddenError: "403: not with these credentials, or not from this country.",
  NotFoundError: "404 or 410.",
  ConflictError: "409: another request stands in the way.",
  RateLimitError: "429: `retryAfterSeconds` says when to come back.",
  UnavailableError: "5xx: the service cannot answer now. Nothing was charged.",
  ConnectionError: "No answer came; `status` is null.",
  WebhookError: "A delivery that the service has not sent, or sent long ago.",
};

const errors = (site: Site): DocSection => ({
  title: "Errors",
  blocks: [
    text(
      "Every error has `code`, `message`, `hint`, `status`, `requestId`, `retryAfterSeconds`, and `problem`, the whole answer. [Errors](/docs/guides/errors) lists the codes.",
    ),
    fields(...Object.entries(CLASSES).map(([name, meaning]) => ({ name, notes: "class", text: meaning }))),
    js(
      "A name that is misspelt",
      ...begin(site, "InvalidRequestError"),
      "",
      create(site),
      "try {",
      `  await client.GET("${status.path}", { params: { query: { provider: "antropic" } } });`,
      "} catch (error) {",
      "  if (!(error instanceof InvalidRequestError)) throw error;",
      "  console.log(error.code, error.message, error.hint, error.requestId);",
      "}",
    ),
  ],
});

const receipts = (site: Site): DocSection => ({
  title: "Receipts",
  blocks: [
    text(
      `\`verifyReceipt\` checks a receipt, or a whole paid answer with its receipt, without asking the service. It takes the keys of ${to(jwks)}: fetch them once and keep them, so that nobody can exchange them later.`,
    ),
    js(
      "A paid answer, checked",
      ENV,
      ...begin(site, "verifyReceipt"),
      "",
      create(site, WITH_TOKEN),
      `const { keys } = (await client.GET("${jwks.path}")).data;`,
      `const { data } = await client.GET("${routing.path}", { params: { query: { task: "code" } } });`,
      "const verdict = await verifyReceipt(data, keys);",
      'console.log(verdict.isValid ? "sound" : verdict.reason);',
    ),
  ],
});

const webhooks = (site: Site): DocSection => ({
  title: "Webhooks",
  blocks: [
    text(
      `\`verifyWebhook\` checks who sent a delivery, and when: not longer ago than ${TOLERANCE_SECONDS} seconds. With \`secret\` it checks by the secret of the watch; \`keys\` of ${to(jwks)} are for a watch without one. It needs the body as it arrived. [Webhooks](/docs/guides/webhooks) says what deliveries hold.`,
    ),
    js(
      "A receiver",
      'import { createServer } from "node:http";',
      'import { buffer } from "node:stream/consumers";',
      ENV,
      `import { verifyWebhook, WebhookError } from "${clientPackageOf(site)}";`,
      "",
      "const seen = new Set();",
      "createServer(async (request, response) => {",
      "  try {",
      "    const event = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, { secret: env.WATCH_SECRET });",
      "    if (!seen.has(event.delivery_id)) console.log(event.event);",
      "    seen.add(event.delivery_id);",
      "    response.writeHead(204).end();",
      "  } catch (error) {",
      "    response.writeHead(error instanceof WebhookError ? 400 : 500).end();",
      "  }",
      "}).listen(Number(env.PORT ?? 8080));",
    ),
  ],
});

export const clientGuide = defineGuide({
  id: "client",
  title: "Client for JavaScript and TypeScript",
  about: "Call the service from a program with types, retries that never pay twice, and checks of receipts and webhooks.",
  sections: (site) => [firstCall(site), paying(site), retries(site), pages(site), errors(site), receipts(site), webhooks(site)],
});
