"use client";

import { Field } from "@/components/ui/fields";
import { useId, useRef, useState } from "react";
import { paletteEntries, type PaletteIndex } from "@/lib/domain/pages/palette-index";

interface Props {
  label: string;
  /** Declared path of a model's page: its instances are what can be chosen. */
  pagePath: string;
  placeholder?: string;
}

interface Choice {
  /** `provider/id`. */
  key: string;
  name: string;
}

async function readChoices(pagePath: string): Promise<Choice[]> {
  const answer = await fetch("/palette.json");
  if (!answer.ok) return [];
  const { pages } = (await answer.json()) as PaletteIndex;
  const start = pagePath.indexOf("[");
  return paletteEntries({ entries: [], pages: pages.filter(({ path }) => path === pagePath) }).map(({ href, label, kind }) => ({
    key: decodeURIComponent(href.slice(start)),
    name: `${label}, ${kind}`,
  }));
}

/** Takes the name or id of a model, which the server resolves. Once it has the focus it offers the models that are listed. */
export function ModelField({ label, pagePath, placeholder }: Props) {
  const id = useId();
  const asked = useRef(false);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  function offer() {
    if (asked.current) return;
    asked.current = true;
    // Without the list the field takes a name as well.
    readChoices(pagePath).then(setChoices, () => undefined);
  }
  return (
    <>
      {/* Half a name is no name: the form around it does not ask by what is being typed here. */}
      <Field
        label={label}
        name="ids"
        list={id}
        placeholder={placeholder}
        maxLength={200}
        onFocus={offer}
        onChange={(event) => event.stopPropagation()}
      />
      <datalist id={id}>
        {choices.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
