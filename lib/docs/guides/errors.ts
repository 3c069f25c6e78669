import { code, fields, list, text } from "@/lib/domain/pages/docs/doc";
import { ERRORS, type ErrorCode } from "@/lib/errors";
import { models } from "@/lib/endpoints/models";
import { examplePath } from "../parameters";
import { errorField } from "../pages/error-field";
import { defineGuide } from "./guide";

const names = Object.keys(ERRORS) as ErrorCode[];
const statuses = [...new Set(names.map((name) => ERRORS[name].status))].toSorted((one, other) => one - other);

export const errors = defineGuide({
  id: "errors",
  title: "Errors",
  about: "Understand a refusal: what each code means and what to do about it.",
  sections: ({ baseUrl }) => [
    {
      title: "The shape of a refusal",
      blocks: [
        text("Every refusal is JSON as RFC 9457 describes it. Programs read `error`, people `message`:"),
        code("A value that is not accepted", "bash", `curl '${baseUrl}${examplePath(models)}?max_price=cheap'`),
        list(
          "`error` is one of the codes below and does not change between releases.",
          "`message` names what was given and what is accepted; `hint` says what to do.",
          "`request_id` names the call in our log. Quote it when you report a fault.",
          "`billing`, on paid endpoints, says that nothing was charged. Its `credits_remaining` is null while the balance cannot be read: do not buy again because of it.",
          "`retry_after`, where it stands, is the number of seconds to wait.",
        ),
      ],
    },
    {
      title: "Names that are not known",
      blocks: [
        text(
          "A misspelt name would change what is asked for. So a call that costs credits is refused with `unknown_parameter`, uncharged, when its query or body has a name that the operation does not declare; `candidates` has what was perhaps meant. A free call is answered, and its header `X-Ignored-Parameters` lists the names that made no difference, percent-encoded.",
        ),
        list(
          "Names that others add to addresses, such as `utm_source`, `fbclid`, `gclid` and `_`, are never refused: the header lists them on every call.",
          "A blank value is refused. Only on a free call may a parameter that takes any text be blank; it then counts as left out.",
          "A number has no plus: addresses read it as a space.",
        ),
      ],
    },
    ...statuses.map((status) => ({
      title: `Status ${status}`,
      blocks: [fields(...names.filter((name) => ERRORS[name].status === status).map((name) => ({ ...errorField(name), notes: "" })))],
    })),
  ],
});
