/**
 * Makes one export in a process of its own, as a worker does, fetches it, and prints what both cost. `EXPORT`: the database
 * and the export's id, as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { exportTicket, fetchExport, makeExport } from '#src/domain/sales/exports/index.server.ts';
import { createSandboxDomain } from '#tests/support/worlds/sandbox-domain.server.ts';

const { address, id } = z
  .object({
    address: z.object({
      ...{ host: z.string(), port: z.number(), user: z.string(), password: z.string(), database: z.string() },
    }),
    id: z.string(),
  })
  .parse(JSON.parse(process.env['EXPORT'] ?? '{}'));
const domain = createSandboxDomain(address, 'http://127.0.0.1:3002');
let isSentAgain = false;
const ctx = {
  ...domain.ctx,
  jobs: {
    async send(): Promise<void> {
      isSentAgain = true;
    },
  },
};
/** Resident memory as the operating system counts it, in MiB: `VmRSS` now, `VmHWM` the most since it was reset. */
const resident = (name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) / 1024;
// One statement, so that what every worker has loaded is not counted.
await domain.ctx.db.selectFrom('exports').select('id').execute();
const before = resident('VmRSS');
writeFileSync('/proc/self/clear_refs', '5');
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const began = performance.now();
const processor = process.cpuUsage();
do {
  isSentAgain = false;
  await makeExport(ctx, id);
} while (isSentAgain);
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(processor);
const peak = resident('VmHWM');
delay.disable();
writeFileSync('/proc/self/clear_refs', '5');
const fetching = performance.now();
const actor = {
  ...{
    accountId: 'stf_export',
    actor: 'staff:stf_export',
    name: 'E',
    email: 'e@example.com',
    sessionId: 's',
    ipGroup: 'i',
  },
  grants: [],
};
const file = await fetchExport(ctx, actor, (await exportTicket(ctx, actor, id)) ?? '');
let bytes = 0;
for await (const piece of file?.pieces ?? []) bytes += piece.length;
const fetchSeconds = (performance.now() - fetching) / 1000;
const fetchPeak = resident('VmHWM');
await domain.close();
console.log(
  JSON.stringify({
    ...{ seconds, processorSeconds: (user + system) / 1e6, fetchSeconds, bytes, before, peak, fetchPeak },
    delayMs: delay.percentile(99) / 1e6,
    longestDelayMs: delay.max / 1e6,
  }),
);
