import { IntentLink } from "./intent-link";

interface Props {
  /** The id by which somebody names it. */
  model: string;
  /** Its name; the id itself where nobody names it. */
  label: string;
  /** Null for a model that has no page. */
  href: string | null;
  className?: string;
}

/** A model that others name by its id. The name leads to its page; what has no name stands as code. */
export function NamedModelLink({ model, label, href, className }: Props) {
  if (href !== null) {
    return (
      <IntentLink href={href} className={className}>
        {label}
      </IntentLink>
    );
  }
  return label === model ? <code className="font-mono text-small wrap-anywhere">{model}</code> : label;
}
