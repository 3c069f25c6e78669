/** Without colours: a long answer would become ten thousand elements. */
export function PlainCode({ text, label }: { text: string; label: string }) {
  return (
    <pre className="code" role="region" aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
