"use client";

import Form from "next/form";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { useNoteLeaving } from "./leaving";

interface Props extends Omit<React.ComponentProps<"form">, "action" | "method" | "onSubmit" | "ref"> {
  /** Path of the page that the fields lead to. */
  action: string;
  /** The address that the fields show: given, a field that is changed asks for its page at once. */
  address?: string | undefined;
  scroll?: boolean;
}

/** A pause of typing after which the words are taken as they are. */
const TYPING_MS = 250;

/**
 * Counts the addresses that others than the form asked for. Each makes its fields anew; an address of the form's own
 * leaves them, with the focus and with what is being typed.
 */
function useForeignAddresses(address: string | undefined, isPending: boolean): number {
  const [seen, setSeen] = useState({ address, isPending, count: 0 });
  if (seen.address !== address || seen.isPending !== isPending) {
    const isForeign = seen.address !== address && !seen.isPending;
    setSeen({ address, isPending, count: seen.count + Number(isForeign) });
  }
  return seen.count;
}

/** A GET form to a page of ours, which notes while that page is on the way. Next's form does not say when it has come. */
export function PageForm({ action, address, scroll, children, ...props }: Props) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  /** Whether a field was changed whose page is not asked for yet. */
  const [isChanged, setIsChanged] = useState(false);
  useNoteLeaving(isPending || isChanged);
  const count = useForeignAddresses(address, isPending);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Whether the next address comes from typing. A word that may be unfinished does not stay in the history. */
  const isTyping = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** The form, changed while its last page is on the way. Next's router may end at the first of two pages asked for at once. */
  const waiting = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isPending) return;
    waiting.current?.requestSubmit();
    waiting.current = null;
  }, [isPending]);

  function openPage(event: React.FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    clearTimeout(timer.current);
    setIsChanged(false);
    if (isPending) {
      waiting.current = event.currentTarget;
      return;
    }
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(fields).toString();
    const target = query === "" ? action : `${action}?${query}`;
    const open = isTyping.current ? router.replace : router.push;
    isTyping.current = false;
    startTransition(() => open(target, { scroll: address === undefined ? scroll : false }));
  }

  function askSoon(event: React.FormEvent<HTMLFormElement>): void {
    const form = event.currentTarget;
    clearTimeout(timer.current);
    setIsChanged(true);
    isTyping.current = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    timer.current = setTimeout(
      () => {
        // A form that was made anew meanwhile submits nothing.
        setIsChanged(false);
        form.requestSubmit();
      },
      isTyping.current ? TYPING_MS : 0,
    );
  }

  return (
    <Form {...props} key={count} action={action} onSubmit={openPage} onChange={address === undefined ? undefined : askSoon}>
      {children}
    </Form>
  );
}
