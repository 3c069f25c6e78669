"use client";

import { useEffect, useRef } from "react";

let isFirstPage = true;

/** After a navigation the focus is on the heading, as it would be at the top of a document that the browser loaded. */
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
