export interface Option {
  value: string;
  label: string;
}

/** A value of the address that is none of the options stands among them, so that applying the form does not drop it. */
const withChosen = (options: readonly Option[], chosen: string): readonly Option[] =>
  chosen === "" || options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }];

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
        {withChosen(options, value).map((option) =>
          option.value === option.label ? (
            <option key={option.value}>{option.label}</option>
          ) : (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ),
        )}
      </select>
    </label>
  );
}

/** Options that are called as they are written in the address. */
export const optionsOf = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }));

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
