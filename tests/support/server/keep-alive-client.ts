import { Agent, request, type IncomingMessage } from "node:http";

export interface KeepAliveClient {
  started: Promise<void>;
  ended: Promise<string>;
  answers(): { status: number; connection: string | undefined; isWhole: boolean }[];
}

function ask(agent: Agent, url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent }, (answer) => {
      answer.on("error", reject);
      answer.on("close", () => resolve(answer));
      answer.resume();
    });
    call.on("error", reject);
    call.end();
  });
}

/** Repeats requests over one keep-alive connection until the server is gone. */
export function keepAsking(urls: readonly string[]): KeepAliveClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: { status: number; connection: string | undefined; isWhole: boolean }[] = [];
  let hasStarted: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (hasStarted = resolve));
  async function run(): Promise<string> {
    try {
      for (let turn = 0; ; turn++) {
        const answer = await ask(agent, urls[turn % urls.length] as string);
        answers.push({ status: answer.statusCode ?? 0, connection: answer.headers.connection, isWhole: answer.complete });
        hasStarted();
      }
    } catch (error) {
      return String((error as NodeJS.ErrnoException).code);
    } finally {
      agent.destroy();
    }
  }
  return { started, ended: run(), answers: () => answers };
}
