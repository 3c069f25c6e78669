export interface ModelName {
  providerId: string;
  modelId: string;
  name: string;
  isMakersListing: boolean;
  /** Facts that tell a family's newest active release. Left out where only names are known. */
  released?: string | null;
  deprecationDate?: string | null;
  status?: string | null;
  capabilities?: readonly string[];
  /** Given away there: never what a name means that does not say so. Left out where only names are known. */
  isFreeListing?: boolean;
}

export interface ModelMatch<Entry> {
  model: Entry | null;
  /** `provider/id` of the models that fit equally well; empty when one was chosen. */
  candidates: string[];
  /** Whether a family was named, and this is its newest active release. */
  isNewest: boolean;
  /** The effort that the name asks for besides the model; absent where it asks for none. */
  effort?: string;
  /** Dates, regions and variants of the name that the chosen listing does not have. */
  dropped?: readonly string[];
  /** The version and the region of the chosen listing, where the name says none. */
  assumed?: readonly string[];
  /** The host whose listing is chosen, where the name says no host and the maker does not sell the model. */
  soldBy?: string;
  /** Other `provider/id`s that the name fits, where it is the exact id of a host's chosen listing. */
  others?: readonly string[];
  /** The host in the name, where the chosen listing is at another host. */
  otherHost?: string;
  /** Ids of the hosts that the name says and that do not list the model: the candidates are only like it. */
  refusedAt?: readonly string[];
}

/** A model's name with its host in front, unless it says that host already. */
export const nameAtHost = (name: string, host: string | null | undefined): string =>
  !host || name.toLowerCase().startsWith(`${host.toLowerCase()}/`) ? name : `${host}/${name}`;
