import type { BelievedRetirement } from "./believe-statements";

/** A day that was believed before, and when its successor was first read. */
export interface MovedFrom {
  retiresOn: string;
  movedAt: string;
}

export interface FollowedRetirement extends BelievedRetirement {
  movedFrom: MovedFrom[];
}

/** What is believed now, with the days that were believed before. A day that is withdrawn moved, too. */
export function followRetirement(before: FollowedRetirement | null, now: BelievedRetirement, at: Date): FollowedRetirement {
  const movedFrom = before?.movedFrom ?? [];
  if (before === null || before.retiresOn === null || before.retiresOn === now.retiresOn) return { ...now, movedFrom };
  return { ...now, movedFrom: [...movedFrom, { retiresOn: before.retiresOn, movedAt: at.toISOString() }].slice(-20) };
}
