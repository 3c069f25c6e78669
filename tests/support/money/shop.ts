import type { HDAccount } from "viem/accounts";
import { followChain } from "@/lib/money/transfers/follow-chain";
import type { JobCounts } from "@/jobs/define";
import type { Db } from "@/db/client";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import type { Collection } from "@/lib/money/purchase/collect-token";
import { confirmPurchase, type ConfirmRequest } from "@/lib/money/purchase/confirm-purchase";
import { makeQuote, type QuoteOffer, type QuoteRequest } from "@/lib/money/purchase/make-quote";
import { createChain, type Chain } from "@/lib/money/chain/chain";
import { createScreener, type Screener } from "@/lib/money/chain/screener";
import { claimExpiries, claimMessage, type ClaimPurpose } from "@/lib/domain/money/claim-message";
import { CHAIN_ID, startChain, USDC, type TestChain } from "./chain";

export const SITE = "https://data.example.org";

export interface Shop {
  local: TestChain;
  chain: Chain;
  screener: Screener;
  now(): Promise<Date>;
  quote(db: Db, request?: Partial<QuoteRequest>): Promise<QuoteOffer>;
  pay(from: HDAccount, units: bigint): Promise<string>;
  deepen(): Promise<void>;
  confirm(
    db: Db,
    confirmation: Partial<ConfirmRequest> & { txHash: string },
    setup?: { chain?: Chain; screener?: Screener; now?: Date },
  ): Promise<Collection>;
  sign(from: Pick<HDAccount, "signMessage">, purpose: ClaimPurpose): Promise<string>;
  provePayment(from: Pick<HDAccount, "signMessage">, txHash: string): Promise<string>;
  scan(
    db: Db,
    setup?: {
      chain?: Chain;
      screener?: Screener;
      isSelling?: boolean;
      now?: Date;
      startBlock?: number;
      bounds?: { blocksPerRange: number; rangesPerRun: number };
    },
  ): Promise<JobCounts>;
  stop(): Promise<void>;
}

/** Blocks that confirm any amount up to fifty dollars. */
const DEPTH = 7;

export async function openShop(): Promise<Shop> {
  const local = await startChain();
  const chain = createChain({ chainId: CHAIN_ID, rpcUrls: [local.url], usdc: USDC, payTo: local.payTo, timeoutMs: 20_000 });
  const screener = createScreener({ list: new Set(), chainalysis: null });
  const now = async () => new Date(Number((await local.client.getBlock()).timestamp) * 1000);
  const deepen = () => local.mine(DEPTH);
  const sign: Shop["sign"] = async (from, purpose) =>
    from.signMessage({ message: claimMessage(SITE, purpose, claimExpiries(await now())[0]) });
  return {
    local,
    chain,
    screener,
    now,
    deepen,
    sign,
    provePayment: (from, txHash) => sign(from, { purpose: "purchase", chainId: CHAIN_ID, txHash }),
    quote: async (db, request = {}) =>
      makeQuote(db, { requestedUnits: 1_000_000n, senderWallet: null, endpoint: null, caller: "somebody", now: await now(), ...request }),
    async pay(from, units) {
      const hash = await local.transfer(from, units);
      await deepen();
      return hash;
    },
    confirm: async (db, { txHash, memo = null, signature = null, accountId = null }, setup = {}) =>
      confirmPurchase({ db, chain, screener, baseUrl: SITE, now: await now(), ...setup }, { txHash, memo, signature, accountId }),
    scan: async (db, setup = {}) =>
      followChain({ db, chain, screener, isSelling: true, signal: new AbortController().signal, now: await now(), ...setup }),
    stop: local.stop,
  };
}

export const faultsOf = async (db: Db): Promise<string[]> => (await checkLedger(db, new Date())).faults;

/** For `afterEach`: throws unless the books balance. */
export async function requireBalancedBooks(db: Db): Promise<void> {
  const faults = await faultsOf(db);
  if (faults.length > 0) throw new Error(`the books do not balance: ${faults.join("; ")}`);
}

/** The code of an ApiError, with its reason if that differs: `tx_already_claimed/signature_required`. */
export async function refusedAs(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "not refused";
  } catch (error) {
    const { code, details } = error as { code?: string; details?: { reason?: string } };
    if (code === undefined) throw error;
    return details?.reason && details.reason !== code ? `${code}/${details.reason}` : code;
  }
}
