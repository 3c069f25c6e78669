/** Where each layer lives: its rules and the tests that a change calls for follow from it. */
const FOLDERS = {
  domain: "^lib/domain/",
  schemas: "^lib/schemas/",
  leaves: "^lib/(errors\\.ts|datasets\\.ts|config/)",
  catalogs: "^lib/catalogs/",
  db: "^db/(?!drizzle\\.config)",
  sources: "^lib/sources/",
  loaders: "^lib/loaders/",
  proofs: "^lib/receipts/proofs/",
  receipts: "^lib/receipts/(?!proofs/)",
  money: "^lib/money/",
  watches: "^lib/watches/",
  alerts: "^lib/alerts/",
  ingest: "^lib/ingest/",
  http: "^lib/http/",
  endpoints: "^lib/endpoints/",
  client: "^lib/client/",
  docs: "^lib/docs/",
  mcp: "^lib/mcp/",
  jobs: "^jobs/",
  pages: "^lib/pages/",
  components: "^components/",
  app: "^app/",
  processes: "^(lib/server/|db/drizzle\\.config)",
  tests: "^tests/",
};

module.exports = { FOLDERS };
