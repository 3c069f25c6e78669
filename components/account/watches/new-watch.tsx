"use client";

import { useEffect, useRef } from "react";
import { CopyButton } from "@/components/shell/copy-button";
import { formatCount } from "@/lib/domain/pages/format";
import type { CreatedWatch } from "@/lib/domain/watches/watch-form-state";
import { watchSentence } from "@/lib/domain/watches/watch-sentence";
import { Warnings } from "./warnings";

const credits = (count: number): string => `${formatCount(count)} ${count === 1 ? "credit" : "credits"}`;

function Secret({ secret }: { secret: string }) {
  return (
    <div className="grid gap-2">
      <label htmlFor="watch-secret" className="font-medium">
        Secret, shown this once
      </label>
      <input id="watch-secret" readOnly value={secret} className="control w-full font-mono" autoComplete="off" />
      <p className="flex flex-wrap items-center gap-3">
        <CopyButton label="Copy the secret" text={secret} className="control" />
        <span className="text-small text-fg-muted">
          Keep it where your receiver reads it: it cannot be shown again. A lost secret means a new watch.
        </span>
      </p>
    </div>
  );
}

/** What stands in the form's place once the watch exists. */
export function NewWatch({ watch }: { watch: CreatedWatch }) {
  const { href, againHref, spec, secret, hasSecret, outlook, creditsCharged, creditsLeft } = watch;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="new-watch" className="card grid gap-4 p-4">
      <h2 ref={heading} id="new-watch" tabIndex={-1} className="text-h2 outline-none">
        Watch created
      </h2>
      <p className="[overflow-wrap:anywhere]">{watchSentence(spec)}.</p>
      {secret !== null && <Secret secret={secret} />}
      {secret === null && hasSecret && <p>Deliveries are signed with the secret that you gave.</p>}
      {!hasSecret && <p>Deliveries carry the service's own signature: check it with the keys of /.well-known/jwks.json.</p>}
      <Warnings warnings={outlook.warnings} />
      <p className="text-small text-fg-muted">
        {credits(creditsCharged)} charged, {credits(creditsLeft)} left.
      </p>
      <p className="flex flex-wrap gap-3">
        <a href={href} className="control control-primary">
          Open the watch and test its receiver
        </a>
        <a href={againHref} className="control">
          Create another watch
        </a>
      </p>
    </section>
  );
}
