export interface ModelName {
  providerId: string;
  modelId: string;
  name: string;
  isMakersListing: boolean;
  /** What tells the newest active release of a family; left out where only names are known. */
  released?: string | null;
  deprecationDate?: string | null;
  status?: string | null;
  capabilities?: readonly string[];
}

export interface ModelMatch<Entry> {
  model: Entry | null;
  /** `provider/id` of the models that fit equally well; empty when one was chosen. */
  candidates: string[];
  /** Whether a family was named, and this is its newest active release. */
  isNewest: boolean;
  /** The effort that the name asks for besides the model; absent where it asks for none. */
  effort?: string;
}
