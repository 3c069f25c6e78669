const NAME = "send-payment";

/** A lock lets one tab of this browser send at a time; browsers without locks let each tab send. */
export class SendLock {
  private holding: AbortController | null = null;

  /** Tells whether another tab has it, and once that one has let it go. */
  hold(tell: (isElsewhere: boolean) => void): void {
    if (this.holding !== null || !("locks" in navigator)) return;
    const { signal } = (this.holding = new AbortController());
    const released = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    const take = async () => {
      const isElsewhere = await navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
        if (lock === null) return true;
        await released;
        return false;
      });
      if (!isElsewhere || signal.aborted) return;
      tell(true);
      await navigator.locks.request(NAME, { signal }, () => {
        tell(false);
        return released;
      });
    };
    // Rejects only where the wait for another tab was given up.
    take().catch(() => undefined);
  }

  release(): void {
    this.holding?.abort();
    this.holding = null;
  }
}
