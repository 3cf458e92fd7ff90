/**
 * A process that brings what happened to the schools, and may be made to die on the way (`crashTime`: at which answer). Run
 * as `node dispatcher-process.server.ts '<json of DispatcherTask>'`.
 */
import { flushCompileCache } from 'node:module';
import { createWebhookDispatcher } from '#src/domain/messaging/webhooks/index.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { webhooksTo } from '../worlds/webhook-world.server.ts';
import { createSandboxDomain } from '../worlds/sandbox-domain.server.ts';

export interface DispatcherTask {
  readonly address: DatabaseAddress;
  readonly sandboxOrigin: string;
  /** `webhook-answered`: the school has it, and nothing is written of that yet. `null`: it lives. */
  readonly crashTime: number | null;
  /** The planted bug: a message is noted as delivered before it is sent. */
  readonly notesFirst: boolean;
}

async function run(task: DispatcherTask): Promise<void> {
  const domain = createSandboxDomain(task.address, task.sandboxOrigin);
  const port = webhooksTo(task.sandboxOrigin);
  let answers = 0;
  const ctx = {
    ...domain.ctx,
    webhooks: {
      ...port,
      async post(url: string, body: string, headers: Readonly<Record<string, string>>) {
        if (!task.notesFirst) return port.post(url, body, headers);
        await domain.ctx.db
          .updateTable('webhook_deliveries')
          .set({ state: 'delivered', next_try_at: null })
          .where('state', '=', 'waiting')
          .execute();
        return (process.kill(process.pid, 'SIGKILL'), port.post(url, body, headers));
      },
    },
    crashPoint(name: string): void {
      if (name !== 'webhook-answered') return;
      answers += 1;
      if (answers === task.crashTime) process.kill(process.pid, 'SIGKILL');
    },
  };
  const dispatcher = createWebhookDispatcher(ctx);
  await dispatcher.tick();
  await dispatcher.idle();
  await dispatcher.stop();
  await domain.close();
}

// It dies before Node would keep what it compiled (`NODE_COMPILE_CACHE`) for the next one.
flushCompileCache();
await run(JSON.parse(process.argv[2] ?? '{}') as DispatcherTask);
