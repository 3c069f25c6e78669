import { ModelField } from "@/components/models/model-field";
import { IntentLink } from "@/components/ui/intent-link";
import { PageForm } from "@/components/ui/page-form";
import { hrefWith } from "@/lib/pages/address";
import type { AnyPage } from "@/lib/pages/define";
import { modelPage } from "@/lib/pages/model";
import type { Choice } from "./chosen-models";
import { SuggestedNote } from "./suggested-note";

interface Props {
  page: AnyPage;
  choice: Choice;
  /** What the address names. */
  asked: readonly string[];
  most: number;
}

/** Adds a model to those of the address, by name or id. Where that names none, the reader's replace the examples. */
export function ChosenForm({ page, choice, asked, most }: Props) {
  const isFull = asked.length >= most;
  const others = choice.isSuggested ? [] : choice.suggested.filter(({ key }) => !choice.listed.some((entry) => entry.key === key));
  const isExample = choice.isSuggested && choice.listed.length > 0;
  return (
    <div className="no-print mb-4">
      {isFull ? (
        <p className="text-small text-fg-muted">These are {most} models, the most at once: remove one to add another.</p>
      ) : (
        <PageForm action={page.path} scroll={false} className="flex flex-wrap items-end gap-3" key={asked.join()}>
          {asked.map((id) => (
            <input key={id} type="hidden" name="ids" value={id} />
          ))}
          <div className="w-full max-w-sm min-w-0">
            <ModelField
              label={isExample ? "Your own models, with commas between" : "Add a model, by name or id"}
              pagePath={modelPage.path}
              placeholder={isExample ? "gpt-5, claude opus" : "gpt-5 or anthropic/claude-opus-4-5"}
            />
          </div>
          <button type="submit" className="control control-primary">
            {isExample ? "Show these" : "Add"}
          </button>
          <SuggestedNote choice={choice} />
        </PageForm>
      )}
      {!isFull && asked.length < 2 && others.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-small">
          <span className="text-fg-muted">Compare with</span>
          {others.map(({ key, name }) => (
            <IntentLink key={key} href={hrefWith(page, { ids: asked }, { ids: [...asked, key] })} className="inline-block leading-6">
              {name}
            </IntentLink>
          ))}
        </p>
      )}
    </div>
  );
}
