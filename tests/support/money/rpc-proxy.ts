import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface RpcRequest {
  method: string;
  params: unknown[];
}

export type Behaviour =
  | { kind: "pass" }
  | { kind: "cut" }
  | { kind: "hang" }
  | { kind: "status"; status: number; body?: string }
  | { kind: "error"; code: number; message: string }
  /** Answers once `until(nth)` resolves, for the nth request since the last `behave`. */
  | { kind: "slow"; until: (nth: number) => Promise<void> }
  | { kind: "lie"; alter: (question: RpcRequest, result: unknown) => unknown };

export interface RpcProxy {
  url: string;
  requestedMethods: string[];
  /** Applies to every request, or only to one method while the others pass. */
  behave(behaviour: Behaviour, method?: string): void;
  refuseRangesOver(blocks: bigint): void;
  stop(): Promise<void>;
}

async function answer(response: ServerResponse, behaviour: Behaviour, text: string, target: string, nth = 0): Promise<void> {
  if (behaviour.kind === "slow") await behaviour.until(nth);
  if (behaviour.kind === "cut") return void response.destroy();
  if (behaviour.kind === "hang") return;
  if (behaviour.kind === "status") {
    return void response.writeHead(behaviour.status, { "content-type": "application/json" }).end(behaviour.body ?? "{}");
  }
  const question = JSON.parse(text) as RpcRequest & { id: number };
  const send = (answered: object) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id: question.id, ...answered }));
  if (behaviour.kind === "error") return void send({ error: { code: behaviour.code, message: behaviour.message } });
  const upstream = await fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body: text });
  const answered = (await upstream.json()) as { result?: unknown };
  send(behaviour.kind === "lie" && "result" in answered ? { result: behaviour.alter(question, answered.result) } : answered);
}

/** An RPC endpoint that can fail in every known way. Its path looks like one that contains an API key. */
export async function startRpcProxy(target: string): Promise<RpcProxy> {
  let current: { behaviour: Behaviour; method: string | undefined } = { behaviour: { kind: "pass" }, method: undefined };
  const requestedMethods: string[] = [];
  let widest: bigint | null = null;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { method, params } = JSON.parse(text) as RpcRequest;
    requestedMethods.push(method);
    const { fromBlock, toBlock } = (method === "eth_getLogs" ? params[0] : {}) as { fromBlock?: string; toBlock?: string };
    if (widest !== null && fromBlock && toBlock && BigInt(toBlock) - BigInt(fromBlock) >= widest) {
      return answer(response, { kind: "error", code: -32602, message: "block range too large" }, text, target);
    }
    const applies = current.method === undefined || current.method === method;
    const nth = requestedMethods.filter((one) => current.method === undefined || one === current.method).length;
    await answer(response, applies ? current.behaviour : { kind: "pass" }, text, target, nth).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/rpc-key-0123456789abcdef`,
    requestedMethods,
    behave(behaviour, method) {
      current = { behaviour, method };
      requestedMethods.length = 0;
    },
    refuseRangesOver(blocks) {
      widest = blocks;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
