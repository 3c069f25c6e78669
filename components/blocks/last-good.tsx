"use client";

import { useState } from "react";
import { FreshnessStamp } from "@/components/shell/freshness-stamp";
import type { BlockFailure, BlockStamp } from "@/lib/domain/pages/block-outcome";
import { FailedBlock } from "./failure";

interface Props {
  failure: BlockFailure | null;
  stamp: BlockStamp | null;
  children: React.ReactNode;
}

/** What a block showed stays under the failure of a later refresh, with its age. */
export function LastGood({ failure, stamp, children }: Props) {
  const [good, setGood] = useState<Pick<Props, "stamp" | "children"> | null>(null);
  if (failure === null) {
    if (good?.children !== children) setGood({ stamp, children });
    return children;
  }
  return (
    <>
      <FailedBlock failure={failure} />
      {good && (
        <div className="mt-3">
          {good.stamp && <FreshnessStamp {...good.stamp} />}
          {good.children}
        </div>
      )}
    </>
  );
}
