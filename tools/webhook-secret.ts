/**
 * Shows the secret of a webhook endpoint, or rotates it. Only this command shows secrets: it needs access to the product's
 * own keys.
 *
 *     npm run webhook-secret -- wise-up/platform
 *     npm run webhook-secret -- wise-up/platform --rotate         both sign for 24 hours
 *     npm run webhook-secret -- wise-up/platform --rotate=0       the old one has leaked: it ends at once
 */
import path from 'node:path';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { loadBrands } from '#src/branding/index.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { endpointSecrets, type EndpointSecrets, rotateSecret } from '#src/domain/messaging/webhooks/index.server.ts';
import { describeEnvProblems, readEnv } from '#src/server/env.server.ts';
import { systemClock } from '#src/kernel/time/clock.ts';
import { createWebhooks } from '#src/server/webhooks.server.ts';
import { projectRoot } from './brands/brand-files.ts';
import { reachDatabase } from './database/reach-database.ts';

/** Hours in which both secrets sign; null: no change. */
function overlapIn(words: readonly string[]): number | null {
  const rotate = words.find((word) => word === '--rotate' || word.startsWith('--rotate='));
  if (rotate === undefined) return null;
  const hours = Number(rotate.split('=')[1] ?? '24');
  if (!Number.isInteger(hours) || hours < 0 || hours > 168) throw new Error('--rotate takes hours from 0 to 168');
  return hours;
}

function describeSecrets({ secret, before }: EndpointSecrets): string {
  return before ? `${secret}\n${before.secret} signs as well until ${before.until.toISOString()}` : secret;
}

async function run(): Promise<string> {
  const words = process.argv.slice(2);
  const hours = overlapIn(words);
  const endpointId = words.find((word) => !word.startsWith('--')) ?? '';
  const env = readEnv(process.env);
  if (!env.ok) throw new Error(describeEnvProblems(env.error));
  const { appEnv, sandbox } = env.value;
  const dir = path.join(projectRoot, 'brands');
  const loaded = loadBrands({ dir, environment: appEnv, sandboxOrigin: sandbox?.origin ?? '' });
  if (!loaded.ok) throw new Error('The brands’ data has mistakes: npm run check-brands');
  const webhooks = createWebhooks(loaded.value, env.value);
  const reached = await reachDatabase(env.value);
  if (typeof reached === 'string') throw new Error(reached);
  const pool = createPool(reached.address, { max: 1 });
  const ctx = { db: createKysely<Database>(pool), clock: systemClock, webhooks };
  try {
    const secrets =
      hours === null ? await endpointSecrets(ctx, endpointId) : await rotateSecret(ctx, endpointId, hours);
    const known = webhooks.endpoints.map(({ id }) => id).join(', ');
    if (!secrets) throw new Error(`Nobody listens as ${endpointId || '(no name)'}; there are: ${known}`);
    return describeSecrets(secrets);
  } finally {
    webhooks.close();
    await pool.end();
    await reached.leave();
  }
}

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
