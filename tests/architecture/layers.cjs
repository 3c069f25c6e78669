const { FOLDERS } = require("./layer-folders.cjs");

/** Which layer may import which: this table is the rule. Every layer may import itself. */
const MAY_IMPORT = {
  domain: [],
  schemas: ["domain", "zod"],
  /** What every layer on the server may read: errors, datasets, configuration, the log, the clock. */
  leaves: ["domain", "zod"],
  catalogs: ["domain", "schemas", "leaves", "zod"],
  db: ["domain", "schemas", "leaves"],
  sources: ["domain", "schemas", "leaves", "catalogs", "zod"],
  loaders: ["domain", "schemas", "leaves", "catalogs", "db", "sources", "zod"],
  /** What a reader checks, on the server and in the browser alike. */
  proofs: ["domain"],
  receipts: ["domain", "schemas", "leaves", "db", "proofs"],
  money: ["domain", "schemas", "leaves", "db", "sources", "loaders", "receipts", "zod"],
  watches: ["domain", "schemas", "leaves", "catalogs", "db", "sources", "receipts", "zod"],
  /** What the operator is told of. */
  alerts: ["domain", "leaves", "db", "loaders", "money", "receipts", "watches"],
  ingest: ["domain", "schemas", "leaves", "catalogs", "db", "sources", "loaders", "watches", "zod"],
  http: ["domain", "schemas", "leaves", "catalogs", "db", "sources", "loaders", "money", "receipts", "zod"],
  /** What other sites show of ours: the drawings of pages, alone. */
  pictures: ["domain", "schemas", "leaves", "catalogs", "db", "loaders", "http", "components", "zod"],
  endpoints: [
    "domain",
    "schemas",
    "leaves",
    "catalogs",
    "db",
    "loaders",
    "money",
    "watches",
    "receipts",
    "proofs",
    "http",
    "pictures",
    "zod",
  ],
  docs: [
    "domain",
    "schemas",
    "leaves",
    "catalogs",
    "endpoints",
    "loaders",
    "money",
    "receipts",
    "http",
    "pictures",
    "jobs",
    "client",
    "zod",
  ],
  /** What others install: it calls the API from outside, and takes of the house what runs everywhere. */
  client: ["domain", "proofs"],
  /** Tools over the endpoints, for language models. */
  mcp: ["domain", "schemas", "leaves", "catalogs", "db", "loaders", "money", "http", "endpoints", "docs", "zod"],
  jobs: ["domain", "schemas", "leaves", "catalogs", "db", "sources", "loaders", "ingest", "watches", "alerts", "money", "receipts", "zod"],
  /** What each page is: its address, endpoints and parameters. */
  pages: ["domain", "schemas", "leaves", "catalogs", "http", "endpoints", "docs", "zod"],
  components: ["domain", "schemas", "proofs", "zod"],
  app: [
    "components",
    "pages",
    "domain",
    "schemas",
    "leaves",
    "catalogs",
    "db",
    "loaders",
    "http",
    "endpoints",
    "docs",
    "mcp",
    "jobs",
    "proofs",
    "zod",
  ],
  /** What runs as a process: it composes all others, and nothing imports it. */
  processes: null,
  tests: null,
};

/** The seeds plant millions of rows at once, past the queries of the product. */
const SQL_MAY_STAND_IN = "^(db|tests|lib/server/seed)/";

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
      // lru-cache without a time to live reads no clock. A result that is remembered is the same as one that is
      // computed.
      severity: "error",
      from: { path: FOLDERS.domain },
      // A table of HTML's character names and statistics are as pure as code of ours, and complete.
      to: { dependencyTypes: ["npm", "npm-dev", "npm-optional", "npm-peer", "core"], pathNot: "node_modules/(entities|lru-cache|jstat)/" },
    },
    {
      name: "proofs-run-in-browsers",
      severity: "error",
      from: { path: FOLDERS.proofs },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "client-runs-everywhere",
      severity: "error",
      from: { path: FOLDERS.client, pathNot: "^lib/client/cli/" },
      to: { dependencyTypes: ["core", "npm", "npm-dev"], pathNot: "node_modules/openapi-fetch/" },
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
      from: { path: OWN, pathNot: SQL_MAY_STAND_IN },
      to: { path: "node_modules/(drizzle-orm|pg|@vercel/postgres|@electric-sql/pglite)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "sql-lives-in-queries",
      severity: "error",
      from: { path: "^(app|components|lib|jobs)/", pathNot: SQL_MAY_STAND_IN },
      to: { path: "^db/schema/" },
    },
    {
      name: "the-chain-is-read-through-one-door",
      severity: "error",
      from: { path: "^(app|db|jobs|lib)/", pathNot: "^lib/money/chain/" },
      to: { path: "node_modules/(viem|@x402)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "endpoints-do-not-serve",
      severity: "error",
      from: { path: FOLDERS.endpoints },
      to: { path: "^lib/http/(call/serve|session/call)\\.ts$" },
    },
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
      to: { path: "^db/database\\.ts$" },
    },
    {
      name: "env-stays-on-the-server",
      severity: "error",
      from: { path: [FOLDERS.domain, FOLDERS.schemas, FOLDERS.components] },
      to: { path: "^lib/config/" },
    },
    {
      name: "no-job-imports-another",
      severity: "error",
      from: { path: "^jobs/([a-z-]+)(/|\\.ts$)", pathNot: "^jobs/(index|run|scheduler)\\.ts$" },
      to: { path: "^jobs/", pathNot: ["^jobs/$1(/|\\.ts$)", "^jobs/define\\.ts$"] },
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
    // Programs of clients that are generated, with packages of their own.
    exclude: { path: "(^|/)\\.next|next-env|^tests/clients/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
