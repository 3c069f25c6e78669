/** A bar of a part of the largest value; the figure itself stands beside it. */
export function ShareBar({ share }: { share: number }) {
  return <span aria-hidden className="share-bar" style={{ "--share": share.toFixed(3) } as React.CSSProperties} />;
}
