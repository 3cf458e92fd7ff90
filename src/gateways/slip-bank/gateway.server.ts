import { z } from 'zod';
import type { ChargeReference, ChargeRequest, GatewayAnswer, GatewayPort } from '#src/domain/payments/index.ts';
import { createHttpClient, type HttpCall } from '#src/kernel/http/client/http-client.server.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import { type HttpStatusOutcome, unanswered, unreadable, type Unanswered } from '../gateway-http.server.ts';
import { notificationKeys, openSignedWebhook } from '../signed-webhook.server.ts';
import { gateway } from './gateway.ts';
import { answerFrom, codeIn, creditPageFrom } from './slip.mapping.server.ts';

export interface SlipBankConfig {
  readonly baseUrl: string;
  readonly user: string;
  readonly secret: string;
  /** Keys of its webhooks, the newest first. */
  readonly notificationKeys: readonly string[];
  readonly clock: Clock;
  /** Time for a whole call; 8 s when absent. */
  readonly budgetMs?: number;
}

const webhookSchema = z.object({
  id: z.string().min(1).max(100),
  type: z.literal('slip.changed'),
  ourNumber: z.string().regex(/^\d{1,11}$/),
  reference: z.string().max(64).optional(),
});

/** Client of the slip bank. Our number for a slip is the attempt's serial, its reference the attempt's id. */
export function createSlipBankGateway(config: SlipBankConfig): GatewayPort {
  const { clock } = config;
  const basic = Buffer.from(`${config.user}:${config.secret}`).toString('base64');
  const client = createHttpClient({
    baseUrl: config.baseUrl,
    headers: { authorization: `Basic ${basic}` },
    ...(config.budgetMs === undefined ? {} : { budgetMs: config.budgetMs }),
  });

  async function call(request: HttpCall): Promise<HttpStatusOutcome | Unanswered> {
    const answer = await client.call(request);
    return unanswered(answer, isClosed) ?? (answer.kind === 'status' ? answer : unreadable);
  }

  function read(answer: HttpStatusOutcome | Unanswered, charge: ChargeReference): GatewayAnswer {
    if (answer.kind !== 'status') return answer;
    if (answer.status === 404) return { kind: 'not-found' };
    if (answer.status >= 300) return { kind: 'silent', reason: `refused-${codeIn(answer.json)}` };
    return answerFrom(answer.json, charge, clock.now());
  }

  async function find(charge: ChargeReference): Promise<GatewayAnswer> {
    return read(await call({ method: 'GET', path: pathOf(charge) }), charge);
  }

  return {
    id: gateway.id,
    find,
    async start(charge) {
      const answer = await call({ method: 'PUT', path: pathOf(charge), json: requestFrom(charge) });
      if (answer.kind !== 'status') return answer;
      if (answer.status < 300) return answerFrom(answer.json, charge, clock.now());
      const code = codeIn(answer.json);
      // The number is used: by this very slip when an earlier answer was lost, else by another client.
      const there =
        code === 'slip-exists'
          ? await find({ attemptId: charge.attemptId, serial: charge.serial, reference: null, amount: charge.amount })
          : null;
      if (there && there.kind !== 'not-found') return there;
      const decline = { code: 'gateway-refused', raw: code, reversible: true };
      return { kind: 'fact', fact: { state: 'failed', movements: [], decline, at: clock.now() } };
    },
    async release(charge) {
      const answer = await call({ method: 'DELETE', path: pathOf(charge) });
      // Paid in the meantime: its current state is the answer.
      return answer.kind === 'status' && answer.status === 409 ? find(charge) : read(answer, charge);
    },
    readWebhook(raw) {
      const opened = openSignedWebhook(raw, {
        timestampHeader: 'x-slip-timestamp',
        signatureHeader: 'x-slip-signature',
        keys: config.notificationKeys,
      });
      if (!opened.ok) return { kind: 'refused', reason: opened.error };
      const notice = webhookSchema.safeParse(opened.value);
      if (!notice.success) return { kind: 'refused', reason: 'malformed' };
      const { id, ourNumber, reference } = notice.data;
      return {
        kind: 'hints',
        hints: [{ eventId: id, reference: ourNumber, ...(reference === undefined ? {} : { attemptId: reference }) }],
      };
    },
    // A slip is credited the day after its payment (its Pix at once): polling the list more often finds nothing.
    creditListIntervalSeconds: 300,
    async creditsSince(cursor) {
      const answer = await call({
        method: 'GET',
        path: '/credits',
        ...(cursor === null ? {} : { query: { after: cursor } }),
      });
      return answer.kind === 'status' && answer.status === 200 ? creditPageFrom(answer.json) : null;
    },
  };
}

/** The bank refuses all requests during maintenance, with this code. */
function isClosed({ status, json }: HttpStatusOutcome): boolean {
  return status === 503 && codeIn(json) === 'maintenance';
}

function pathOf({ serial }: Pick<ChargeReference, 'serial'>): string {
  return `/slips/${serial.toString().padStart(11, '0')}`;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The due date is the day, in the market's zone, in which the attempt expires. */
function requestFrom(charge: ChargeRequest): JsonObject {
  const { payer, description } = charge;
  return {
    amount: unitsToJson(charge.amount.amount),
    dueDate: marketDate(charge.expiresAt, charge.market),
    payer: {
      name: payer.name.slice(0, 200),
      document: payer.document?.number ?? '',
      ...(payer.address ? { address: payer.address } : {}),
    },
    instructions: description === '' ? [] : [description.slice(0, 255)],
    bolepix: true,
    ...(isObject(charge.details['late']) ? { late: charge.details['late'] } : {}),
    reference: charge.attemptId,
    notificationUrl: charge.notificationUrl,
  };
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create({ env, clock }) {
    const slip = env.companies['slip-bank'];
    return createSlipBankGateway({
      baseUrl: slip.url,
      user: slip.user,
      secret: slip.secret,
      notificationKeys: notificationKeys(slip.notificationSecret),
      clock,
    });
  },
};
