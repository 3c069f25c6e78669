import { describe, expect, test } from "vitest";
import { CommandFailure, EXIT_CODES, failureOf } from "@/lib/client/cli/exit-codes";
import { ConnectionError, ServiceError } from "@/lib/client/errors";
import { ERRORS, type ErrorCode } from "@/lib/errors";

const exitOf = (code: ErrorCode) => failureOf(new ServiceError({ code, message: "", hint: "", status: ERRORS[code].status })).exit;

describe("an exit code tells apart what a script does next", () => {
  test.each([
    ["invalid_parameter", "usage"],
    ["ambiguous_model", "usage"],
    ["token_required", "authentication"],
    ["invalid_token", "authentication"],
    ["payment_required", "payment"],
    ["insufficient_credits", "payment"],
    ["payment_disabled", "payment"],
    ["model_not_found", "not_found"],
    ["rate_limit_exceeded", "limit"],
    ["tx_not_confirmed", "try_again"],
    ["unavailable", "try_again"],
    ["internal_error", "try_again"],
    ["tx_already_claimed", "refused"],
    ["jurisdiction_blocked", "refused"],
  ] as const)("%s is %s", (code, exit) => expect(exitOf(code)).toBe(exit));

  test("every refusal of the service has one that is neither success nor a defect", () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) expect(["ok", "found", "defect"]).not.toContain(exitOf(code));
  });

  test("the numbers differ", () => {
    const numbers = Object.values(EXIT_CODES).map(({ code }) => code);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

test("no answer at all is worth another try", () => {
  expect(failureOf(new ConnectionError({ code: "connection_failed", message: "No answer.", hint: "" })).exit).toBe("try_again");
});

test("an error that nobody foresaw is a defect, and says so", () => {
  expect(failureOf(new TypeError("x is not a function"))).toMatchObject({ exit: "defect", code: "defect" });
});

test("a failure of the program's own keeps its hint and candidates", () => {
  expect(failureOf(new CommandFailure("not_found", "model_not_found", "No model.", null, ["a/b"]))).toMatchObject({
    candidates: ["a/b"],
    status: null,
  });
});
