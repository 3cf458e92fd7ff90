import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { cardToken } from './suite/charges.server.ts';
import type { SandboxWorld } from './suite/sandbox-world.server.ts';

export interface Seen {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

/** A merchant that calls the acquirer's API by hand. */
export interface AcquirerClient {
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Seen>;
  /** Charges R$ 1.140,00 to a card; `differs` changes the request, `token` what is inside the card's token. */
  readonly charge: (
    number: string,
    differs?: Record<string, unknown>,
    token?: Record<string, unknown>,
  ) => Promise<Seen>;
}

const { merchant, secret } = sandboxSecrets.companies['test-acquirer'];
const authorization = `Basic ${Buffer.from(`${merchant}:${secret}`).toString('base64')}`;

export function createAcquirerClient(environment: SandboxWorld): AcquirerClient {
  let count = 0;

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Seen> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${environment.world.origin}/acquirer${path}`, {
      method,
      headers: { authorization, ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  }

  return {
    call,
    async charge(number, differs = {}, token = {}) {
      count += 1;
      const body = {
        merchantOrderId: `order-${count}`,
        amount: 114_000,
        currency: 'BRL',
        installments: 1,
        capture: true,
        cardToken: await cardToken(environment, number, token),
        softDescriptor: 'Escola',
        threeDS: { mode: 'optional', notificationUrl: `${environment.notificationUrl}/end` },
        notificationUrl: environment.notificationUrl,
        ...differs,
      };
      return call('POST', '/charges', body, { 'idempotency-key': `key-${count}` });
    },
  };
}
