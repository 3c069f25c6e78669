export interface Option {
  /** Left out where it is the label: that is the meaning of an option without a value, and long lists are sent smaller. */
  value?: string;
  label: string;
}

const valueOf = ({ value, label }: Option): string => value ?? label;

/** A value of the address that is none of the options stands among them, so that applying the form does not drop it. */
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
    <label className="field content-start">
      {label}
      <select name={name} defaultValue={value} className="control">
        {any !== undefined && <option value="">{any}</option>}
        {withChosen(options, value).map((option) => (
          <option key={valueOf(option)} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
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

export function Words({ value, label = "Search", placeholder }: { value: string | null; label?: string; placeholder?: string }) {
  return (
    <label className="field">
      {label}
      <input type="search" name="q" defaultValue={value ?? ""} maxLength={200} placeholder={placeholder} className="control" />
    </label>
  );
}

interface TextFieldProps {
  name: string;
  label: string;
  value: string | number | null;
  placeholder: string;
  /** The keyboard that a phone offers. */
  inputMode?: "decimal" | "text";
}

/** What people write freely, by default a decimal number. */
export function TextField({ name, label, value, placeholder, inputMode = "decimal" }: TextFieldProps) {
  return (
    <label className="field">
      {label}
      <input
        type="text"
        inputMode={inputMode}
        name={name}
        defaultValue={value ?? ""}
        placeholder={placeholder}
        autoComplete="off"
        className="control"
      />
    </label>
  );
}

interface WholeNumberProps {
  name: string;
  label: string;
  value: number;
  min: number;
  max: number;
}

export function WholeNumber({ name, label, value, min, max }: WholeNumberProps) {
  return (
    <label className="field">
      {label}
      <input type="number" name={name} min={min} max={max} defaultValue={value} className="control" />
    </label>
  );
}
