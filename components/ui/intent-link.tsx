"use client";

import Link, { useLinkStatus } from "next/link";
import { useState } from "react";
import { useNoteLeaving } from "./leaving";

/** Stands within a link and notes while its page is on the way. */
function PendingLink() {
  useNoteLeaving(useLinkStatus().pending);
  return null;
}

type Props = React.ComponentProps<typeof Link>;

/** A link whose page is fetched once a pointer or the focus rests on it, not as soon as it is seen. */
export function IntentLink({ children, ...props }: Omit<Props, "prefetch">) {
  const [isIntended, setIsIntended] = useState(false);
  const intend = () => setIsIntended(true);
  return (
    <Link {...props} prefetch={isIntended} onPointerEnter={intend} onFocus={intend} onTouchStart={intend}>
      {children}
      <PendingLink />
    </Link>
  );
}
