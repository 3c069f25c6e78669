import { createBaseAccountSDK } from "@base-org/account";
import type { EIP1193Provider } from "viem";
import { base } from "viem/chains";

/** A wallet that needs no extension: its window asks for a passkey. */
export const openBaseAccount = (): EIP1193Provider =>
  createBaseAccountSDK({
    appName: location.host,
    appChainIds: [base.id],
    preference: { telemetry: false },
  }).getProvider() as unknown as EIP1193Provider;
