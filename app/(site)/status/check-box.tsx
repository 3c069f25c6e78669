import { FailedBlock } from "@/components/blocks/failure";
import { CheckVerdict } from "@/components/status/check-verdict";
import { NamesForm } from "@/components/ui/names-form";
import { Empty } from "@/components/ui/states";
import { closestServices } from "@/lib/catalogs/name-params";
import { MOST_CHECKED, statusCheck } from "@/lib/endpoints/status/check";
import { hrefOf } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { checksOf, statusPage } from "@/lib/pages/status";

/** What a name that means nothing perhaps meant, as the same question with that name in its place. */
function suggestionsFor(names: readonly string[], models: AnswerOf<typeof statusCheck>["models"]) {
  return (name: string) => {
    const model = models?.find(({ query }) => query === name);
    const candidates = [...closestServices(name), ...(model?.matched === false ? model.candidates : [])];
    return candidates.map((candidate) => ({
      name: candidate,
      href: hrefOf(statusPage, { check: names.map((asked) => (asked.toLowerCase() === name.toLowerCase() ? candidate : asked)) }),
    }));
  };
}

async function Checked({ names, query }: { names: readonly string[]; query: { services?: string; models?: string } }) {
  const outcome = await blockAnswer(statusCheck, query);
  if (outcome.kind === "failed") return <FailedBlock failure={outcome} />;
  if (outcome.kind === "refused") return <Empty>{outcome.message.replaceAll("`", "")}</Empty>;
  return <CheckVerdict verdict={outcome.answer} suggest={suggestionsFor(names, outcome.answer.models)} />;
}

/** Whether a call failed by the reader's fault or by that of those who serve it. */
export function CheckBox({ names }: { names: readonly string[] }) {
  return (
    <section aria-labelledby="check" className="card mb-4 p-4">
      <h2 id="check" className="mb-2 text-h2">
        Is it me or them?
      </h2>
      <NamesForm
        action={statusPage.path}
        name="check"
        label={`Services or models that your calls go to, separated by commas, at most ${MOST_CHECKED}`}
        names={names}
        placeholder="openai, claude, azure/gpt-5"
        button="Check"
        isPrimary
      />
      {names.length === 0 && (
        <p className="mt-2 text-small text-fg-muted">
          Type a provider (openai), one of its services (Claude API) or a model as your configuration writes it (azure/gpt-5). The verdict
          sets its status page beside our own probe.
        </p>
      )}
      {checksOf(names).map((query) => (
        <Checked key={Object.keys(query).join()} names={names} query={query} />
      ))}
    </section>
  );
}
