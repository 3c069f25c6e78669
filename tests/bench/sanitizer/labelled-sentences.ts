import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { foldText } from "@/lib/domain/news/sanitize/fold-text";
import { splitSentences, withoutQuotations } from "@/lib/domain/news/sanitize/sentences";
import { IS_REGISTRY, lessons, ownAttacks, ownBenign, recordedBenign, type Attack, type Benign } from "../../support/news/sanitizer-corpus";

export interface LabelledSentence {
  folded: string;
  isAttack: boolean;
  /** Families of attacks that it belongs to: it is not used when one of them is left out. */
  families: readonly string[];
  weight: number;
}

const fixtures = join(import.meta.dirname, "../../fixtures");
const read = <Schema extends z.ZodType>(schema: Schema, ...path: string[]): z.output<Schema> =>
  schema.parse(JSON.parse(readFileSync(join(fixtures, ...path), "utf8")));

const Families = z.object({ families: z.record(z.string(), z.array(z.string())) });
const Practice = Families.extend({ ordinary: z.array(z.string()) });
const Texts = z.object({ texts: z.array(z.string()) });

/** Groups of the older lists by the families of today. Groups that are not here hold encoded strings, or bare tasks that anybody writes. */
const FAMILIES_OF: Record<string, readonly string[]> = {
  override: ["direct"],
  steer: ["direct"],
  conceal: ["direct"],
  ranking: ["direct"],
  address: ["direct", "fake_notice"],
  urgency: ["fake_notice"],
  persona: ["role_play"],
  template: ["delimiter_forgery"],
  tool: ["forged_tool_call"],
  exfil: ["exfiltration_by_link"],
  leak: ["prompt_leaking"],
  creds: ["prompt_leaking"],
  foreign: ["translated"],
  memory: ["multi_step"],
};

/** These are read after they were decoded, so that their written form teaches nothing. */
const DISGUISES = new Set(["encoded", "split", "hidden_unicode"]);

/** What attackers usually write counts more than a lesson, which was meant to be hard. */
const USUAL = 3;

const labelled = (text: string, families: readonly string[], weight: number): LabelledSentence => ({
  folded: foldText(withoutQuotations(text)),
  isAttack: families.length > 0,
  families,
  weight,
});

const sentencesOf = (text: string): string[] => splitSentences(text).filter((sentence) => sentence.trim() !== "");
const inPairs = (sentences: readonly string[]): string[] => sentences.slice(1).map((sentence, at) => `${sentences[at]}${sentence}`);

function ofAttack({ family, title, text, span }: Attack): LabelledSentence[] {
  const rest = [...(title === span ? [] : [title]), ...text.split(span).flatMap(sentencesOf)].map((sentence) => labelled(sentence, [], 1));
  if (DISGUISES.has(family)) return rest;
  const sentences = sentencesOf(span);
  const isAlone = sentences.length === 1;
  const said = sentences.filter((sentence) => isAlone || sentence.split(/\s+/).length >= 3);
  return [
    ...rest,
    ...said.map((sentence) => labelled(sentence, [family], isAlone ? 2 * USUAL : USUAL)),
    ...inPairs(sentences).map((pair) => labelled(pair, [family], 1.5)),
  ];
}

/** A lesson is an attack as a whole; a sentence of it need not be one. */
function ofAttackLesson(text: string, family: string): LabelledSentence[] {
  const sentences = sentencesOf(text);
  return sentences.length <= 2 ? [labelled(text, [family], 1)] : inPairs(sentences).map((pair) => labelled(pair, [family], 1));
}

const ofOrdinaryLesson = (text: string): LabelledSentence[] =>
  [...new Set([text, ...sentencesOf(text)])].map((sentence) => labelled(sentence, [], 1.5));

function ofBenign({ title, text }: Benign): LabelledSentence[] {
  const sentences = sentencesOf(text);
  return [labelled(title, [], 3), ...[...sentences, ...inPairs(sentences)].map((sentence) => labelled(sentence, [], 1.5))];
}

/** What others really published, read where it lies; nothing where it is not beside the project. No public attack teaches anything. */
export const recordedSentences = (): LabelledSentence[] =>
  recordedBenign()
    .filter(({ made_for, kind }) => made_for === "recorded_train" && !IS_REGISTRY.test(kind))
    .flatMap(ofBenign);

/**
 * The part of the classifier's material that is ours: texts of the half that rules may be made with.
 * None of them measures the rules.
 */
export function labelledSentences(): LabelledSentence[] {
  const practice = read(Practice, "sanitizer/practice.json");
  const older = ["tuned-on.json", "rounds.json"].flatMap((name) => Object.entries(read(Families, "injections", name).families));
  const benign = ownBenign().filter(({ made_for, ambiguous }) => made_for === "train" && !ambiguous);
  return [
    ...older.flatMap(([group, texts]) =>
      (FAMILIES_OF[group] === undefined ? [] : texts).map((text) =>
        labelled(text, FAMILIES_OF[group] ?? [], group === "steer" ? USUAL / 2 : USUAL),
      ),
    ),
    ...Object.entries(practice.families).flatMap(([family, texts]) => texts.map((text) => labelled(text, [family], USUAL))),
    ...ownAttacks()
      .filter(({ made_for }) => made_for === "train")
      .flatMap(ofAttack),
    ...lessons()
      .filter(({ made_for }) => made_for === "train")
      .flatMap(({ family, text }) => (family === null ? ofOrdinaryLesson(text) : ofAttackLesson(text, family))),
    ...practice.ordinary.map((text) => labelled(text, [], 2)),
    ...read(Texts, "sanitizer/prose.json").texts.map((text) => labelled(text, [], 1.5)),
    ...read(Texts, "injections/ordinary.json").texts.map((text) => labelled(text, [], 1.5)),
    ...benign.flatMap(ofBenign),
  ];
}
