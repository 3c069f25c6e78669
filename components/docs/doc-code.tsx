import { Code } from "@/components/api/code";
import { PlainCode } from "@/components/api/plain-code";
import { CopyButton } from "@/components/shell/copy-button";
import type { CodeLanguage } from "@/lib/domain/pages/docs/doc";

/** Each colour is an element: a long answer would weigh more than all else on the page. */
const MOST_COLOURED_CHARS = 2500;

interface Props {
  label: string;
  language: CodeLanguage;
  text: string;
}

export function DocCode({ label, language, text }: Props) {
  const isAnswer = language === "json" || language === "text";
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-center justify-between gap-3">
        <h3 className="text-h3">{label}</h3>
        {!isAnswer && (
          <div className="no-print">
            <CopyButton label="Copy" text={text} className="control min-h-7 text-small" />
          </div>
        )}
      </div>
      {language === "text" || text.length > MOST_COLOURED_CHARS ? (
        <PlainCode text={text} label={label} />
      ) : (
        <Code text={text} language={language} label={label} />
      )}
    </div>
  );
}
