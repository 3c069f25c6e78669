import { KEYS } from "@/lib/config/keys";
import { code, fields, list, steps, text, type DocBlock, type DocSection } from "@/lib/domain/pages/docs/doc";
import { live } from "@/lib/endpoints/health/live";
import { ready } from "@/lib/endpoints/health/ready";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

type KeyName = keyof typeof KEYS;

/** What a key is for, in the words of the configuration itself. */
const keys = (...names: readonly KeyName[]): DocBlock =>
  fields(
    ...names.map((name) => {
      const { meaning, fallback } = KEYS[name];
      return { name, notes: fallback === null ? "" : `default ${fallback}`, text: `${meaning}.` };
    }),
  );

const onOneMachine: DocSection = {
  title: "On one machine",
  blocks: [
    text("Node 20.19 or newer and 1 GB of memory are enough. The database is part of the service until you name another."),
    code("In a clone of the repository", "bash", "npm start"),
    text("This installs, builds, migrates, serves and begins to read the sources. Behind a reverse proxy, say so:"),
    keys("PORT", "PUBLIC_BASE_URL", "TRUSTED_PROXY", "DATA_DIR"),
    list(
      "Without `TRUSTED_PROXY` all your visitors count as one address, which is the proxy's, and share its limits.",
      "The folder of `DATA_DIR` holds the database, its backups and the keys that sign receipts and protect the secrets of watches. [Operating](/docs/guides/operating) says what to copy of it every day.",
      "`SIGTERM` ends the service after it has finished what it was answering.",
    ),
    code("Is everything set that a public service needs?", "bash", "npm run doctor -- --production"),
  ],
};

const inContainers = (site: Site): DocSection => ({
  title: "In containers",
  blocks: [
    text("The folder `lib/server/deploy` has a Dockerfile, a compose file with Postgres and Redis, and a unit of systemd."),
    code(
      "One container",
      "bash",
      "docker build -f lib/server/deploy/Dockerfile -t ai-ecosystem-data .\ndocker run -p 3000:3000 -v ai-data:/data ai-ecosystem-data",
    ),
    text("The compose file takes `POSTGRES_PASSWORD` and the keys of this page from a file `.env` beside it, and names what is missing:"),
    code("With Postgres and Redis", "bash", "docker compose -f lib/server/deploy/compose.yaml up --build --wait"),
    text("Several containers need one Postgres, one Redis for the limits, and the same keys:"),
    keys("DATABASE_URL", "REDIS_URL", "RECEIPT_SIGNING_KEY", "WATCH_SECRET_KEY"),
    text(`Two addresses are for whatever supervises the containers: restart by ${to(live)}, and send calls by ${to(ready)}.`),
    callBlock("Can calls be answered?", ready, site),
  ],
});

const onVercel = (site: Site): DocSection => ({
  title: "On Vercel",
  blocks: [
    steps(
      "Set the keys below for the environment Production.",
      "On the plan Hobby, which refuses crons that run more than once a day, take the variant of `vercel.json` that has only the others: `cp lib/server/deploy/vercel-hobby.json vercel.json`.",
      "Deploy. A production build migrates the database; builds of previews do not, because they often share it.",
      "On the plan Pro `vercel.json` has a cron for each job. On the plan Hobby let any scheduler call the other jobs at the times that `npm run jobs -- list` shows; `npm run doctor -- --production` fails while one of them does not run as often as it says.",
    ),
    keys("POSTGRES_URL", "CRON_SECRET", "RECEIPT_SIGNING_KEY", "WATCH_SECRET_KEY", "UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"),
    code(
      "A job, called by a scheduler of your own",
      "bash",
      `curl '${site.baseUrl}/api/cron/poll-status' -H "Authorization: Bearer $CRON_SECRET"`,
    ),
  ],
});

const toSell: DocSection = {
  title: "To sell calls",
  blocks: [
    text(
      "Without these nothing is sold, and all that is free works. On a public address all of them are needed, so that buyers can tell who gets their money:",
    ),
    keys(
      "PAYMENT_ADDRESS",
      "NEXT_PUBLIC_PAYMENT_ADDRESS",
      "CHAIN_RPC_URLS",
      "OPERATOR_LEGAL_ENTITY",
      "OPERATOR_CONTACT",
      "OPERATOR_SOCIAL_URL",
    ),
    text("`PAYMENTS_DISABLED` stops all sales at once, while credits already bought keep working."),
  ],
};

export const deploying = defineGuide({
  id: "deploying",
  title: "Deploying",
  about: "Run this service yourself: on one machine, in containers, or on Vercel.",
  sections: (site) => [onOneMachine, inContainers(site), onVercel(site), toSell],
});
