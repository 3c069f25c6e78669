import { useEffect, useRef, type FormEvent } from "react";

/**
 * For `onSubmit`: drops a second submission while the first is under way, as a double click makes one. Its answer, that the
 * work was done before, would take the place of the first one's.
 */
export function useSingleSubmission(state: unknown): (event: FormEvent) => void {
  const isSending = useRef(false);
  useEffect(() => void (isSending.current = false), [state]);
  return (event) => {
    if (isSending.current) event.preventDefault();
    isSending.current = true;
  };
}
