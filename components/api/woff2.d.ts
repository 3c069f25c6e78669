/** A font file imported by a module is its address. */
declare module "*.woff2" {
  const address: string;
  export default address;
}
