"use client";

import { useEffect, useRef } from "react";

let isFirstPage = true;

/** The heading takes the focus after a navigation, as the top of a loaded document has it. */
export function PageHeading({ children }: { children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFirstPage) isFirstPage = false;
    else heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-h1 tracking-tight [overflow-wrap:anywhere] outline-none">
      {children}
    </h1>
  );
}
