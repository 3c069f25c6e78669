import autocannon from "autocannon";

const CONNECTIONS = 50;
const ADDRESSES_PER_CONNECTION = 200;

let blocks = 0;

/** A block of ten thousand client addresses unused by earlier runs, so that the rate limit is not hit. */
export const newBlock = () => blocks++;

function addressOf(block, connection, index) {
  const number = block * CONNECTIONS * ADDRESSES_PER_CONNECTION + connection * ADDRESSES_PER_CONNECTION + index;
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

/**
 * Loads one target and returns rate and latency. `requestOf` varies its requests, `from` makes them
 * all come from one address.
 */
export async function load({
  url,
  headers = {},
  seconds,
  amount,
  from,
  connections = CONNECTIONS,
  block = newBlock(),
  requestOf = () => ({}),
}) {
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    ...(amount ? { amount } : { duration: seconds }),
    setupClient(client) {
      const connectionNumber = connection++;
      const requests = [];
      for (let index = 0; index < ADDRESSES_PER_CONNECTION; index++) {
        const { headers: own = {}, ...request } = requestOf(connectionNumber, index);
        requests.push({
          method: "GET",
          ...request,
          headers: { ...headers, ...own, "user-agent": "bench/1.0", "x-forwarded-for": from ?? addressOf(block, connectionNumber, index) },
        });
      }
      client.setRequests(requests);
    },
  });
  const answered = result.requests.total;
  return {
    perSecond: answered / result.duration,
    average: result.latency.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    answered,
    bytesPerAnswer: Math.round(result.throughput.total / Math.max(1, answered)),
    failed: result.errors + result.timeouts + (result["4xx"] ?? 0) + (result["5xx"] ?? 0),
  };
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const MAX_WARM_UPS = 8;
const STILL_WARMING = 1.03;

/** Loads a target until its rate stops rising, so that compilation and buffer growth are not measured. */
async function warm(target) {
  let best = 0;
  for (let round = 0; round < MAX_WARM_UPS; round++) {
    const { perSecond } = await load({ ...target, seconds: 1 });
    if (round > 1 && perSecond < best * STILL_WARMING) return;
    best = Math.max(best, perSecond);
  }
}

/**
 * Alternates A and B, in swapped order every other pair. A drifting machine then affects both alike.
 * Ratio: median of pairs.
 */
export async function interleave(a, b, pairs, seconds, onWarm = () => {}) {
  await warm(a);
  await warm(b);
  onWarm();
  const runs = [];
  for (let pair = 0; pair < pairs; pair++) {
    const isSwapped = pair % 2 === 1;
    const first = await load({ ...(isSwapped ? b : a), seconds });
    const second = await load({ ...(isSwapped ? a : b), seconds });
    runs.push(isSwapped ? [second, first] : [first, second]);
  }
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
    answered: runs.reduce((sum, run) => sum + run.answered, 0),
    failed: runs.reduce((sum, run) => sum + run.failed, 0),
  };
}
