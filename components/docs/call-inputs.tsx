import type { CallInput, CallValues } from "./call-address";

interface Props {
  inputs: readonly CallInput[];
  values: CallValues;
  onChange: (values: CallValues) => void;
}

/** One field for each parameter, filled with the example. */
export function CallInputs({ inputs, values, onChange }: Props) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {inputs.map(({ name, place, isRequired, example }) => (
        <label key={name} className="field min-w-0">
          <span className="[overflow-wrap:anywhere]">
            {name}
            {isRequired && " (required)"}
          </span>
          <input
            type="text"
            {...(place === "query" ? { name } : {})}
            value={values[name] ?? example}
            onChange={(event) => onChange({ ...values, [name]: event.target.value })}
            required={isRequired}
            autoComplete="off"
            spellCheck={false}
            className="control w-full"
          />
        </label>
      ))}
    </div>
  );
}
