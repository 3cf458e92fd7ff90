import type { JsonObject } from '#src/kernel/json/json.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { Metadata } from './culqi.types.ts';
import { testId } from './ids.server.ts';

/**
 * Sends the shop a webhook about an object. Culqi takes the address from its panel; here it is the shop's
 * `metadata.notify`. The object is in `data` as a JSON string.
 */
export function notify(context: SandboxContext, type: string, metadata: Metadata, data: JsonObject): Promise<void> {
  const url = metadata['notify'];
  if (url === undefined) return Promise.resolve();
  const body: JsonObject = {
    object: 'event',
    id: testId('evt'),
    type,
    creation_date: context.clock.now().getTime(),
    data: JSON.stringify(data),
  };
  const other = {
    ...data,
    id: String(data['id']).replace(/.{4}$/, '0000'),
    metadata: { attempt_id: 'att_somebody-else' },
  };
  return context.dispatcher.post({
    from: 'culqi',
    url,
    body,
    tampered: {
      wrongAmount: {
        ...body,
        data: JSON.stringify({ ...data, amount: typeof data['amount'] === 'number' ? data['amount'] + 1 : 1 }),
      },
      foreign: { ...body, data: JSON.stringify(other) },
    },
  });
}
