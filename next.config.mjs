/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  outputFileTracingRoot: import.meta.dirname,
  outputFileTracingIncludes: { "/*": ["./db/migrations/**/*"] },
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ["@electric-sql/pglite", "pg", "@vercel/postgres", "@neondatabase/serverless", "undici", "rate-limiter-flexible"],
};

export default config;
