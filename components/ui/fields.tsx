import { useId } from "react";

type FieldProps = Omit<React.ComponentProps<"input">, "children"> & {
  label: React.ReactNode;
  /** What is accepted, read out after the label. */
  hint?: string;
  /** The value was refused. */
  isFaulty?: boolean;
  /** Class of the whole field. */
  box?: string;
  /** A control other than an input. */
  children?: React.ReactNode;
};

/** A control under its label. */
export function Field({ label, hint, isFaulty = false, box = "", className = "", children, ...rest }: FieldProps) {
  const id = useId();
  const control = children ?? (
    <input
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      aria-invalid={isFaulty || undefined}
      {...(hint !== undefined && { id, "aria-describedby": `${id}-hint` })}
      {...rest}
      className={`control ${className}`.trim()}
    />
  );
  if (hint === undefined) {
    return (
      <label className={`field ${box}`.trim()}>
        {label}
        {control}
      </label>
    );
  }
  return (
    <div className={`field content-start ${box}`.trim()}>
      <label htmlFor={id}>{label}</label>
      {control}
      <span id={`${id}-hint`}>{hint}</span>
    </div>
  );
}

export interface Option {
  /** Left out where it is the label, as HTML allows: long lists are sent smaller. */
  value?: string;
  label: string;
}

const valueOf = ({ value, label }: Option): string => value ?? label;

/** Options with the address's own value among them, so that applying the form does not drop it. */
const withChosen = (options: readonly Option[], chosen: string): readonly Option[] =>
  chosen === "" || options.some((option) => valueOf(option) === chosen) ? options : [...options, { label: chosen }];

interface ChoiceProps {
  name: string;
  label: string;
  /** Empty where nothing is chosen. */
  value: string;
  /** What choosing nothing means; without it something is always chosen. */
  any?: string;
  options: readonly Option[];
}

export function Choice({ name, label, value, any, options }: ChoiceProps) {
  return (
    <Field label={label} box="content-start">
      <select name={name} defaultValue={value} className="control">
        {any !== undefined && <option value="">{any}</option>}
        {withChosen(options, value).map((option) => (
          <option key={valueOf(option)} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Options that are called as they are written in the address. */
export const optionsOf = (values: readonly string[]): Option[] => values.map((label) => ({ label }));

export function Flag({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="flex min-h-9 items-center gap-2 self-end">
      <input type="checkbox" name={name} value="true" defaultChecked={isOn} className="size-5 accent-(--accent)" />
      {label}
    </label>
  );
}

export const Words = ({ value, label = "Search", placeholder }: { value: string | null; label?: string; placeholder?: string }) => (
  <Field label={label} type="search" name="q" defaultValue={value ?? ""} maxLength={200} placeholder={placeholder} />
);
