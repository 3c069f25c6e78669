interface Props {
  hash: string;
  /** Null for a chain without a known explorer. */
  explorerUrl: string | null;
}

/** `0x549c…c6d1`, in full in its title; another site opens it, which learns nothing of this one. */
export function TransactionLink({ hash, explorerUrl }: Props) {
  const short = `${hash.slice(0, 6)}…${hash.slice(-4)}`;
  if (explorerUrl === null) {
    return (
      <code className="font-mono" title={hash}>
        {short}
      </code>
    );
  }
  return (
    <a href={explorerUrl} rel="noopener noreferrer" title={`${hash}, at ${new URL(explorerUrl).host}`} className="font-mono">
      {short}
    </a>
  );
}
