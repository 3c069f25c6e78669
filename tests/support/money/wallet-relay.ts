import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

/**
 * The relay of WalletConnect, as far as two clients need one. A subscriber of a topic gets what was
 * and is published there.
 */
export interface WalletRelay {
  url: string;
  /** A client that speaks by other means than a socket of its own. Returns what takes its messages. */
  join(send: (text: string) => void): (text: string) => void;
  stop(): Promise<void>;
}

interface Message {
  topic: string;
  message: string;
  tag: number;
}

interface Call {
  id: number;
  method?: string;
  params: Partial<Record<string, string>> & { topics?: string[]; tag?: number };
}

const PROPOSAL_TAG = 1100;
const RESPONSE_TAG = 1101;
const SETTLEMENT_TAG = 1102;

export async function startWalletRelay(): Promise<WalletRelay> {
  const kept: Message[] = [];
  const clients = new Set<{ topics: Set<string>; deliver(message: Message): void }>();

  function join(send: (text: string) => void): (text: string) => void {
    let lastId = Date.now();
    const deliver = (data: Message) => {
      lastId += 1;
      const params = { id: `sub-${data.topic}`, data: { ...data, publishedAt: Date.now() } };
      send(JSON.stringify({ jsonrpc: "2.0", id: lastId, method: "irn_subscription", params }));
    };
    const client = { topics: new Set<string>(), deliver };
    clients.add(client);
    const subscribe = (topic: string) => {
      if (client.topics.has(topic)) return;
      client.topics.add(topic);
      for (const message of kept) if (message.topic === topic) deliver(message);
    };
    const publish = (topic = "", message = "", tag = 0) => {
      const published = { topic, message, tag };
      kept.push(published);
      for (const other of clients) if (other !== client && other.topics.has(topic)) other.deliver(published);
    };
    function answer({ method, params }: Call): unknown {
      switch (method) {
        case "irn_subscribe":
          queueMicrotask(() => subscribe(params.topic ?? ""));
          return `sub-${params.topic}`;
        case "irn_batchSubscribe":
          for (const topic of params.topics ?? []) queueMicrotask(() => subscribe(topic));
          return (params.topics ?? []).map((topic) => `sub-${topic}`);
        case "irn_publish":
          publish(params.topic, params.message, params.tag);
          return true;
        case "wc_proposeSession":
          publish(params.pairingTopic, params.sessionProposal, PROPOSAL_TAG);
          client.topics.add(params.pairingTopic ?? "");
          return true;
        case "wc_approveSession":
          publish(params.sessionTopic, params.sessionSettlementRequest, SETTLEMENT_TAG);
          publish(params.pairingTopic, params.sessionProposalResponse, RESPONSE_TAG);
          client.topics.add(params.sessionTopic ?? "");
          return true;
        case "irn_batchFetchMessages":
        case "irn_fetchMessages":
          return { messages: [], hasMore: false };
        default:
          return true;
      }
    }
    return (text) => {
      const call = JSON.parse(text) as Call;
      if (call.method === undefined) return;
      send(JSON.stringify({ jsonrpc: "2.0", id: call.id, result: answer(call) }));
    };
  }

  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  server.on("connection", (socket) => {
    const take = join((text) => socket.send(text));
    socket.on("message", (data: Buffer) => take(data.toString()));
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    join,
    async stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, "close");
    },
  };
}
