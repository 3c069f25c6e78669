import { Field } from "@/components/ui/fields";
import { PageForm } from "./page-form";

interface Props {
  action: string;
  /** Parameter of the page that takes the names. */
  name: string;
  label: string;
  names: readonly string[];
  placeholder: string;
  button: string;
  /** The first thing to do on its page. */
  isPrimary?: boolean;
}

/** A field for names, separated by commas; works without a script. */
export const NamesForm = ({ action, name, label, names, placeholder, button, isPrimary = false }: Props) => (
  <PageForm action={action} className="no-print flex flex-wrap items-end gap-3">
    <Field
      label={label}
      box="min-w-0 grow"
      type="text"
      name={name}
      defaultValue={names.join(", ")}
      maxLength={4000}
      placeholder={placeholder}
    />
    <button type="submit" className={isPrimary ? "control control-primary" : "control"}>
      {button}
    </button>
  </PageForm>
);
