import autocannon from "autocannon";

const CONNECTIONS = 50;
const ADDRESSES_PER_CONNECTION = 200;

let blocks = 0;

/** Each run comes from 10,000 client addresses that no earlier run used: nobody meets the rate limit. */
function addressOf(block, connection, index) {
  const number = block * CONNECTIONS * ADDRESSES_PER_CONNECTION + connection * ADDRESSES_PER_CONNECTION + index;
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

/** Requests per second, latency and what was answered, for one target. */
export async function load({ url, headers = {}, seconds, amount }) {
  const block = blocks++;
  let connection = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    ...(amount ? { amount } : { duration: seconds }),
    setupClient(client) {
      const own = connection++;
      const requests = [];
      for (let index = 0; index < ADDRESSES_PER_CONNECTION; index++) {
        requests.push({ method: "GET", headers: { ...headers, "user-agent": "bench/1.0", "x-forwarded-for": addressOf(block, own, index) } });
      }
      client.setRequests(requests);
    },
  });
  const answered = result.requests.total;
  return {
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    answered,
    bytesPerAnswer: Math.round(result.throughput.total / Math.max(1, answered)),
    failed: result.errors + result.timeouts + (result["4xx"] ?? 0) + (result["5xx"] ?? 0),
  };
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** A and B in turn, so that a drifting machine hits both; the ratio is the median of the pairs' ratios. */
export async function interleave(a, b, pairs, seconds) {
  await load({ ...a, seconds: 1 });
  await load({ ...b, seconds: 1 });
  const runs = [];
  for (let pair = 0; pair < pairs; pair++) runs.push([await load({ ...a, seconds }), await load({ ...b, seconds })]);
  const [as, bs] = [runs.map(([first]) => first), runs.map(([, second]) => second)];
  return {
    a: summarise(as),
    b: summarise(bs),
    ratio: median(runs.map(([first, second]) => first.perSecond / second.perSecond)),
  };
}

function summarise(runs) {
  return {
    perSecond: median(runs.map((run) => run.perSecond)),
    p99: median(runs.map((run) => run.p99)),
    bytesPerAnswer: median(runs.map((run) => run.bytesPerAnswer)),
    failed: runs.reduce((sum, run) => sum + run.failed, 0),
  };
}
