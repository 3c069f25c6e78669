/** In full, in groups of four: a short form could hide another address. */
export function FullAddress({ address }: { address: string }) {
  return (
    <code className="font-mono [overflow-wrap:anywhere]" title={address} aria-label={address} role="text">
      {address.match(/.{1,4}/g)?.map((group, at) => (
        <span key={at} className="mr-1 inline-block">
          {group}
        </span>
      ))}
    </code>
  );
}
