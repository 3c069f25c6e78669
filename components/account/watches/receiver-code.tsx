import { Code } from "@/components/api/code";
import { RECEIVER_CODE } from "@/lib/domain/watches/receiver-code";

/** How a receiver checks that a delivery comes from this service. */
export function ReceiverCode() {
  return (
    <section aria-labelledby="receiver-code" className="mt-6 grid min-w-0 gap-3">
      <h2 id="receiver-code" className="text-h2">
        Check what arrives
      </h2>
      <p className="max-w-[68ch] text-fg-muted">
        Compute the signature over the raw body and compare it with the header. Answer with 2xx within 10 seconds, and remember{" "}
        <code className="font-mono">delivery_id</code>: a redelivery has the same one.
      </p>
      {RECEIVER_CODE.map(({ label, language, text, whole }, index) => (
        <details key={label} name="receiver-code" open={index === 0} className="min-w-0">
          <summary className="inline-flex min-h-9 items-center font-medium underline decoration-dotted underline-offset-4">{label}</summary>
          <Code text={text} language={language} label={`Check of a signature in ${label}`} />
          <p className="mt-1 text-small">
            <a href={whole}>A whole receiver in {label}</a>, which checks the time of sending too
          </p>
        </details>
      ))}
    </section>
  );
}
