import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

/** Addresses of a name. It is "missing" when it does not exist, "broken" for a server failure, "silent" for no reply. */
export type Zone = (name: string) => readonly string[] | Fault | "silent";
type Fault = "missing" | "broken";

export interface NameServer {
  address: string;
  /** Queried names in order, one per address family. */
  asked: string[];
  close(): void;
}

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;
const CODES = { missing: 3, broken: 2 } as const;

/** The queried name, and the offset of its type. */
function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join("."), end: at + 1 };
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const [head = [], tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const groups = tail === undefined ? [...head] : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail];
  return Buffer.concat(groups.map((group) => Buffer.from(group.padStart(4, "0"), "hex")));
}

function record(type: number, address: string): Buffer {
  const data = bytesOf(address);
  const head = Buffer.alloc(HEADER_BYTES);
  // A pointer to the queried name; class IN, TTL 0.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function answerTo(query: Buffer, addresses: readonly string[] | Fault): Buffer {
  const { end } = questionOf(query);
  const type = query.readUInt16BE(end);
  const fitting = typeof addresses === "string" ? [] : addresses.filter((address) => (isIPv4(address) ? A : AAAA) === type);
  const answer = Buffer.concat([query.subarray(0, end + 4), ...fitting.map((address) => record(type, address))]);
  answer.writeUInt16BE(0x8180 | (typeof addresses === "string" ? CODES[addresses] : 0), 2);
  answer.writeUInt16BE(fitting.length, 6);
  answer.writeUInt32BE(0, 8);
  return answer;
}

export async function startNameServer(zone: Zone): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name } = questionOf(query);
    asked.push(name);
    const addresses = zone(name);
    if (addresses !== "silent") socket.send(answerTo(query, addresses), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}
