import { writeReplayWorld } from "../support/sources/replay-world";

const [folder = "", feeds = "25", bytes = "307200"] = process.argv.slice(2);
writeReplayWorld(folder, {
  now: new Date(Date.now() - 60_000),
  storiesPerFeed: 150,
  feedPadding: Number(bytes),
  newsSourceCount: Number(feeds),
});
