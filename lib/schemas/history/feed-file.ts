import { readFeedFile, type FeedFile } from "@/lib/domain/history/changes/feed-file";
import { nameParam } from "../params";

interface FeedNames {
  /** Whose feeds there are, in words. */
  whose: string;
  isKnown(id: string): boolean;
  likeOf(id: string): { candidates: string[]; [member: string]: readonly string[] };
}

/** The last part of a feed's address: an id and the extension of the format. */
export const feedFileParam = ({ whose, isKnown, likeOf }: FeedNames) =>
  nameParam({
    accepts: `${whose} with the extension .xml for RSS or .json for JSON Feed`,
    isKnown: (file) => isKnown(readFeedFile(file)?.id ?? ""),
    likeOf: (file) => likeOf(readFeedFile(file)?.id ?? file),
  });

export function requireFeedFile(file: string): FeedFile {
  const read = readFeedFile(file);
  if (!read) throw new Error(`${file} was accepted as the file of a feed`);
  return read;
}
