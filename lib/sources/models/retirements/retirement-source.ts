import type { Statement } from "@/lib/domain/models/retirements/retirement";

export interface ReadingContext {
  /** UTC day of the reading. */
  today: string;
}

/** A page or a list that says when hosts end their models. */
export interface RetirementSource {
  /** Key in answers; its source is `retirements/<key>`. */
  key: string;
  name: string;
  url: string;
  /** For people, where that is another address. */
  page: string;
  license: string;
  /** The key of the configuration without which it is not read; its value is sent as a bearer. */
  secret?: "OPENAI_API_KEY";
  /** Throws a SourceError where the document does not read as what it should be. */
  read(text: string, context: ReadingContext): Statement[];
}
