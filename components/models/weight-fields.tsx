"use client";

import { Field } from "@/components/ui/fields";
import { useState } from "react";
import { flushSync } from "react-dom";
import { perPart, ROUTING_PARTS, type RoutingPart } from "@/lib/domain/models/routing/routing-parts";
import {
  DEFAULT_WEIGHTS,
  routingWeights,
  sumOfWeights,
  sumsToOne,
  writtenWeight,
  type RoutingWeights,
} from "@/lib/domain/models/routing/routing-weights";
import { ExampleRanking } from "./example-ranking";

const LABELS: Record<RoutingPart, string> = {
  quality: "Quality",
  availability: "Availability",
  cost: "Cost",
  latency: "Latency (the same for all)",
};

interface Props {
  given: RoutingWeights;
  /** How the form calls each weight. */
  names: Readonly<Record<RoutingPart, string>>;
}

const textsOf = (weights: RoutingWeights): Record<RoutingPart, string> => perPart((part) => String(writtenWeight(weights[part])));

/** What the weights sum to, and what they count as where that is not 1. Its place is kept, so that nothing jumps under a slider. */
function Sum({ numbers, onMend }: { numbers: RoutingWeights; onMend: (mended: RoutingWeights) => void }) {
  const sum = sumOfWeights(numbers);
  const counted = routingWeights(numbers);
  const mended = sumsToOne(numbers) || "fault" in counted ? null : counted;
  return (
    <div className="mt-2 min-h-24 text-small" aria-live="polite">
      <p>
        {Number.isFinite(sum) ? `Sum ${Number(sum.toFixed(3))}` : "One of these is not a number"}
        {mended && `, not 1. They count in proportion: ${ROUTING_PARTS.map((part) => `${part} ${mended[part].toFixed(3)}`).join(", ")}.`}
      </p>
      {mended && (
        <button
          type="button"
          className="control js-only mt-2"
          onClick={({ currentTarget: { form } }) => {
            flushSync(() => onMend(mended));
            form?.requestSubmit();
          }}
        >
          Make them sum to 1
        </button>
      )}
    </div>
  );
}

/** A number and, where scripts run, a slider for each weight, with what they do to a ranking. */
export function WeightFields({ given, names }: Props) {
  const [texts, setTexts] = useState(() => textsOf(given));
  // A field that is left empty has the standard weight, as the server reads it.
  const numbers = perPart((part) => (texts[part].trim() === "" ? DEFAULT_WEIGHTS[part] : Number(texts[part])));
  const counted = routingWeights(numbers);
  const change = (part: RoutingPart, text: string) => setTexts((now) => ({ ...now, [part]: text }));
  return (
    <div className="grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <div className="grid grid-cols-2 items-end gap-3">
          {ROUTING_PARTS.map((part) => (
            <div key={part}>
              <Field
                label={LABELS[part]}
                type="text"
                inputMode="decimal"
                name={names[part]}
                value={texts[part]}
                onChange={(event) => change(part, event.target.value)}
                placeholder={String(DEFAULT_WEIGHTS[part])}
              />
              <input
                type="range"
                min={0}
                max={1}
                step={0.05}
                value={Number.isFinite(numbers[part]) ? numbers[part] : 0}
                onChange={(event) => change(part, event.target.value)}
                aria-label={`${LABELS[part]}, as a slider`}
                className="js-only mt-1 h-6 w-full accent-(--accent)"
              />
            </div>
          ))}
        </div>
        <Sum numbers={numbers} onMend={(mended) => setTexts(textsOf(mended))} />
      </div>
      {!("fault" in counted) && <ExampleRanking weights={counted} />}
    </div>
  );
}
