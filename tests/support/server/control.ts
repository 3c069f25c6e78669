import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { ControlResponse } from "@/lib/server/cli/control";
import { controlAddress } from "@/lib/server/cli/control-address";

function ask(dataDir: string, body: string): Promise<ControlResponse> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: controlAddress(dataDir), path: "/", method: "POST" }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("error", reject);
      response.on("end", () => resolve(JSON.parse(text) as ControlResponse));
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** Sends a command to the server that owns a data folder, waiting until it listens. */
export async function command(dataDir: string, name: string, args: Record<string, unknown> = {}): Promise<ControlResponse> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(dataDir, JSON.stringify({ command: name, args }));
    } catch (error) {
      const isEarly = ["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");
      if (!isEarly || tries > 2400) throw error;
      await delay(50);
    }
  }
}
