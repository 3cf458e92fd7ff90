import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxSecrets } from '#sandbox/runtime/contracts.ts';
import { type Sandbox, startSandboxServer } from '#sandbox/sandbox.server.ts';
import type { RawWebhook } from '#src/domain/payments/index.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';

/** One message that arrived at our address, and the path it was sent to. */
export interface CompletedDelivery extends RawWebhook {
  readonly path: string;
}

/** The sandbox on free ports, with an address of ours that it can send messages to. */
export interface SandboxWorld {
  readonly world: Sandbox;
  readonly clock: VirtualClock;
  readonly dataDir: string;
  readonly notificationUrl: string;
  readonly arrivals: CompletedDelivery[];
  /** What our address answers to the next messages; 200 when empty. */
  readonly answers: number[];
  /** The first `count` messages, once they arrived; fails after five seconds. */
  arrived(count: number): Promise<readonly CompletedDelivery[]>;
  faults(rule: Readonly<Record<string, string | number>>): Promise<void>;
  clearFaults(): Promise<void>;
  /** Calls one of the sandbox's own addresses with JSON. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }>;
  /** Ends the world's process life and starts it again on the same folder, as after a crash. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** `secrets`: those of whoever calls; the sandbox's own when absent. `startsAt`: what its clock shows first; now when absent. */
export async function openSandboxWorld(secrets?: SandboxSecrets, startsAt?: Date): Promise<SandboxWorld> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'outside-'));
  const clock = new VirtualClock(startsAt);
  const known = secrets ? { secrets } : {};
  let world = await startSandboxServer({ port: 0, smtpPort: 0, dataDir, clock, ...known });
  const arrivals: CompletedDelivery[] = [];
  const answers: number[] = [];
  const receiver = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      arrivals.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks), receivedAt: clock.now() });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  async function ask(method: string, to: string, body?: unknown): Promise<{ status: number; json: unknown }> {
    const given =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const send = (): Promise<Response> => fetch(`${world.origin}${to}`, { method, ...given });
    // After a restart the first call may meet a connection that was closed under it.
    const answer = await send().catch(send);
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
  }

  async function put(rule: Readonly<Record<string, string | number>>): Promise<void> {
    const answer = await ask('PUT', '/sandbox/weather', rule);
    if (answer.status !== 200) throw new Error(`The weather was refused: ${JSON.stringify(answer.json)}`);
  }

  return {
    get world() {
      return world;
    },
    clock,
    dataDir,
    notificationUrl: `http://127.0.0.1:${port}/told`,
    arrivals,
    answers,
    async arrived(count) {
      const until = performance.now() + 5_000;
      while (arrivals.length < count) {
        if (performance.now() > until) throw new Error(`${arrivals.length} of ${count} messages arrived`);
        await new Promise((resume) => setTimeout(resume, 5));
      }
      return arrivals.slice(0, count);
    },
    faults: put,
    clearFaults: async () => void (await ask('DELETE', '/sandbox/weather')),
    ask,
    async restart() {
      const { port: again } = new URL(world.origin);
      await world.close();
      world = await startSandboxServer({ port: Number(again), smtpPort: 0, dataDir, clock, ...known });
    },
    async close() {
      await world.close();
      receiver.closeAllConnections();
      receiver.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
