import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { PagarmeConfig } from '#src/gateways/pagarme/pagarme-client.server.ts';
import type { SandboxWorld } from '../suite/sandbox-world.server.ts';

const secrets = sandboxSecrets.companies.pagarme;
if (!secrets) throw new Error('The sandbox has a contract with Pagar.me');
export const pagarmeSecrets = secrets;

/** The passwords of its messages: of today, and of before. */
export const pagarmeKeys = [secrets.notificationSecret, `${secrets.notificationSecret}-before`] as const;

/** The contract as the gateways take it, with Pagar.me of this stage. */
export function pagarmeOn(
  environment: SandboxWorld,
  budgetMs: number,
  passwords: readonly string[] = [pagarmeKeys[0]],
): PagarmeConfig {
  return {
    baseUrl: `${environment.world.origin}/pagarme/core/v5`,
    secretKey: pagarmeSecrets.secretKey,
    publicKey: pagarmeSecrets.publicKey,
    notifications: { user: pagarmeSecrets.notificationUser, passwords },
    clock: environment.clock,
    budgetMs,
  };
}

/** Types the address of this stage into Pagar.me's panel. */
export async function announceHook(environment: SandboxWorld): Promise<void> {
  const answer = await environment.ask('PUT', '/sandbox/pagarme/hooks', { urls: [environment.notificationUrl] });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
}

/** A card as the card fields hand it to Pagar.me: for a token, by the public key alone. */
export async function pagarmeToken(
  environment: Pick<SandboxWorld, 'world' | 'clock'>,
  number: string,
  differs: Readonly<Record<string, string>> = {},
): Promise<string> {
  const card = {
    number,
    holder_name: 'ANA DE SOUZA',
    exp_month: '12',
    exp_year: String(environment.clock.now().getUTCFullYear() + 2),
    cvv: '123',
    ...differs,
  };
  const answer = await fetch(`${environment.world.origin}/pagarme/core/v5/tokens?appId=${pagarmeSecrets.publicKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'card', card }),
  });
  const made: { id?: string } = JSON.parse(await answer.text());
  if (!made.id) throw new Error(JSON.stringify(made));
  return made.id;
}
