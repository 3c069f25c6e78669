"use client";

import { lazy, type ReactNode } from "react";
import { RunBlock, type PremiumRequest } from "@/components/premium/run-block";
import type { CompareAnswer, ProjectionAnswer, RoutingAnswer } from "./premium-answers";

// What draws an answer is loaded when there is one: few readers run a premium call.
const CompareShown = lazy(() => import("./compare-answer").then((file) => ({ default: file.CompareShown })));
const ProjectionShown = lazy(() => import("./projection-answer").then((file) => ({ default: file.ProjectionShown })));
const RoutingShown = lazy(() => import("./routing-answer").then((file) => ({ default: file.RoutingShown })));

interface Props {
  request: PremiumRequest;
  /** Drawn by the server, so that the page needs no code for it. */
  example: ReactNode;
}

export function CompareRun({ request, example, benchmarkNames }: Props & { benchmarkNames: Readonly<Record<string, string>> }) {
  return (
    <RunBlock<CompareAnswer>
      title="With states and news, signed"
      lead="The same models in one signed answer, with the state of each provider, its newest articles and who leads in each figure."
      request={request}
      example={example}
    >
      {(answer) => <CompareShown answer={answer} benchmarkNames={benchmarkNames} />}
    </RunBlock>
  );
}

export function ProjectionRun({ request, example }: Props) {
  return (
    <RunBlock<ProjectionAnswer>
      title="Projection, signed"
      lead="The same workload on the same models at list prices in one signed answer, by day, week, month and year. It knows no share from the cache."
      request={request}
      example={example}
    >
      {(answer) => <ProjectionShown answer={answer} />}
    </RunBlock>
  );
}

export function RoutingRun({ request, modelPath }: Pick<Props, "request"> & { modelPath: string }) {
  return (
    <RunBlock<RoutingAnswer>
      title="The ranking"
      lead="The best models with the parts of their scores, prices and states, signed, with your weights."
      request={request}
    >
      {(answer) => <RoutingShown answer={answer} modelPath={modelPath} />}
    </RunBlock>
  );
}
