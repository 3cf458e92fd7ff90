import { z } from 'zod';
import type { ChargeReference, ChargeRequest, GatewayAnswer, Payer } from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { unreadable } from '../gateway-http.server.ts';
import type { ChargeParts } from './charge.request.ts';
import { type CulqiClient, type CulqiConfig, problemIn } from './culqi-client.server.ts';
import { declineOf } from './decline-codes.ts';
import { authenticationPath, authenticationStates, reviewAction, reviewPage } from './unverified.ts';

/** A charge under review has no id of its own yet: it is named by its token and its mode. */
export interface Review {
  readonly sourceId: string;
  readonly isLater: boolean;
}

const reference = /^((?:tkn|ype|crd)_\w+)\.(now|later)$/;

export function parseReviewReference(text: string | null): Review | null {
  const match = reference.exec(text ?? '');
  return match ? { sourceId: match[1] ?? '', isLater: match[2] === 'later' } : null;
}

/** Whether the answer to a charge requires the buyer's authentication. */
export function asksForReview(json: JsonValue | undefined): boolean {
  const action = z.object({ action_code: z.string() }).safeParse(json).data?.action_code;
  return action === reviewAction;
}

/** The buyer authenticates at a page of Culqi's; its return carries nothing that is believed. */
export function reviewStarted(config: CulqiConfig, charge: ChargeRequest, sourceId: string, at: Date): GatewayAnswer {
  const { origin, pathname } = new URL(config.baseUrl);
  const url = `${origin}${pathname.replace(/\/v2\/?$/, '')}${reviewPage}`;
  return {
    kind: 'fact',
    fact: {
      state: 'awaiting-buyer',
      reference: `${sourceId}.${charge.capture === 'later' ? 'later' : 'now'}`,
      movements: [],
      nextAction: {
        kind: 'challenge',
        url,
        fields: { publicKey: config.publicKey, token: sourceId, returnUrl: charge.challengeReturnUrl },
      },
      at,
    },
  };
}

const resultSchema = z.object({
  status: z.enum(authenticationStates),
  parameters3DS: z
    .object({
      eci: z.string().max(2),
      xid: z.string().max(100),
      cavv: z.string().max(100),
      protocolVersion: z.string().max(10),
      directoryServerTransactionId: z.string().max(100),
    })
    .optional(),
});

/** The bank's result: parameters of the repeated charge, or an answer that ends the poll. */
export async function readAuthentication(
  client: CulqiClient,
  { sourceId }: Review,
  at: Date,
): Promise<JsonObject | GatewayAnswer> {
  const answer = await client.call({ method: 'GET', path: `${authenticationPath}/${encodeURIComponent(sourceId)}` });
  if (answer.kind !== 'status') return answer;
  if (answer.status === 404) return { kind: 'not-found' };
  if (answer.status !== 200) return { kind: 'silent', reason: `refused-${problemIn(answer.json).code}` };
  const result = resultSchema.safeParse(answer.json);
  if (!result.success) return unreadable;
  const { status, parameters3DS: parameters } = result.data;
  const nothing = { movements: [], at } as const;
  if (status === 'pending') return { kind: 'fact', fact: { ...nothing, state: 'awaiting-buyer' } };
  if (status === 'authenticated' && parameters) return parameters;
  return { kind: 'fact', fact: { ...nothing, state: 'declined', decline: declineOf('authentication_failed') } };
}

/** The repeated charge, from the attempt's details; null when its payer was erased. */
export function rebuildChargeParts(
  charge: ChargeReference,
  review: Review,
  authentication: JsonObject,
): ChargeParts | null {
  const { name, email, phone, address } = charge.payer ?? {};
  if (typeof name !== 'string' || typeof email !== 'string') return null;
  const payer: Pick<Payer, 'name' | 'email' | 'phone' | 'address'> = {
    name,
    email,
    ...(typeof phone === 'string' ? { phone } : {}),
    ...(isObject(address) ? { address } : {}),
  };
  const { attemptId, amount, installments = 1 } = charge;
  const { sourceId, isLater } = review;
  const rest = { notificationUrl: null, description: '', authentication };
  return { attemptId, amount, sourceId, isLater, installments, payer, ...rest };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
