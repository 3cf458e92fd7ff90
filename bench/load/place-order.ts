import { randomUUID } from 'node:crypto';
import type { HttpClient } from '../support/http-client.ts';

/** One call of the baseline's only route. Throws when nothing was written. */
export async function placeOrder(caller: HttpClient, origin: string): Promise<void> {
  const key = randomUUID();
  const answer = await caller.send(
    'POST',
    `${origin}/orders`,
    {},
    {
      key,
      name: 'Maria Aparecida da Silva',
      email: `maria.${key}@example.com`,
      phone: '+5511961234567',
      amount: 114_000,
    },
  );
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.body.slice(0, 200)}`);
}
