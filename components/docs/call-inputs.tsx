import { Field } from "@/components/ui/fields";
import type { CallInput, CallValues } from "./call-address";

interface Props {
  inputs: readonly CallInput[];
  values: CallValues;
  onChange: (values: CallValues) => void;
}

/** Fields of the parameters, filled with the example. */
export function CallInputs({ inputs, values, onChange }: Props) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {inputs.map(({ name, place, isRequired, example }) => (
        <Field
          key={name}
          label={
            <span className="[overflow-wrap:anywhere]">
              {name}
              {isRequired && " (required)"}
            </span>
          }
          box="min-w-0"
          type="text"
          {...(place === "query" ? { name } : {})}
          value={values[name] ?? example}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          required={isRequired}
        />
      ))}
    </div>
  );
}
