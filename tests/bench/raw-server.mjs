import { createServer } from "node:http";

/** The floor of the front: plain node:http that sends the given bytes and headers. */
let answer = { body: Buffer.alloc(0), headers: [], status: 200 };

const server = createServer((request, response) => {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
});
server.keepAliveTimeout = 65_000;

process.on("message", (message) => {
  answer = { ...message, body: Buffer.from(message.body, "base64") };
  process.send("ready");
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send("listening"));
