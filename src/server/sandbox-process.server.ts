/**
 * Starts the sandbox in a process of its own, for tests that stop the product and not the gateways. The product finds it by
 * `SANDBOX_ORIGIN`. Its clock is separate: moving it does not move the product's.
 */
import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { startSandboxServer } from '#sandbox/sandbox.server.ts';
import { describeEnvProblems, readEnv } from '#src/server/env.server.ts';
import { createLog } from '#src/kernel/log/log.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';

const env = readEnv(process.env);
if (!env.ok || env.value.sandbox === null) {
  console.error(env.ok ? 'There is no outside world in production.' : describeEnvProblems(env.error));
  process.exit(1);
}
const { sandbox, dataDir, logLevel } = env.value;
const log = createLog({ level: logLevel });
const running = await startSandboxServer({
  port: sandbox.port,
  smtpPort: sandbox.smtpPort,
  dataDir: path.join(dataDir, 'sandbox'),
  clock: new VirtualClock(),
  secrets: env.value,
  publicOrigin: sandbox.origin,
  log,
});
closeWithGrace({ delay: 10_000, logger: false }, async ({ err: error }) => {
  if (error) log.error('sandbox-failed', { reason: error.message });
  await running.close();
});
console.log(`The outside world is ready at ${running.origin}/sandbox, its mailbox on port ${running.smtpPort}`);
