import type { Observation, PriceReading } from "../model-listing";
import { isTenfold } from "./price-units";

function priceOf({ source, facts, quoted }: Observation, readOn: string | null): PriceReading | null {
  const [earlier] = quoted;
  if (earlier) return earlier;
  const { inputPrice, outputPrice } = facts;
  if (inputPrice === null || outputPrice === null || readOn === null) return null;
  return { source, inputPrice, outputPrice, verifiedAt: readOn };
}

/** Whether a reading differs from its source's previous one in a way that no change of price explains. */
function isDoubtful({ facts }: Observation, earlier: PriceReading): boolean {
  const { inputPrice: input, outputPrice: output, isGivenAway, setAside } = facts;
  if (input === null || output === null) return setAside.some(({ kind, reason }) => kind === "token_price" && reason === "unit_suspect");
  if (input === 0 && output === 0) return !isGivenAway;
  return isTenfold(input, earlier.inputPrice) || isTenfold(output, earlier.outputPrice);
}

/** Adds the source's earlier price as evidence against its new reading, where that is doubtful. */
export function withEarlierPrice<Read extends Observation>(reading: Read, stored: Observation | undefined, readOn: string | null): Read {
  const earlier = stored ? priceOf(stored, readOn) : null;
  return earlier && isDoubtful(reading, earlier) ? { ...reading, quoted: [earlier] } : reading;
}
