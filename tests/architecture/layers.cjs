/** Which layer may import which: this table is the rule. Every layer may import itself. */
const MAY_IMPORT = {
  domain: [],
  schemas: ["domain", "zod"],
  leaves: ["domain", "zod"],
  catalogs: ["domain", "schemas", "leaves", "zod"],
  db: ["domain", "schemas", "leaves"],
  database: ["db", "leaves"],
  workers: ["domain", "schemas", "leaves", "catalogs", "sources", "http"],
  crawlers: ["domain", "schemas", "leaves", "catalogs", "db", "database"],
  sources: ["domain", "schemas", "leaves", "catalogs", "workers", "zod"],
  chain: ["domain", "schemas", "leaves", "sources", "zod"],
  security: ["domain", "schemas", "leaves", "catalogs", "db", "sources", "zod"],
  billing: ["domain", "schemas", "leaves", "db", "chain", "receipts", "zod"],
  watches: ["domain", "schemas", "leaves", "db", "zod"],
  webhooks: ["domain", "schemas", "leaves", "sources", "receipts", "zod"],
  receipts: ["domain", "schemas", "leaves", "db", "proofs"],
  /** What a reader checks, on the server and in the browser alike. */
  proofs: ["domain"],
  http: ["domain", "schemas", "leaves", "db", "database", "billing", "chain", "workers", "crawlers", "catalogs", "receipts", "zod"],
  endpoints: [
    "domain",
    "schemas",
    "leaves",
    "catalogs",
    "db",
    "billing",
    "chain",
    "watches",
    "webhooks",
    "security",
    "receipts",
    "proofs",
    "http",
    "zod",
  ],
  docs: ["domain", "schemas", "leaves", "catalogs", "endpoints", "receipts", "http", "jobs", "zod"],
  jobs: [
    "domain",
    "schemas",
    "leaves",
    "catalogs",
    "db",
    "database",
    "workers",
    "sources",
    "security",
    "watches",
    "webhooks",
    "billing",
    "chain",
    "receipts",
    "zod",
  ],
  client: ["domain", "schemas", "proofs", "zod"],
  components: ["domain", "schemas", "client", "proofs", "zod"],
  app: ["components", "domain", "schemas", "leaves", "catalogs", "database", "http", "endpoints", "docs", "jobs", "client", "zod"],
  /** What runs as a process: it composes all others, and nothing imports it. */
  processes: null,
  tests: null,
};

const FOLDERS = {
  domain: "^lib/domain/",
  schemas: "^lib/schemas/",
  leaves:
    "^lib/(errors|datasets|ids|env|database-choice|log|clock|command-error|signing-key|sealed-text|kept-key|watch-key|guard-output)\\.ts$",
  catalogs: "^lib/catalogs/",
  db: "^db/(?!seed/|drizzle\\.config)",
  database: "^lib/database\\.ts$",
  workers: "^lib/workers/",
  crawlers: "^lib/crawlers/",
  sources: "^lib/sources/",
  chain: "^lib/chain/",
  security: "^lib/security/",
  billing: "^lib/billing/",
  watches: "^lib/watches/",
  webhooks: "^lib/webhooks/",
  receipts: "^lib/receipts/",
  proofs: "^lib/proofs/",
  http: "^lib/http/",
  endpoints: "^lib/endpoints/",
  docs: "^lib/docs/",
  jobs: "^jobs/(?!cli\\.ts)",
  client: "^lib/client/",
  components: "^components/",
  app: "^app/",
  processes: "^(lib/server/|lib/start/|db/seed/|jobs/cli\\.ts|db/drizzle\\.config)",
  tests: "^tests/",
};

const OWN = `^(app|components|db|jobs|lib|tests)/`;

function layerRule([layer, allowed]) {
  const permitted = [layer, ...allowed.filter((name) => name in FOLDERS)].map((name) => FOLDERS[name]);
  return { name: `layer-${layer}`, severity: "error", from: { path: FOLDERS[layer] }, to: { path: OWN, pathNot: permitted } };
}

/** A module that no layer claims would escape every rule. */
const everyModuleHasALayer = {
  name: "module-without-layer",
  severity: "error",
  from: { path: OWN, pathNot: Object.values(FOLDERS) },
  to: {},
};

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT)
      .filter(([, allowed]) => allowed)
      .map(layerRule),
    everyModuleHasALayer,
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "domain-is-pure",
      severity: "error",
      from: { path: FOLDERS.domain },
      to: { dependencyTypes: ["npm", "npm-dev", "npm-optional", "npm-peer", "core"] },
    },
    {
      name: "proofs-run-in-browsers",
      severity: "error",
      from: { path: [FOLDERS.proofs, FOLDERS.client] },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "schemas-know-only-zod",
      severity: "error",
      from: { path: FOLDERS.schemas },
      to: { dependencyTypes: ["npm", "npm-dev", "core"], pathNot: "node_modules/zod/" },
    },
    {
      name: "sql-lives-under-db",
      severity: "error",
      from: { path: OWN, pathNot: "^(db|tests)/" },
      to: { path: "node_modules/(drizzle-orm|pg|@vercel/postgres|@electric-sql/pglite)/", dependencyTypesNot: ["type-only"] },
    },
    { name: "sql-lives-in-queries", severity: "error", from: { path: "^(app|components|lib|jobs)/" }, to: { path: "^db/schema/" } },
    {
      name: "the-chain-is-read-through-one-door",
      severity: "error",
      from: { path: "^(app|db|jobs|lib)/", pathNot: FOLDERS.chain },
      to: { path: "node_modules/(viem|@x402)/", dependencyTypesNot: ["type-only"] },
    },
    { name: "endpoints-do-not-serve", severity: "error", from: { path: FOLDERS.endpoints }, to: { path: "^lib/http/(serve|call)\\.ts$" } },
    {
      name: "only-the-cron-route-runs-jobs",
      severity: "error",
      from: { path: FOLDERS.app, pathNot: "^app/api/cron/" },
      to: { path: "^jobs/" },
    },
    {
      name: "pages-do-not-open-the-database",
      severity: "error",
      from: { path: FOLDERS.app, pathNot: "^app/api/cron/" },
      to: { path: "^lib/database\\.ts$" },
    },
    {
      name: "env-stays-on-the-server",
      severity: "error",
      from: { path: [FOLDERS.domain, FOLDERS.schemas, FOLDERS.components] },
      to: { path: "^lib/env\\.ts$" },
    },
    { name: "nothing-imports-tests", severity: "error", from: { pathNot: "^tests/" }, to: { path: "^tests/" } },
    {
      name: "nothing-imports-processes",
      severity: "error",
      from: { path: OWN, pathNot: [FOLDERS.processes, FOLDERS.tests] },
      to: { path: FOLDERS.processes },
    },
    { name: "unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)\\.next|next-env" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
