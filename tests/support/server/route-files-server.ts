import { startServer } from "@/lib/server/start-server";

/** The server of `npm start` without its threads. Next answers by the route files, as on Vercel and while developing. */
const server = startServer({ root: process.cwd(), isDev: false, usesRouteFiles: true });
process.on("SIGTERM", () => void server.stop().then(() => process.exit()));
await server.ready;
