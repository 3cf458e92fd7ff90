/**
 * Makes one export in a process of its own, as a worker does, and prints what it cost. `EXPORT`: the database
 * and the export's id, as JSON.
 */
import { z } from 'zod';
import { makeExport } from '#src/domain/sales/exports/index.server.ts';
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
const makeWorkbook = (): Promise<never> => Promise.reject(new Error('No workbook is asked for'));
// One statement, so that what every worker has loaded is not counted.
await domain.ctx.db.selectFrom('exports').select('id').execute();
const megabytes = (): number => process.memoryUsage.rss() / 2 ** 20;
const before = megabytes();
let peak = before;
const sampling = setInterval(() => (peak = Math.max(peak, megabytes())), 20);
const began = performance.now();
const processor = process.cpuUsage();
do {
  isSentAgain = false;
  await makeExport(ctx, id, { makeWorkbook });
} while (isSentAgain);
const seconds = (performance.now() - began) / 1000;
clearInterval(sampling);
const { user, system } = process.cpuUsage(processor);
await domain.close();
console.log(JSON.stringify({ seconds, processorSeconds: (user + system) / 1e6, before, peak }));
