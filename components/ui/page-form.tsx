"use client";

import Form from "next/form";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useNoteLeaving } from "./leaving";

interface Props extends Omit<React.ComponentProps<"form">, "action" | "method" | "onSubmit" | "ref"> {
  /** Path of the page that the fields lead to. */
  action: string;
  scroll?: boolean;
}

/** A GET form to a page of ours, which notes while that page is on the way. Next's form asks for the page too, but does not say when it has come. */
export function PageForm({ action, scroll, ...props }: Props) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useNoteLeaving(isPending);

  function openPage(event: React.FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(fields).toString();
    startTransition(() => router.push(query === "" ? action : `${action}?${query}`, { scroll }));
  }

  return <Form {...props} action={action} onSubmit={openPage} />;
}
