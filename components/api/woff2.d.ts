/** Importing a font file gives the address under which the server sends it. */
declare module "*.woff2" {
  const address: string;
  export default address;
}
