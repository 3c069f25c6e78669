/** The package has no types; these are the parts used here. */
declare module "jstat" {
  const jstat: { studentt: { inv(share: number, degreesOfFreedom: number): number } };
  export default jstat;
}
