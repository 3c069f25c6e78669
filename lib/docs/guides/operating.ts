import { ALERTS, DISK_LOW_BYTES, type AlertKind } from "@/lib/domain/alerts/alerts";
import { MEGABYTE } from "@/lib/domain/basics/bytes";
import { code, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { health } from "@/lib/endpoints/health";
import { live } from "@/lib/endpoints/health/live";
import { ready } from "@/lib/endpoints/health/ready";
import { metrics } from "@/lib/endpoints/metrics";
import { LIMITS } from "@/lib/http/limits/limits";
import { jwks } from "../receipt-keys";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { keyFields } from "./key-fields";
import { dataFolder, backups, clock, receiptKeys, storesAway } from "./operating-data";
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
      `${to(health)} is for people: what is fresh, what failed, and in \`tasks\` one sentence for each thing that you can do something about. \`status\` is \`degraded\` while there is one, and not because a source is away for a while.`,
      `${to(live)} is 200 as long as the process answers, and asks nothing, not even the database: let a supervisor restart by it.`,
      `${to(ready)} is 200 while calls can be answered. Otherwise it is 503, with one line that says what is wrong with the database, its migrations, the signing key, the clock or the ledger: send calls elsewhere by it.`,
      `The last two have a limit of their own, ${LIMITS.probes.calls} a minute and address, which each process counts in memory: they answer while stores are away.`,
      "A purchase that two parties claim is held, and health counts it, until `npm run ledger -- resolve` decides for one of them. Both are told to write to `OPERATOR_CONTACT`.",
    ),
    callBlock("What is to be done?", health, site),
  ],
});

const beTold: DocSection = {
  title: "Be told",
  blocks: [
    text(
      `Set \`ALERT_WEBHOOK_URL\` to an https address that is not private. It is told once when something begins that only you can mend, and once when it is over, whichever process finds it and however often they restart. A delivery is tried again for a day, with the same \`webhook-id\`, until your address answers with 2xx.`,
    ),
    text(
      `A delivery is a POST of \`{type, timestamp, delivery_id, data: {alert, subject, says, meaning, action, service}}\`. It is signed with the key of the receipts: \`webhook-signature\` holds \`v1a,\` and the Ed25519 signature of \`webhook-id.webhook-timestamp.body\`, and ${to(jwks)} has the key that \`X-Service-Key-Id\` names.`,
    ),
    text(
      `To see one, stop Postgres for a minute and start it again. With the embedded database, fill the disk of \`DATA_DIR\` until less than ${DISK_LOW_BYTES / MEGABYTE} MB are left, for two minutes.`,
    ),
    list(
      "The job `raise-alerts` looks every minute. Each process watches disk, clock and stores itself, because no job runs while the database is away or the clock is in doubt.",
      "`disk_low` and `paid_errors` may cross their limit back and forth, and are over once they were not found for ten minutes.",
      "An alert about a machine ends a quarter of an hour after that machine's last report.",
      "The first hundred unmatched payments have an alert each, all others one together.",
    ),
    text("Each alert below stands under the name that is in `data.alert` of its delivery."),
  ],
};

const logAndMetrics: DocSection = {
  title: "Log, metrics and traces",
  blocks: [
    text(
      "Every line of the log is a JSON object, on stderr from `warn` upwards, else on stdout. The service writes no log file and rotates none: that is left to the platform (journald, Docker's `max-size`, logrotate with `copytruncate`).",
    ),
    list(
      "With `LOG_REQUESTS=true` each request has a line: route pattern, path, status (`null` where the client left before the end), milliseconds and the receipt of a paid call. Its `request_id` is in the answer's `X-Request-Id`. Query, headers and the caller's address are not logged.",
      'Failures by the same cause, as when a store is away, share one line a second; `repeated` in it says how many they were. An unhandled error is a line with `"code":"internal_error"`.',
      "No output contains a configured secret, token or memo, whichever code prints: each is replaced by `[secret]`. Only `npm run token` shows the token that it issues.",
    ),
    text(
      `${to(metrics)} gives Prometheus the numbers of one process. \`lib/server/deploy/grafana-dashboard.json\` draws each of them, and says at each graph what to make of it: import it in Grafana and choose the Prometheus. On Vercel every call may reach another instance, so that only the numbers that are read from the database are complete there.`,
    ),
    list(
      "Metrics are answered to a caller with the token below, and to one on the same machine: a connection from the loopback, under the name `localhost`, without a header that a proxy adds, and from no trusted proxy.",
      "On a public address without `TRUSTED_PROXY` the token alone counts, because a proxy on this machine that adds no header looks like its operator.",
      "With a collector of OpenTelemetry each call of the API and each page is a trace, which continues the trace of its caller. In a paid call `open`, `compute` and `settle` are spans of their own. Spans are named by route patterns, never by what a caller sent.",
    ),
    keyFields("LOG_LEVEL", "LOG_REQUESTS", "METRICS_TOKEN", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"),
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
  sections: (site) => [
    whatToWatch(site),
    beTold,
    ...(Object.keys(ALERTS) as AlertKind[]).map(alertSection),
    everyRelease,
    dataFolder,
    backups,
    storesAway,
    receiptKeys,
    clock,
    logAndMetrics,
  ],
});
