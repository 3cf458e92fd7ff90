import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { Charge, Problem, Refund, Token } from './culqi.types.ts';
import { testId } from './ids.server.ts';
import { notify } from './notify.server.ts';
import type { Sources } from './culqi.server.ts';
import { chargeView, problem, refundedOf, refundView } from './views.ts';

const metadata = z.record(z.string().max(30), z.string().max(500)).default({});
const chargeSchema = z.object({
  amount: z.int().min(100).max(99_999_900),
  currency_code: z.enum(['PEN', 'USD']),
  email: z.string().min(5).max(50),
  source_id: z.string().regex(/^(tkn|ype|crd)_\w+$/),
  capture: z.boolean().default(true),
  installments: z.int().min(2).max(48).optional(),
  description: z.string().max(80).default(''),
  antifraud_details: z
    .object({ first_name: z.string().min(2).max(50), last_name: z.string().min(2).max(50) })
    .partial()
    .optional(),
  metadata,
  authentication_3DS: z.object({ eci: z.string(), cavv: z.string(), xid: z.string() }).optional(),
});
const refundSchema = z.object({
  charge_id: z.string(),
  amount: z.int().min(1),
  reason: z.enum(['duplicado', 'fraudulento', 'solicitud_comprador']),
  metadata,
});

/** `review`: nothing was charged; the buyer's bank requires an authentication first. */
export type ChargeOutcome = Result<{ readonly charge: Charge } | { readonly review: Token }, Problem>;

export interface Charges {
  /** `isRecurrent`: a merchant-initiated charge, which cannot be authenticated. */
  create(body: unknown, rules: readonly FaultRule[], isRecurrent?: boolean): Promise<ChargeOutcome>;
  capture(id: string): Promise<Result<Charge, Problem>>;
  refund(body: unknown): Promise<Result<{ readonly charge: Charge; readonly refund: Refund }, Problem>>;
  get(id: string): Charge | undefined;
  /** The newest first. */
  all(): readonly Charge[];
}

export function createCharges(context: SandboxContext, tokens: Sources): Charges {
  const store = context.store<Charge>('culqi-charges', { idOf: ({ id }) => id });

  async function put(charge: Charge, type: string): Promise<Charge> {
    store.put(charge);
    await notify(context, type, charge.metadata, chargeView(charge));
    return charge;
  }

  /** Null: it may be charged. */
  function reviewOf(token: Token, authentication: { cavv: string } | undefined): 'wanted' | 'failed' | null {
    const { review } = token;
    if (review === null) return null;
    if (review.state === 'authenticated' && authentication?.cavv === review.cavv) return null;
    return authentication || review.state === 'failed' ? 'failed' : 'wanted';
  }

  return {
    get: (id) => store.get(id),
    all: () => [...store.values()].toReversed(),
    async create(body, rules, isRecurrent = false) {
      const read = chargeSchema.safeParse(body);
      if (!read.success) return err(problem(400, 'parameter_error', 'invalid_parameter', z.prettifyError(read.error)));
      const { amount, source_id: source, capture, authentication_3DS: authentication } = read.data;
      const token = tokens.get(source);
      const bad = tokens.problem(token, amount);
      if (bad || !token) return err(bad ?? problem(400, 'parameter_error', 'token_not_found', 'El token no existe.'));
      const refused = findFault(rules, 'decline');
      const review = refused || isRecurrent ? null : reviewOf(token, authentication);
      if (review === 'wanted' && token.review) {
        const asked: Token = { ...token, review: { ...token.review, state: 'pending' } };
        tokens.put(asked);
        return ok({ review: asked });
      }
      const refusal = refused
        ? (refused.code ?? 'issuer_decline_operation')
        : review === 'failed'
          ? 'authentication_failed'
          : token.refusal;
      const now = context.timestamp();
      const charge: Charge = {
        id: testId('chr'),
        tokenId: token.id,
        amount,
        currency: read.data.currency_code,
        email: read.data.email,
        description: read.data.description,
        installments: read.data.installments ?? 1,
        capturedAt: capture && refusal === null ? now : null,
        refusal,
        brand: token.brand,
        shown: token.shown,
        refunds: [],
        metadata: read.data.metadata,
        createdAt: now,
      };
      tokens.put({ ...token, usedBy: charge.id });
      await put(charge, refusal === null ? 'charge.creation.succeeded' : 'charge.creation.failed');
      if (refusal === null) return ok({ charge });
      const card = problem(402, 'card_error', 'card_declined', 'La operación fue rechazada.');
      return err({ ...card, decline: refusal, chargeId: charge.id });
    },
    async capture(id) {
      const charge = store.get(id);
      if (!charge) return err(missing);
      if (charge.refusal !== null || charge.capturedAt !== null || charge.refunds.length > 0)
        return err(problem(400, 'invalid_request_error', 'not_capturable', 'El cargo no se puede capturar.'));
      return ok(await put({ ...charge, capturedAt: context.timestamp() }, 'charge.capture.succeeded'));
    },
    async refund(body) {
      const read = refundSchema.safeParse(body);
      if (!read.success) return err(problem(400, 'parameter_error', 'invalid_parameter', z.prettifyError(read.error)));
      const charge = store.get(read.data.charge_id);
      if (!charge || charge.refusal !== null) return err(missing);
      const { amount, reason } = read.data;
      if (amount > charge.amount - refundedOf(charge))
        return err(problem(400, 'invalid_request_error', 'refund_too_large', 'El monto supera lo cobrado.'));
      const refund: Refund = {
        id: testId('ref'),
        amount,
        reason,
        metadata: read.data.metadata,
        at: context.timestamp(),
      };
      const changed: Charge = { ...charge, refunds: [...charge.refunds, refund] };
      store.put(changed);
      await notify(context, 'refund.creation.succeeded', charge.metadata, {
        ...refundView(changed, refund),
        metadata: charge.metadata,
      });
      return ok({ charge: changed, refund });
    },
  };
}

const missing = problem(404, 'invalid_request_error', 'resource_missing', 'No existe.');
