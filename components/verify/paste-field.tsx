import { Field } from "@/components/ui/fields";

interface Props {
  label: string;
  /** What the file field says, which reads the same text from a file. */
  fileLabel: string;
  value: string;
  rows: number;
  placeholder: string;
  /** Types of files besides JSON and text, such as `.csv`. */
  accept?: string;
  onChange(value: string): void;
}

/** A text that is pasted, or read from a file. */
export function PasteField({ label, fileLabel, value, rows, placeholder, accept, onChange }: Props) {
  return (
    <>
      <Field label={label} box="w-full">
        <textarea
          rows={rows}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className="control py-2 font-mono text-small"
        />
      </Field>
      <Field
        label={fileLabel}
        box="no-print"
        type="file"
        accept={`application/json,.json,.txt${accept === undefined ? "" : `,${accept}`}`}
        className="py-1.5"
        onChange={(event) => void event.target.files?.[0]?.text().then(onChange)}
      />
    </>
  );
}
