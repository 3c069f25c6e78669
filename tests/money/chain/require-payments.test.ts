import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requirePayments } from "@/lib/money/chain/require-payments";
import { ConfigurationError, parseEnv } from "@/lib/config/env";

const WALLET = { PAYMENT_ADDRESS: "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720" };
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(
    (_request, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc":"2.0","id":1,"result":"0x2105"}'),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const start = (variables: Record<string, string>) => requirePayments(parseEnv(variables));

test("a start without a wallet sends no chain request", async () => {
  await expect(start({ CHAIN_RPC_URLS: "http://127.0.0.1:1" })).resolves.toBeUndefined();
});

test("starts on the right chain, and with an endpoint that does not answer", async () => {
  await expect(start({ ...WALLET, CHAIN_RPC_URLS: url })).resolves.toBeUndefined();
  await expect(start({ ...WALLET, CHAIN_RPC_URLS: "http://127.0.0.1:1" })).resolves.toBeUndefined();
});

test.each([
  ["the endpoint of another chain", { CHAIN_ID: "84532" }, "CHAIN_RPC_URLS: endpoint 1 is not one of chain 84532"],
  ["a list that is not there", { SANCTIONS_LIST_FILE: "no-such-file.txt" }, "SANCTIONS_LIST_FILE: no-such-file.txt cannot be read"],
  ["a mistyped wallet", { PAYMENT_ADDRESS: "0xA0Ee7A142d267C1f36714E4a8F75612F20a79720" }, "PAYMENT_ADDRESS: its checksum does not fit"],
])("stops the start with one line for %s", async (_what, variables, line) => {
  const error = await start({ ...WALLET, CHAIN_RPC_URLS: `${url}/v2/rpc-key-0123456789`, ...variables }).then(
    () => null,
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error?.message).toContain(line);
  expect(error?.message).not.toMatch(/\n|rpc-key/);
});
