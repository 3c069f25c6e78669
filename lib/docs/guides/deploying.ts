import { LONGEST_SHARED_SECONDS, IF_ERROR_SECONDS } from "@/lib/domain/freshness/cache-control";
import { HOUR_MS } from "@/lib/domain/basics/time";
import { formatCount } from "@/lib/domain/pages/format";
import { code, list, steps, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { agentsActivity } from "@/lib/endpoints/agents/activity";
import { live } from "@/lib/endpoints/health/live";
import { ready } from "@/lib/endpoints/health/ready";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { submitGaslessPurchase } from "@/lib/endpoints/payment/gasless";
import { LIMITS } from "@/lib/http/limits/limits";
import { GAS_PARTS, MAX_GAS } from "@/lib/money/chain/gas";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { keyFields } from "./key-fields";
import { callBlock, to } from "./references";

const onOneMachine: DocSection = {
  title: "On one machine",
  blocks: [
    text(
      "Node 20.19 or newer and 1 GB of memory are enough to serve; a build takes 3 GB. The database is part of the service until you name another.",
    ),
    code("In a clone of the repository", "bash", "npm start"),
    text("This installs, builds, migrates, serves and begins to read the sources. Behind a reverse proxy, say so:"),
    keyFields("PORT", "PUBLIC_BASE_URL", "TRUSTED_PROXY", "DATA_DIR"),
    list(
      `Without \`TRUSTED_PROXY\` all your visitors count as one address, which is the proxy's. They share its ${LIMITS.free.calls} free calls a minute and its connections.`,
      "Set `PUBLIC_BASE_URL` on a public address, because what a request says of its host is never believed: links, feeds and payments name this address alone.",
      "The folder of `DATA_DIR` holds the database, its backups and the keys that sign receipts and protect the secrets of watches. [Operating](/docs/guides/operating) says what to copy of it every day.",
      "`SIGTERM` or `SIGINT`, sent to npm or to its process group, ends the service within ten seconds: it finishes what it was answering, and tells every open connection that it closes. On Windows npm first prints that `exec` is not recognized, which is harmless.",
      "A start that cannot succeed says why in one sentence; `LOG_LEVEL=debug` adds where it comes from. Too little memory refuses the start, because the system would kill the service later.",
      "Do not build in the folder of a running server: a page is loaded at its first visit, and would be gone by then.",
    ),
    code("Is everything set that a public service needs?", "bash", "npm run doctor -- --production"),
    text("[Configuration](/docs/guides/configuration) has every key. Each command prints its usage with `--help`:"),
    code("The commands", "bash", "npm run\nnpm run jobs -- --help"),
    text(
      "Commands are run by the server of the same `DATA_DIR` and database while one is running, through `DATA_DIR/control.sock`; else by a process of their own.",
    ),
  ],
};

const inContainers = (site: Site): DocSection => ({
  title: "In containers",
  blocks: [
    text(
      "The folder `lib/server/deploy` has a Dockerfile, a compose file with Postgres and Redis, and a unit of systemd. All start node itself, without npm, so that signals reach it.",
    ),
    code(
      "One container",
      "bash",
      "docker build -f lib/server/deploy/Dockerfile -t ai-ecosystem-data .\ndocker run -p 3000:3000 -v ai-data:/data ai-ecosystem-data",
    ),
    text(
      "The image runs as the user `node` and keeps its data in the volume `/data`. `NEXT_PUBLIC_PAYMENT_ADDRESS` is an argument of its build.",
    ),
    text("The compose file takes `POSTGRES_PASSWORD` and the keys of this page from a file `.env` beside it, and names what is missing:"),
    code("With Postgres and Redis", "bash", "docker compose -f lib/server/deploy/compose.yaml up --build --wait"),
    text("Several containers need one Postgres, one Redis for the limits, and the same keys:"),
    keyFields("DATABASE_URL", "REDIS_URL", "RECEIPT_SIGNING_KEY", "WATCH_SECRET_KEY"),
    text(`Two addresses are for whatever supervises the containers: restart by ${to(live)}, and send calls by ${to(ready)}.`),
    callBlock("Can calls be answered?", ready, site),
    text(
      "Where you start node by a command of your own on Linux, do as `npm start` does, which saves memory: set `MALLOC_ARENA_MAX=2`, and start node with `--max-semi-space-size=8`.",
    ),
  ],
});

const onVercel = (site: Site): DocSection => ({
  title: "On Vercel",
  blocks: [
    text(
      "You need a clone of the project, and a Postgres with a pooler. Neon's, in the tab Storage of the project, sets `POSTGRES_URL` and `POSTGRES_URL_NON_POOLING` by itself. These keys are required:",
    ),
    keyFields("POSTGRES_URL", "CRON_SECRET", "RECEIPT_SIGNING_KEY", "WATCH_SECRET_KEY"),
    text("One of these lets all instances share one limit:"),
    keyFields("REDIS_URL", "UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"),
    steps(
      "Make the project: `npx vercel link` shows `Linked to <team>/<project>`.",
      "Make the keys: `openssl rand -base64 32 | npx vercel env add CRON_SECRET production`, then the same with `RECEIPT_SIGNING_KEY` and `WATCH_SECRET_KEY`. Keep copies: without its key nobody can read the secrets of watches.",
      "Say who and where: `npx vercel env add PUBLIC_BASE_URL production`, then `OPERATOR_LEGAL_ENTITY` and `OPERATOR_CONTACT`.",
      "On the plan Hobby, which refuses crons that run more than once a day, take the variant of `vercel.json` that has only the others: `cp lib/server/deploy/vercel-hobby.json vercel.json`.",
      "Deploy: `npx vercel deploy --prod` shows `The database is up to date.` in the log of the build, then the routes. A build that lacks keys ends with one sentence that names all of them.",
      `Ask whether it is ready, by ${to(ready)}. A deployment without its keys answers 503 \`not_configured\`, and shows readers one page that names what is missing.`,
      'Read the first data: call the job `poll-status` as below, then `refresh-news` and `refresh-pricing`. Each shows `"status":"done"` and counts.',
      "On the plan Hobby let a scheduler outside call the other jobs at the times that `npm run jobs -- list` shows, or keep one process with `SCHEDULER=on` on the same database. `not_claimed` means that somebody else runs the job: one is enough, two do no harm.",
      "Put the values of the project into `.env`, wait a quarter of an hour, and run `VERCEL=1 VERCEL_ENV=production npm run doctor -- --production`. It fails while a job does not run as often as it says, names it, and says who can run it.",
    ),
    code(
      "A job, called by a scheduler of your own",
      "bash",
      `curl '${site.baseUrl}/api/cron/poll-status' -H "Authorization: Bearer $CRON_SECRET"`,
    ),
    list(
      "On the plan Pro `vercel.json` has a cron for each job, and both steps for the plan Hobby fall away.",
      "A production build migrates the database. Builds of previews do not, because previews often share it; where they have one of their own, set `MIGRATE_PREVIEWS=true` for the environment Preview only.",
      "Every job ends before Vercel's time limit of a function. The job that embeds news stops earlier, and goes on in the next hour.",
      "Calls are answered by Next's route handlers, and pages are not counted against a limit.",
    ),
  ],
});

const onPostgres: DocSection = {
  title: "Postgres and poolers",
  blocks: [
    text(
      "Any Postgres will do, also behind the pooler of Neon, Supabase or RDS, or behind a PgBouncer in transaction mode. The driver follows from the address, and the start prints which one it took.",
    ),
    keyFields("DATABASE_URL", "POSTGRES_URL", "DATABASE_URL_UNPOOLED", "POSTGRES_URL_NON_POOLING"),
    list(
      "Processes that start at the same time migrate the schema and load the catalogs one after the other, under a lock. The two addresses without a pooler let them do so directly; an address of another database is refused.",
      "Where a pooler keeps no prepared statements (PgBouncer before 1.21), each process notices it once and works without them.",
      "Connections begin with `statement_timeout` and `idle_in_transaction_session_timeout` of 60 s and a `lock_timeout` of 10 s. Where a pooler refuses such settings (PgBouncer without `ignore_startup_parameters`), each transaction sets them for itself. A statement outside of a transaction then has no limit, unless you give the role one: `alter role … set statement_timeout = '60s'`.",
      "`sslmode=require` checks the certificate. For a certificate authority of the host's own, add `sslrootcert=<file>`.",
    ),
  ],
};

const behindCdn: DocSection = {
  title: "Behind a CDN",
  blocks: [
    text("A CDN may keep free answers that are the same for everybody, as long as their headers say:"),
    list(
      `\`s-maxage\` is at most ${LONGEST_SHARED_SECONDS} s, and ends before the data is older than promised. \`stale-while-revalidate\` stays within that promise.`,
      `\`stale-if-error\` lets the CDN answer for ${formatCount((IF_ERROR_SECONDS * 1000) / HOUR_MS)} hours while the service fails.`,
      "Paid answers, errors, previews, health and payments are `private, no-store`, and so is every answer to a request with a credential, a payment or a cookie. So is what names the address of the service while `PUBLIC_BASE_URL` is not set.",
      `${to(agentsActivity)} counts what reaches this service, not what a CDN answered in its place.`,
    ),
  ],
};

const toSell: DocSection = {
  title: "To sell calls",
  blocks: [
    text(
      "Without these nothing is sold, and all that is free works. On a public address all of them are needed, so that buyers can tell who gets their money. The public profile repeats the address of the wallet. `npm run doctor -- --production` names what is missing:",
    ),
    keyFields(
      "PAYMENT_ADDRESS",
      "NEXT_PUBLIC_PAYMENT_ADDRESS",
      "CHAIN_RPC_URLS",
      "OPERATOR_LEGAL_ENTITY",
      "OPERATOR_CONTACT",
      "OPERATOR_SOCIAL_URL",
    ),
    list(
      "**In the browser**: buyers pay on [Buy credits](/buy), from the wallet of their browser or from any other. `BASE_ACCOUNT` and `WALLETCONNECT_PROJECT_ID` offer two more, whose code is loaded when a buyer chooses them, and whose sites that page alone may ask.",
      `**By script**: ${to(buyCredits)} makes a quote, and ${to(confirmPayment)} collects what was paid for it. The job \`scan-transfers\` credits what arrives, also when the buyer has gone.`,
      "**Call by call**: with `X402_SETTLER_KEY`, an account with a little ether for gas, or with `X402_FACILITATOR_URL`, clients of x402 pay for each call. The job `settle-payments` completes what a crash left half-way.",
      `**Without ether**: with \`X402_SETTLER_KEY\` buyers can also sign a transfer that the settler sends and pays the gas of: ${to(submitGaslessPurchase)}.`,
    ),
    text(
      `No transfer is sent with more than ${formatCount(Number(MAX_GAS))} gas, nor where its gas takes more than one part in ${GAS_PARTS} of what it pays, by Chainlink's price of ether. All together may take as much as this key says; the log warns before it is used up, and health says how much is used:`,
    ),
    keyFields("GASLESS_GAS_GWEI_PER_DAY"),
    text(
      "`PAYMENTS_DISABLED` stops all sales at once, while credits already bought keep working. `SANCTIONS_LIST_FILE` and `CHAINALYSIS_API_KEY` screen payers.",
    ),
  ],
};

export const deploying = defineGuide({
  id: "deploying",
  title: "Deploying",
  about: "Run this service yourself: on one machine, in containers, or on Vercel.",
  sections: (site) => [onOneMachine, inContainers(site), onVercel(site), onPostgres, behindCdn, toSell],
});
