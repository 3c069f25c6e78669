import { Field } from "@/components/ui/fields";
import { PageForm } from "@/components/ui/page-form";

/** A GET form, so that what was found has an address and the search works without JavaScript. */
export function TaskSearch({ action, task }: { action: string; task: string | null }) {
  return (
    <PageForm action={action} role="search" className="no-print mb-6 flex flex-wrap items-end gap-2">
      <Field
        label="What do you want to do?"
        box="min-w-0 grow sm:max-w-[32rem]"
        type="search"
        name="q"
        defaultValue={task ?? ""}
        maxLength={200}
        placeholder="forecast a price, is claude down"
      />
      <button type="submit" className="control control-primary">
        Find
      </button>
    </PageForm>
  );
}
