import { z } from 'zod';
import { webhookSecret } from '#src/kernel/crypto/webhook-secret.server.ts';
import type { CanaryWorld } from '../canary-world.ts';
import { asOperator } from '../purchase.ts';
import { must, Visitor } from '../visitor.ts';

const webhookEndpoints = z.object({ endpoints: z.array(z.object({ id: z.string() })) });

/** Whoever is told of sales: what was sent is sent once more, and their secrets lie nowhere. */
export async function walkPartners(world: CanaryWorld): Promise<string[]> {
  const staff = new Visitor(world);
  const headers = asOperator(world);
  const list = must(await staff.call('GET', '/api/v1/webhooks/endpoints', undefined, headers), [200], 'receivers');
  const { endpoints } = webhookEndpoints.parse(list.json);
  for (const { id } of endpoints.filter((one) => one.id.startsWith('wise-up'))) {
    const path = `/api/v1/webhooks/endpoints/${id}`;
    remember(world, id);
    const now = (await world.sandboxPayments.now()).getTime();
    const span = {
      from: new Date(now - 40 * 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
      onlyMissed: false,
    };
    must(await staff.call('POST', `${path}/replay`, span, headers), [202, 409], id);
    must(await staff.call('GET', `${path}/deliveries`, undefined, headers), [200], id);
  }
  await world.sandboxPayments.advance(60);
  return ['receivers of messages'];
}

/** With its mark and without it: the library signs by what stands behind it. */
function remember({ canaries, webhookKey }: CanaryWorld, id: string): void {
  const text = webhookSecret(webhookKey, id, 1);
  canaries.add('webhook-secret', `secret of ${id}`, text);
  canaries.add('webhook-secret', `secret of ${id}, bare`, text.replace('whsec_', ''));
}
