/** The package brings no types; this is what is used of it. */
declare module "jstat" {
  const jstat: { studentt: { inv(share: number, degreesOfFreedom: number): number } };
  export default jstat;
}
