/** The package has no types; these are the parts used here. */
declare module "jstat" {
  const jstat: {
    sum(values: readonly number[]): number;
    /** Σv². */
    sumsqrd(values: readonly number[]): number;
    mean(values: readonly number[]): number;
    /** Σ(v − mean)². */
    sumsqerr(values: readonly number[]): number;
    median(values: readonly number[]): number;
    /** Σ(a − mean a)(b − mean b) ÷ (count − 1). */
    covariance(a: readonly number[], b: readonly number[]): number;
    studentt: { inv(share: number, degreesOfFreedom: number): number };
  };
  export default jstat;
}
