import { request } from "node:http";

/** An answer of the server, with the headers that the floor must send too. */
export function sample(base, target, headers, from = "192.0.2.2") {
  return new Promise((resolve, reject) => {
    const call = request(base + target, { headers: { ...headers, "x-forwarded-for": from } }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => {
        const { connection: _c, date: _d, "keep-alive": _k, "transfer-encoding": _t, ...kept } = answer.headers;
        resolve({
          status: answer.statusCode,
          headers: Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks),
        });
      });
    });
    call.on("error", reject);
    call.end();
  });
}
