/** A page without content, in the build of a bench only: what the shell alone costs. */
export const dynamic = "force-dynamic";

export default function EmptyShell() {
  return <h1>Empty shell</h1>;
}
