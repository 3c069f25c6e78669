import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Abi, Hex } from "viem";

export interface Contract {
  abi: Abi;
  /** Deployment bytecode. */
  creation: Hex;
  /** Bytecode at the contract's address. */
  runtime: Hex;
}

const FILES = ["TestUSDC.sol", "Wallets.sol", "EtherFeed.sol"] as const;
const NAMES = ["TestUSDC", "SmartWallet", "GasBurner", "WalletFactory", "Multicall3", "EtherFeed"] as const;
export type Contracts = Record<(typeof NAMES)[number], Contract>;

const folder = join(import.meta.dirname, "contracts");
const cache = join(import.meta.dirname, "../../../.cache");
const require = createRequire(import.meta.url);

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }>>;
}

function compile(sources: Record<string, { content: string }>): Contracts {
  const solc = require("solc") as { compile(input: string): string };
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify({ language: "Solidity", sources, settings }))) as CompilerOutput;
  const faults = (output.errors ?? []).filter(({ severity }) => severity === "error");
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join("\n"));
  const all = Object.assign({}, ...Object.values(output.contracts)) as CompilerOutput["contracts"][string];
  const entries = NAMES.map((name) => {
    const found = all[name];
    if (!found) throw new Error(`no contract ${name}`);
    return [name, { abi: found.abi, creation: `0x${found.evm.bytecode.object}`, runtime: `0x${found.evm.deployedBytecode.object}` }];
  });
  return Object.fromEntries(entries) as Contracts;
}

export function compiledContracts(): Contracts {
  const sources = Object.fromEntries(FILES.map((file) => [file, { content: readFileSync(join(folder, file), "utf8") }]));
  const { version } = require("solc/package.json") as { version: string };
  const key = createHash("sha256")
    .update(JSON.stringify([version, sources]))
    .digest("hex")
    .slice(0, 16);
  const file = join(cache, `contracts-${key}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Contracts;
  const contracts = compile(sources);
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(contracts));
  renameSync(`${file}.${process.pid}`, file);
  return contracts;
}
