"use client";

import { RunBlock, type PremiumRequest } from "@/components/premium/run-block";
import { formatCount } from "@/lib/domain/pages/format";
import { FoundArticles, type FoundArticle } from "./found-articles";

export interface ArchiveAnswer {
  total_corpus: number;
  matched: number;
  matched_at_least: number | null;
  returned: number;
  results: readonly (FoundArticle & { id: string })[];
}

function ArchiveShown({ answer: { total_corpus, matched, matched_at_least, returned, results } }: { answer: ArchiveAnswer }) {
  const archive = `the ${formatCount(total_corpus)} articles of the archive`;
  if (results.length === 0) return <p className="text-fg-muted">None of {archive} holds these words.</p>;
  const count = matched_at_least === null ? formatCount(matched) : `${formatCount(matched_at_least)} or more`;
  return (
    <>
      <p className="text-small text-fg-muted">
        {count} of {archive} match; the {formatCount(returned)} most relevant:
      </p>
      <FoundArticles articles={results} />
    </>
  );
}

const EXAMPLE: ArchiveAnswer = {
  total_corpus: 48_210,
  matched: 3,
  matched_at_least: null,
  returned: 1,
  results: [
    {
      id: "example",
      title: "A lab that does not exist releases a model that does not exist",
      url: "https://one.example/story",
      source: "One",
      source_domain: "one.example",
      snippet: "An invented article with the words that were searched for.",
      published_at: "2026-05-09T06:30:00.000Z",
    },
  ],
};

/** The list above holds the newest articles; this looks for the same words in every article ever read. */
export function ArchiveSearch({ words, request }: { words: string; request: PremiumRequest }) {
  return (
    <RunBlock<ArchiveAnswer>
      title="Search the whole archive"
      lead={`Every article ever read that holds “${words}”, the most relevant 25 first.`}
      request={request}
      example={<ArchiveShown answer={EXAMPLE} />}
    >
      {(answer) => <ArchiveShown answer={answer} />}
    </RunBlock>
  );
}
