import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { ChargeReference, ChargeRequest, GatewayAnswer, GatewayFact } from '#src/domain/payments/index.ts';
import type { SandboxWorld } from './sandbox-world.server.ts';

let serial = 0n;

/** A charge of R$ 1.140,00 that is good for half an hour, with whatever differs. */
export function chargeOf(environment: SandboxWorld, differs: Partial<ChargeRequest> = {}): ChargeRequest {
  serial += 1n;
  return {
    attemptId: newId('att'),
    serial,
    amount: { amount: 114_000n, currency: 'BRL' },
    method: 'any',
    installments: 1,
    description: 'Curso de inglês, plano anual',
    capture: 'at-once',
    payer: { name: 'Ana de Souza', email: 'ana@example.com', document: { type: 'cpf', number: '12345678909' } },
    market: 'BR',
    locale: 'pt-BR',
    expiresAt: new Date(environment.clock.now().getTime() + 1_800_000),
    details: {},
    notificationUrl: environment.notificationUrl,
    buyerReturnUrl: `${environment.notificationUrl}/back`,
    challengeReturnUrl: `${environment.notificationUrl}/challenge`,
    browser: { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' },
    ...differs,
  };
}

export function referenceTo(charge: ChargeRequest, reference: string | null = null): ChargeReference {
  return { attemptId: charge.attemptId, serial: charge.serial, reference, amount: charge.amount };
}

/** The fact in an answer; fails with what came instead. */
export function factIn(answer: GatewayAnswer): GatewayFact {
  if (answer.kind !== 'fact') throw new Error(`A fact was expected, ${JSON.stringify(answer)} came`);
  return answer.fact;
}

/** A card as the card fields encrypt it. */
export async function cardToken(
  environment: Pick<SandboxWorld, 'world' | 'clock'>,
  number: string,
  differs: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const expiryYear = environment.clock.now().getUTCFullYear() + 2;
  const card = { number, holder: 'ANA DE SOUZA', expiryMonth: 12, expiryYear, securityCode: '123' };
  return sealed(environment, { ...card, ...differs });
}

/** The code of a kept card, as the card fields encrypt it. */
export function codeToken(environment: Pick<SandboxWorld, 'world'>, securityCode: string): Promise<string> {
  return sealed(environment, { securityCode });
}

async function sealed(
  { world }: Pick<SandboxWorld, 'world'>,
  secret: Readonly<Record<string, unknown>>,
): Promise<string> {
  const answer = await fetch(`${world.origin}/acquirer/.well-known/jwks.json`);
  const { keys }: { keys: JWK[] } = JSON.parse(await answer.text());
  const [key = {}] = keys;
  const payload = { iat: Math.floor(Date.now() / 1000), jti: newId('ref'), ...secret };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid ?? '', cty: 'json' })
    .encrypt(await importJWK(key, 'RSA-OAEP-256'));
}
