import type { Chain } from "./chain";
import type { Log } from "./rpc-schemas";

/** keccak256("Transfer(address,address,uint256)") */
export const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

export interface Transfer {
  logIndex: number;
  from: string;
  units: bigint;
}

export const topicOf = (address: string): string => `0x${"0".repeat(24)}${address.slice(2).toLowerCase()}`;

const addressIn = (topic: string): string | null => (topic.startsWith(`0x${"0".repeat(24)}`) ? `0x${topic.slice(26)}` : null);

function toTransfer(log: Log, chain: Chain): Transfer | null {
  const [kind, fromTopic = "", toTopic, ...more] = log.topics;
  if (log.address !== chain.usdc || kind !== TRANSFER_TOPIC || toTopic !== topicOf(chain.payTo) || more.length > 0) return null;
  if (log.removed === true || log.logIndex === null || log.data.length !== 66) return null;
  const from = addressIn(fromTopic);
  const units = BigInt(log.data);
  // Minted tokens and our own transfers have no payer who could claim them.
  if (from === null || from === ZERO_ADDRESS || from === chain.payTo || units === 0n) return null;
  return { logIndex: Number(log.logIndex), from, units };
}

/** keccak256("AuthorizationUsed(address,bytes32)") */
export const USED_TOPIC = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";

export interface UsedAuthorization {
  payer: string;
  nonce: string;
}

export function authorizationsIn(logs: readonly Log[], chain: Chain): UsedAuthorization[] {
  return logs.flatMap(({ address, removed, topics: [kind, payerTopic = "", nonce] }) => {
    const payer = addressIn(payerTopic);
    return address === chain.usdc && removed !== true && kind === USED_TOPIC && payer !== null && nonce !== undefined
      ? [{ payer, nonce }]
      : [];
  });
}

/** USDC transfers to our wallet; ignores other tokens, other recipients and removed logs. */
export function transfersIn(logs: readonly Log[], chain: Chain): Transfer[] {
  return logs.flatMap((log) => toTransfer(log, chain) ?? []).sort((a, b) => a.logIndex - b.logIndex);
}
