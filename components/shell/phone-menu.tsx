"use client";

import { useRef } from "react";
import { Menu as MenuIcon, X } from "lucide-react";

const ID = "phone-menu";

/** Invoker commands move the dialog without JavaScript; handlers do it in browsers without them. */
const invoker = (command: "show-modal" | "close") => ({ command, commandfor: ID }) as Record<string, string>;

/** The navigation of narrow screens: a modal dialog, which keeps the focus and gives it back. */
export function PhoneMenu({ children }: { children: React.ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  function open() {
    if (!dialog.current?.open) dialog.current?.showModal();
  }
  function close() {
    if (dialog.current?.open) dialog.current.close();
  }
  return (
    <>
      <button type="button" className="control px-2.5 lg:hidden" aria-haspopup="dialog" onClick={open} {...invoker("show-modal")}>
        <MenuIcon aria-hidden size={16} />
        <span className="sr-only">Menu</span>
      </button>
      <dialog ref={dialog} id={ID} aria-label="Menu" className="phone-menu">
        <div className="sticky top-0 flex h-13 items-center justify-between border-b border-border bg-surface px-4">
          <span className="font-semibold">Menu</span>
          <button type="button" className="control px-2.5" onClick={close} {...invoker("close")}>
            <X aria-hidden size={16} />
            <span className="sr-only">Close the menu</span>
          </button>
        </div>
        <nav aria-label="Menu" className="p-3" onClick={(event) => (event.target as Element).closest("a") && close()}>
          {children}
        </nav>
      </dialog>
    </>
  );
}
