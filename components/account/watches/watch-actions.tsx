import Link from "next/link";
import { ActionButton, type WatchAction } from "./action-button";

interface Props {
  id: string;
  sentence: string;
  isActive: boolean;
  copyHref: string;
  sendTest: WatchAction;
  endWatch: WatchAction;
}

/** What can be done with a watch. Deleting is asked about by name first, also without JavaScript. */
export function WatchActions({ id, sentence, isActive, copyHref, sendTest, endWatch }: Props) {
  return (
    <div className="no-print flex flex-wrap items-start gap-3">
      {isActive && <ActionButton action={sendTest} label="Send test" pendingLabel="Sending" fields={{ id }} isPrimary />}
      <Link href={copyHref} prefetch={false} className="control">
        Duplicate
      </Link>
      {isActive && (
        <details className="min-w-0">
          <summary className="control">Delete</summary>
          <div className="note note-warn mt-2 grid gap-3">
            <p className="[overflow-wrap:anywhere]">
              Delete this watch? “{sentence}”. Nothing more is delivered, also not what waits to be sent. This cannot be undone, and the
              credit is not given back.
            </p>
            <ActionButton action={endWatch} label="Delete the watch" pendingLabel="Deleting" fields={{ id }} />
          </div>
        </details>
      )}
    </div>
  );
}
