"use client";

import { lazy, type ReactNode } from "react";
import { RunBlock, type PremiumRequest } from "@/components/premium/run-block";
import type { DayAnswer } from "./day-comparison";
import type { WindowAnswer } from "./window-changes";

// What draws an answer is loaded when there is one.
const WindowChanges = lazy(() => import("./window-changes").then((file) => ({ default: file.WindowChanges })));
const DayComparison = lazy(() => import("./day-comparison").then((file) => ({ default: file.DayComparison })));

interface Props {
  lead: string;
  request: PremiumRequest;
  /** Where the pages of models lie. */
  path: string;
}

/** The example is drawn by the server, so that the page needs no code of the lists for it. */
export function WindowRun({ lead, request, path, example }: Props & { example: ReactNode }) {
  return (
    <RunBlock<WindowAnswer> title="What changed" lead={lead} request={request} example={example}>
      {(answer) => <WindowChanges answer={answer} path={path} />}
    </RunBlock>
  );
}

export function DaysRun({ lead, request, path, names }: Props & { names: Readonly<Record<string, string>> }) {
  return (
    <RunBlock<DayAnswer> title="What differs" lead={lead} request={request}>
      {(answer) => <DayComparison answer={answer} names={names} path={path} />}
    </RunBlock>
  );
}
