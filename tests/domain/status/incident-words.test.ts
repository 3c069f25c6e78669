import { describe, expect, test } from "vitest";
import { saysOver, tellsTrouble } from "@/lib/domain/status/incident-words";

describe("an entry without marks tells of trouble now", () => {
  test.each([
    ["Elevated error rates on the API", ""],
    ["API unavailable", ""],
    ["Increased latency for embeddings", "We are investigating."],
    ["Requests are timing out", "Some users see 503 errors."],
    ["Partial outage in us-east-1", "We have identified the cause and work on a fix."],
    ["Chat completions failing", "Updates will be posted here."],
    ["Slow responses", "The issue is not yet resolved."],
    ["Login problems", "We expect to be fully operational again within the hour."],
    ["GPU capacity issues", "We will provide an update in 30 minutes."],
    ["Investigating reports of failed requests", "Service has been degraded since 10:00 UTC."],
    ["Degraded performance of the inference API", "A fix is being rolled out, until it is fixed requests may fail."],
    ["api.acme.test is down", ""],
    ["Intermittent 500s", "We are working to get this fixed."],
    ["Batch jobs fail to complete", ""],
    ["Connections closed unexpectedly, errors on the API", ""],
    ["Latency is up", ""],
    ["Instances failing to launch", ""],
    ["New models failing to load", ""],
    ["Errors after the database upgrade", "Requests fail since the release."],
  ])("%s", (title, newest) => {
    expect(tellsTrouble(title, newest)).toBe(true);
  });
});

describe("an entry without marks tells of nothing wrong now", () => {
  test.each([
    ["Resolved: API errors", ""],
    ["API errors - resolved", ""],
    ["[Resolved] Elevated latency", ""],
    ["Recovered: api.acme.test", ""],
    ["All systems operational", ""],
    ["The outage is over", ""],
    ["Service restored after outage", ""],
    ["API back up", ""],
    ["api.acme.test is up", ""],
    ["Incident closed: errors on the API", ""],
    ["Errors mitigated", ""],
    ["Incident closed", ""],
    ["Elevated errors", "This incident has been resolved."],
    ["Elevated errors", "All services are now operating normally."],
    ["Post-mortem of yesterday's major outage", ""],
    ["Postmortem: database failure", ""],
    ["Root cause analysis for the 12 September outage", ""],
    ["Incident report: API unavailability", ""],
    ["Incident review of last week's degradation", ""],
    ["Retrospective on the November outage", ""],
    ["What we learned: lessons from the outage", ""],
    ["Scheduled maintenance: API will be unavailable", ""],
    ["Planned downtime on Saturday", ""],
    ["Upcoming database upgrade, brief interruptions possible", ""],
    ["Network upgrade in our Dallas region", "Clusters will be unavailable for up to one hour."],
    ["Maintenance of the billing system", ""],
    ["Reminder: API v1 shutdown", ""],
    ["Deprecation of gpt-3.5-turbo: requests will fail after 1 December", ""],
    ["Model claude-2 retired", "Requests to it return an error."],
    ["Sunset of the legacy endpoint", ""],
    ["End of life of API v1", ""],
    ["We are discontinuing the text-davinci models", ""],
    ["New region: Frankfurt", ""],
    ["Introducing the new status page", ""],
    ["Announcing higher rate limits after last month's capacity issues", ""],
    ["GPT-7 is now available", ""],
    ["False alarm: API errors", ""],
    ["Test incident", ""],
    ["Issue solved", ""],
    ["Outage ended", ""],
    ["Error rates have normalized", ""],
    ["Connectivity problems cleared", ""],
    ["Post-incident review: failed requests", ""],
    ["Reason for outage of 3 September", ""],
    ["Heads-up: brief interruptions ahead", ""],
    ["Shutdown of the v1 endpoint, requests will fail", ""],
    ["Old keys are being removed, calls with them fail", ""],
    ["Dallas clusters unavailable", "Clusters are unavailable on November 29 from 01:00 to 03:00 UTC."],
    ["Weekly digest", "Nothing happened."],
    ["Elevated errors", "On November 28 we will upgrade the network."],
  ])("%s", (title, newest) => {
    expect(tellsTrouble(title, newest)).toBe(false);
  });
});

describe("a text says that all is well again", () => {
  test.each([
    "The issue has been resolved.",
    "Service is operating normally.",
    "We have fully recovered.",
    "Everything is back to normal.",
  ])("%s", (text) => {
    expect(saysOver(text)).toBe(true);
  });

  test.each([
    "The issue is not yet resolved.",
    "We are working to get this resolved.",
    "Traffic is shifted until the region is restored.",
    "We expect to be fully recovered within two hours.",
    "Some of the nodes are back online.",
    "We are investigating.",
  ])("not: %s", (text) => {
    expect(saysOver(text)).toBe(false);
  });
});
