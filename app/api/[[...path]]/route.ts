import { serveNotFound } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveNotFound([
  "/api/meta",
  "/api/news",
  "/api/status",
  "/api/models",
  "/api/benchmarks",
]);
