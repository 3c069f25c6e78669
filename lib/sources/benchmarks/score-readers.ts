import { epoch } from "./epoch";
import type { ScoreSource } from "./score-source";
import { swebench } from "./swebench";

export const scoreReaders: readonly ScoreSource[] = [swebench, epoch];
