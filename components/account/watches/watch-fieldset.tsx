import { Choice, Field } from "@/components/ui/fields";
import { FIRE_CAP, SECRET_LENGTH } from "@/lib/domain/watches/watch-limits";
import { FORMAT_CHOICES, type faultyField, type SecretChoice, type WatchFields } from "@/lib/domain/watches/watch-form";
import { MAX_NAME_LENGTH } from "@/lib/domain/watches/watch-spec";
import { CADENCE_CHOICES, PRICE_FIELD_CHOICES, PRICE_OP_CHOICES, STATE_CHOICES } from "@/lib/domain/watches/watch-sentence";

interface Props {
  fields: WatchFields;
  /** The field that was refused. */
  fault: ReturnType<typeof faultyField>;
}

type TypedProps = Omit<React.ComponentProps<typeof Field>, "name" | "defaultValue" | "isFaulty"> & { of: Props; name: keyof WatchFields };

/** A text field with what was typed into it, marked where that was refused. */
const Typed = ({ of: { fields, fault }, name, ...shown }: TypedProps) => (
  <Field {...shown} name={name} defaultValue={fields[name]} isFaulty={fault === name} />
);

function PriceFields(props: Props) {
  const { fields } = props;
  return (
    <>
      <Typed
        of={props}
        name="model"
        label="Model"
        hint="Id or name, as on Models"
        maxLength={MAX_NAME_LENGTH}
        required
        placeholder="openai/gpt-5"
      />
      <Choice name="field" label="Which price" value={fields.field} options={PRICE_FIELD_CHOICES} />
      <Choice name="op" label="When it" value={fields.op} options={PRICE_OP_CHOICES} />
      <Typed
        of={props}
        name="threshold"
        label="Threshold"
        hint="USD per 1M tokens"
        inputMode="decimal"
        maxLength={20}
        placeholder="1.00"
        box="unless-changes"
      />
    </>
  );
}

function StatusFields(props: Props) {
  return (
    <>
      <Typed
        of={props}
        name="provider"
        label="Provider or service"
        hint="Id or name, as on Status"
        maxLength={MAX_NAME_LENGTH}
        required
        placeholder="anthropic"
      />
      <Choice name="value" label="When a service of it" value={props.fields.value} options={STATE_CHOICES} />
    </>
  );
}

function ModelsField(props: Props) {
  return (
    <Typed
      of={props}
      name="model"
      label="Models"
      hint="Ids or names, divided by commas"
      maxLength={4000}
      placeholder="openai/gpt-5, claude-opus-4-5"
    />
  );
}

function MakerField(props: Props) {
  return (
    <Typed
      of={props}
      name="provider"
      label="Maker"
      hint="Id or name, as on Providers"
      maxLength={MAX_NAME_LENGTH}
      required
      placeholder="anthropic"
    />
  );
}

function RetirementFields(props: Props) {
  return (
    <>
      <ModelsField {...props} />
      <Typed
        of={props}
        name="provider"
        label="Or all models of a provider"
        hint="Id or name; counts where no models are named"
        maxLength={MAX_NAME_LENGTH}
        placeholder="anthropic"
      />
      <Typed
        of={props}
        name="days_before"
        label="Days before the end"
        hint="Numbers divided by commas; it is told on each of them once"
        maxLength={60}
      />
    </>
  );
}

const SECRET_LABELS: Readonly<Record<SecretChoice, string>> = {
  generate: "Make a secret, shown once when the watch is created",
  own: "A secret of your own",
  none: "No secret: check the signature by the service's public key",
};

function SecretFields({ fields, fault }: Props) {
  return (
    <fieldset className="grid gap-2 text-small text-fg-muted sm:col-span-2">
      <legend className="mb-1">Deliveries are signed with</legend>
      {Object.entries(SECRET_LABELS).map(([value, label]) => (
        <label key={value} className="flex min-h-6 items-center gap-2 text-body text-fg">
          <input
            type="radio"
            name="secret_choice"
            value={value}
            defaultChecked={fields.secret_choice === value}
            className="size-4 shrink-0 accent-(--accent)"
          />
          {label}
        </label>
      ))}
      <Field
        name="secret"
        label="Your secret"
        hint={`${SECRET_LENGTH.min} to ${SECRET_LENGTH.max} characters. It is never shown again: after a preview without JavaScript, type it again.`}
        type="password"
        autoComplete="off"
        maxLength={SECRET_LENGTH.max}
        isFaulty={fault === "secret"}
        box="own-secret"
      />
    </fieldset>
  );
}

/** The fields of one type of watch, and what every watch has. */
export function WatchFieldset(props: Props) {
  const { fields } = props;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.type === "price" && <PriceFields {...props} />}
      {fields.type === "status" && <StatusFields {...props} />}
      {fields.type === "retirement" && <RetirementFields {...props} />}
      {fields.type === "capability" && <ModelsField {...props} />}
      {fields.type === "new_model" && <MakerField {...props} />}
      {fields.type === "digest" && <Choice name="cadence" label="How often" value={fields.cadence} options={CADENCE_CHOICES} />}
      <Typed
        of={props}
        name="callback_url"
        label="Callback URL"
        hint="Public https address, port 443 or 8443, or that of an incoming webhook of Slack, Discord or Teams. Nothing is sent before the watch fires or you test it."
        type="text"
        inputMode="url"
        maxLength={2048}
        required
        placeholder="https://agent.example.com/hook"
        box="sm:col-span-2"
      />
      <Choice name="format" label="What is sent" value={fields.format} options={FORMAT_CHOICES} />
      <SecretFields {...props} />
      <Typed
        of={props}
        name="fire_cap"
        label="Ends after this many fires"
        hint={`${FIRE_CAP.min} to ${FIRE_CAP.max.toLocaleString("en-US")}`}
        inputMode="numeric"
        maxLength={6}
      />
    </div>
  );
}
