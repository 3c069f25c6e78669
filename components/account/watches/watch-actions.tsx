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

const DIALOG = "delete-watch";

/** What can be done with a watch. Deleting is asked about by name first, also without JavaScript. */
export function WatchActions({ id, sentence, isActive, copyHref, sendTest, endWatch }: Props) {
  return (
    <div className="no-print flex flex-wrap items-start gap-3">
      {isActive && <ActionButton action={sendTest} label="Send test" pendingLabel="Sending" fields={{ id }} isPrimary />}
      <Link href={copyHref} prefetch={false} className="control">
        Duplicate
      </Link>
      {isActive && (
        <>
          <button type="button" popoverTarget={DIALOG} className="control">
            Delete
          </button>
          <div id={DIALOG} popover="auto" role="dialog" aria-labelledby="delete-watch-title" className="delete-watch card p-4">
            <h3 id="delete-watch-title" className="text-h3">
              Delete this watch?
            </h3>
            <p className="mt-2 [overflow-wrap:anywhere]">“{sentence}”</p>
            <p className="mt-2 text-fg-muted">
              Nothing more is delivered, also not what waits to be sent. This cannot be undone, and the credit is not given back.
            </p>
            <div className="mt-4 flex flex-wrap gap-3">
              <ActionButton action={endWatch} label="Delete the watch" pendingLabel="Deleting" fields={{ id }} isPrimary />
              <button type="button" popoverTarget={DIALOG} popoverTargetAction="hide" className="control">
                Keep it
              </button>
            </div>
          </div>
        </>
      )}
    </div>
  );
}
