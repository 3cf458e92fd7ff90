import { z } from 'zod';
import { webhookSecret } from '#src/kernel/ids/webhook-secret.server.ts';
import type { CanaryStage } from './canary-stage.ts';
import { asOperator } from './purchase.ts';
import { must, Visitor } from './visitor.ts';

const receivers = z.object({ endpoints: z.array(z.object({ id: z.string() })) });

/** Whoever is told of sales: what was sent is sent once more, and their secrets lie nowhere. */
export async function walkPartners(stage: CanaryStage): Promise<string[]> {
  const staff = new Visitor(stage);
  const headers = asOperator(stage);
  const list = must(await staff.call('GET', '/api/v1/webhooks/endpoints', undefined, headers), [200], 'receivers');
  const { endpoints } = receivers.parse(list.json);
  for (const { id } of endpoints.filter((one) => one.id.startsWith('wise-up'))) {
    const path = `/api/v1/webhooks/endpoints/${id}`;
    remember(stage, id);
    const now = (await stage.outside.now()).getTime();
    const span = {
      from: new Date(now - 40 * 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
      onlyMissed: false,
    };
    must(await staff.call('POST', `${path}/replay`, span, headers), [202, 409], id);
    must(await staff.call('GET', `${path}/deliveries`, undefined, headers), [200], id);
  }
  await stage.outside.advance(60);
  return ['receivers of messages'];
}

/** With its mark and without it: the library signs by what stands behind it. */
function remember({ needles, webhookKey }: CanaryStage, id: string): void {
  const text = webhookSecret(webhookKey, id, 1);
  needles.add('webhook-secret', `secret of ${id}`, text);
  needles.add('webhook-secret', `secret of ${id}, bare`, text.replace('whsec_', ''));
}
