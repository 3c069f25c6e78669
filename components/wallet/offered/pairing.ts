/** What a wallet outside of this browser needs while it is connected. */
export interface Pairing {
  /** Aborted when the buyer no longer waits for the wallet. */
  signal: AbortSignal;
  /** Hears the text of the QR code that a wallet on a phone scans. */
  onPairing(uri: string): void;
}
