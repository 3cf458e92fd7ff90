import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { ChargeRequest } from '#src/domain/payments/index.ts';
import type { CulqiConfig } from '#src/gateways/culqi/culqi-client.server.ts';
import { createCulqiGateway } from '#src/gateways/culqi/gateway.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { chargeOf } from '../suite/charges.server.ts';
import type { SandboxWorld } from '../suite/sandbox-world.server.ts';

const culqi = sandboxSecrets.companies.culqi ?? { publicKey: '', secretKey: '', notificationSecret: '' };

export const culqiKeys = [culqi.notificationSecret, `${culqi.notificationSecret}-before`] as const;

/** The school's contract with the stand-in on the stage. */
export function culqiConfigOf(
  environment: SandboxWorld,
  budgetMs: number,
  notificationKeys: readonly string[] = [culqiKeys[0]],
): CulqiConfig {
  const baseUrl = `${environment.world.origin}/culqi/v2`;
  const { publicKey, secretKey } = culqi;
  return { baseUrl, tokenUrl: baseUrl, publicKey, secretKey, notificationKeys, clock: environment.clock, budgetMs };
}

/** A card's token as the card fields fetch it in the buyer's browser. */
export async function culqiToken(environment: SandboxWorld, number: string): Promise<string> {
  const answer = await fetch(`${environment.world.origin}/culqi/v2/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${culqi.publicKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      card_number: number,
      cvv: number.startsWith('3') && number.length === 15 ? '1234' : '123',
      email: 'ana@example.com',
      expiration_month: '12',
      expiration_year: String(environment.clock.now().getUTCFullYear() + 2),
    }),
  });
  const json: { readonly id?: string } = JSON.parse(await answer.text());
  return json.id ?? '';
}

/** The same charge in Peru's money. */
export function inSoles(charge: ChargeRequest): ChargeRequest {
  const { amount } = charge.amount;
  return { ...charge, amount: { amount, currency: 'PEN' }, market: 'PE', locale: 'es-PE' };
}

/** A charge with a card's token, as the card rail hands it over. */
export async function withCard(
  environment: SandboxWorld,
  charge: ChargeRequest,
  number: string,
): Promise<ChargeRequest> {
  return { ...inSoles(charge), details: { cardToken: await culqiToken(environment, number), sealedFor: 'culqi' } };
}

const keptCards = new WeakMap<SandboxWorld, Promise<string>>();

/** A card that its holder let the school keep, once for each stage. */
export function savedCardsOn(environment: SandboxWorld): Promise<string> {
  const kept = keptCards.get(environment) ?? keepCard(environment);
  keptCards.set(environment, kept);
  return kept;
}

async function keepCard(environment: SandboxWorld): Promise<string> {
  const gateway = createCulqiGateway(culqiConfigOf(environment, 5_000));
  const { payer, details } = await withCard(environment, chargeOf(environment), '4111111111111111');
  const checked = await gateway.verify?.({
    ...{ id: newId('att'), details: { ...details, expiry: '12/28' }, payer: { ...payer, phone: '+51987654321' } },
    keep: true,
  });
  if (checked?.kind !== 'valid' || !checked.kept) throw new Error(`The card was not kept: ${JSON.stringify(checked)}`);
  return checked.kept.token;
}

/** The code that a phone's Yape app shows; `trouble` makes something of it go wrong. */
export async function yapeCode(environment: SandboxWorld, phone: string, trouble = 'none'): Promise<string> {
  const { json } = await environment.ask('POST', '/sandbox/yape/code', { phone, trouble });
  return typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : '';
}
