import { styleText } from "node:util";
import { unsteering } from "./safe-text";

type Format = Parameters<typeof styleText>[0];

/** Colours a text where the terminal shows colours. */
export type Paint = (format: Format, text: string) => string;

const plain: Paint = (_format, text) => unsteering(text);
const colourful: Paint = (format, text) => styleText(format, unsteering(text));

export interface ColourChoice {
  isTerminal: boolean;
  env: Readonly<Record<string, string | undefined>>;
}

/** NO_COLOR of any value but an empty one ends colours, as no-color.org has it. */
export const paintFor = ({ isTerminal, env }: ColourChoice): Paint =>
  isTerminal && !env.NO_COLOR && env.TERM !== "dumb" ? colourful : plain;
