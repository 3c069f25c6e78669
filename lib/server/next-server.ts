import type { RequestListener } from "node:http";
import next from "next";
import { describeError, log } from "@/lib/config/log";

export interface NextServer {
  handle: RequestListener;
  close(): Promise<void>;
}

export async function startNext(options: { isDev: boolean; root: string; port: number }): Promise<NextServer> {
  const app = next({ dev: options.isDev, dir: options.root, port: options.port, hostname: "localhost" });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    handle(request, response) {
      handle(request, response).catch((error: unknown) => {
        log.error("next failed", { url: request.url, error: describeError(error) });
        response.destroy();
      });
    },
    close: () => app.close(),
  };
}
