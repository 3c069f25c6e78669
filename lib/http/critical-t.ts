import jstat from "jstat";

const UPPER_TAIL = 0.975;

/** Student's t that leaves 2.5% on either side: what a 95% interval is wide by. */
export const criticalT = (degreesOfFreedom: number): number => jstat.studentt.inv(UPPER_TAIL, degreesOfFreedom);
