/** What the API warns of: a condition that holds already, a name that nothing is called by. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <p key={warning} className="note note-warn [overflow-wrap:anywhere]">
      {warning}
    </p>
  ));
}
