import { ALERTS, type AlertKind } from "@/lib/domain/alerts/alerts";
import { code, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { health } from "@/lib/endpoints/health";
import { live } from "@/lib/endpoints/health/live";
import { ready } from "@/lib/endpoints/health/ready";
import { metrics } from "@/lib/endpoints/metrics";
import { jwks } from "../receipt-keys";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

/** An alert with what it means and what to do, in the words that its delivery carries. */
const alertSection = (kind: AlertKind): DocSection => ({
  title: kind,
  blocks: [list(`**It means**: ${ALERTS[kind].meaning}.`, `**Do this**: ${ALERTS[kind].action}.`)],
});

const whatToWatch = (site: Site): DocSection => ({
  title: "What to watch",
  blocks: [
    list(
      `${to(health)} is for people: what is fresh, what failed, and in \`tasks\` one sentence for each thing that you can do something about.`,
      `${to(live)} is 200 as long as the process answers: restart by it.`,
      `${to(ready)} is 200 while calls can be answered, else 503 with the reason: send calls elsewhere by it.`,
      `${to(metrics)} gives Prometheus the numbers. \`lib/server/deploy/grafana-dashboard.json\` draws them, and says at each graph what to make of it.`,
    ),
    callBlock("What is to be done?", health, site),
  ],
});

const beTold: DocSection = {
  title: "Be told",
  blocks: [
    text(
      `Set \`ALERT_WEBHOOK_URL\` to an https address that is not private. It is told once when something begins that only you can mend, and once when it is over. A delivery is tried again for a day, with the same \`webhook-id\`, until your address answers with 2xx.`,
    ),
    text(
      `It is signed with the key of the receipts: \`webhook-signature\` holds \`v1a,\` and the Ed25519 signature of \`webhook-id.webhook-timestamp.body\`, and ${to(jwks)} has the key that \`X-Service-Key-Id\` names.`,
    ),
    text(
      "To see one, stop Postgres for a minute and start it again. With the embedded database, fill the disk of `DATA_DIR` until less than 500 MB are left, for two minutes.",
    ),
    text("`disk_low` and `paid_errors` may cross their limit back and forth, and are over once they were not found for ten minutes."),
    text("Each alert below stands under the name that is in `data.alert` of its delivery."),
  ],
};

const everyRelease: DocSection = {
  title: "Every day and every release",
  blocks: [
    list(
      "Copy the newest file of `DATA_DIR/backups` to another machine, with `receipt-signing-key` and `watch-secret-key` beside it.",
      "After a release, look whether the service is ready and whether `tasks` is empty.",
      "The books are checked every hour; this checks them now, and exits with 1 on a fault:",
    ),
    code("Check the books", "bash", "npm run ledger -- verify"),
    code("What a public service lacks", "bash", "npm run doctor -- --production"),
    code("The jobs, and why one failed", "bash", "npm run jobs -- list"),
  ],
};

export const operating = defineGuide({
  id: "operating",
  title: "Operating",
  about: "Keep this service running: what to watch, what each alert means, and what to do then.",
  sections: (site) => [whatToWatch(site), beTold, ...(Object.keys(ALERTS) as AlertKind[]).map(alertSection), everyRelease],
});
