import { findBrowser } from "/work/h-edge/tests/support/server/browser";
const { executablePath, args } = await findBrowser();
export default { testDir: "/work/h-edge/tests/e2e", outputDir: "/tmp/edge-run/results", workers: 1, reporter: [["line"]], timeout: 60000,
  use: { baseURL: "http://127.0.0.1:" + (process.env.PORT ?? 5200), launchOptions: { executablePath, args } } };
