export interface Allowance {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

export interface Limiter {
  take(address: string): Promise<Allowance>;
  giveBack(address: string): Promise<void>;
}
