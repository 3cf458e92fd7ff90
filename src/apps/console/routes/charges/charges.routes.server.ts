import { z } from 'zod';
import { brandOf } from '#src/branding/index.server.ts';
import { quoteById, quoteTitle } from '#src/domain/checkout/quotes/index.server.ts';
import { orderById, orderView, saleSubject } from '#src/domain/orders/index.server.ts';
import {
  attemptById,
  attemptsOfOrder,
  pollAttempt,
  presentInstructions,
  renewAttempt,
} from '#src/domain/payments/index.server.ts';
import { recordAudit } from '#src/domain/staff/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { OnWritten } from '#src/domain/context.server.ts';
import type { ConsoleServices, Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';
import { aboutSale } from '../../routing/sale-subject.server.ts';
import type { AskedCharge, ChargeDocument, RenewedCharge } from './charges.types.ts';

const ofAttempt = z.object({ attemptId: z.string().max(64) });
/** What a code of each rail is called where it is shown: a slip's line, a CIP without spaces, a Pix code. */
const codes = z.object({ line: z.string().optional(), plain: z.string().optional(), code: z.string().optional() });

/** One charge: asked about at its company now, given a new code, or its file for the buyer. */
export const routes: Routes = (app, services) => {
  const { ctx, readDb } = services;

  app.post(
    '/charges/:attemptId/ask',
    { config: { needs: 'sale.view', about: aboutSale(services) }, schema: { params: ofAttempt } },
    async (request, reply) => {
      const { attemptId } = request.params;
      const before = await attemptById(ctx.db, attemptId);
      if (!before) return sendProblem(reply, 'not-found');
      const { actor, sessionId, ipGroup } = request.staff;
      const brand = (await saleSubject(readDb, before.order_id))?.brand ?? null;
      const entry = {
        ...{ actor, sessionId, ipGroup, brand, action: 'charge.ask' as const, reason: null, outcome: 'done' as const },
        ...{ subject: { kind: 'order', id: before.order_id }, detail: { attemptId } },
      };
      const applied = await pollAttempt(ctx, attemptId, 'check', (trx) => recordAudit(trx, entry, ctx.clock.now()));
      // An answer that changes nothing has no transaction of its own to be written in.
      if (!applied) await recordAudit(ctx.db, entry, ctx.clock.now());
      const after = await attemptById(ctx.db, attemptId);
      const state = after?.state ?? before.state;
      const view: AskedCharge = { state, hasChanged: state !== before.state, isUnanswered: applied === null };
      return view;
    },
  );

  app.post(
    '/charges/:attemptId/renew',
    {
      config: { needs: 'code.renew', about: aboutSale(services) },
      schema: { params: ofAttempt, body: z.strictObject({ key: z.string().regex(/^[\w-]{16,64}$/) }) },
    },
    async (request, reply) => {
      const { attemptId } = request.params;
      const attempt = await attemptById(ctx.db, attemptId);
      const order = attempt && (await orderById(ctx.db, attempt.order_id));
      if (!attempt || !order) return sendProblem(reply, 'not-found');
      const act = {
        ...{ action: 'charge.renew' as const, subject: { kind: 'order', id: order.id }, brand: order.brand },
        detail: { attemptId },
      };
      const done = await audited(services, request, act, (onWritten) =>
        renewForBuyer(services, { sessionId: order.sessionId, attemptId, key: request.body.key, onWritten }),
      );
      if (!done.ok) return sendProblem(reply, done.error);
      const attempts = await attemptsOfOrder(ctx.db, order.id);
      const open = attempts.findLast(({ tender_id: tenderId }) => tenderId === attempt.tender_id) ?? attempt;
      const shown = (await orderView(ctx, order.id))?.attempts.find(({ id }) => id === open.id);
      const code = codes.safeParse(shown && (await presentInstructions(ctx, shown, order.market))).data;
      const view: RenewedCharge = {
        ...{ attemptId: open.id, state: open.state, currency: open.currency, amount: unitsToJson(open.amount) },
        ...{ expiresAt: open.expires_at.toISOString(), code: code?.line ?? code?.plain ?? code?.code ?? null },
      };
      return view;
    },
  );

  app.post(
    '/charges/:attemptId/documents/:fileName',
    {
      config: { needs: 'code.renew', about: aboutSale(services) },
      schema: { params: ofAttempt.extend({ fileName: z.string().max(64) }) },
    },
    async ({ params: { attemptId, fileName }, staff: { actor, sessionId, ipGroup } }, reply) => {
      const made = await makeDocument(services, attemptId, fileName);
      if (!made) return sendProblem(reply, 'not-found');
      const { order, document, content } = made;
      // It names the buyer: who has taken it is on record before it leaves.
      const entry = {
        ...{
          actor,
          sessionId,
          ipGroup,
          brand: order.brand,
          action: 'charge.document' as const,
          outcome: 'seen' as const,
          reason: null,
        },
        ...{ subject: { kind: 'order', id: order.id }, detail: { attemptId, fileName } },
      };
      await recordAudit(ctx.db, entry, ctx.clock.now());
      const { contentType } = document;
      const file: ChargeDocument = { fileName, contentType, base64: content.toString('base64') };
      return file;
    },
  );
};

/** A file that a charge's rail makes for its buyer, e.g. a slip on paper; null while it has none. */
async function makeDocument({ readDb, ctx, brands, documents }: ConsoleServices, attemptId: string, fileName: string) {
  const row = await attemptById(readDb, attemptId);
  const view = row && (await orderView({ ...ctx, db: readDb }, row.order_id));
  const attempt = view?.attempts.find(({ id }) => id === attemptId);
  const document = attempt && documents[attempt.rail]?.find((one) => one.fileName === fileName && one.isReady(attempt));
  if (!view || !attempt || !document) return null;
  const { order } = view;
  const quote = await quoteById(readDb, order.sessionId, order.quoteId);
  const description = quote ? quoteTitle(quote) : order.productCode;
  const sellerName = brandOf(brands, order.brand, order.variant)?.businessName ?? '';
  return { order, document, content: await document.render({ attempt, order, description, sellerName }) };
}

interface Renewal {
  readonly sessionId: string;
  readonly attemptId: string;
  readonly key: string;
  readonly onWritten: OnWritten;
}

/** The browser of a renewal by staff is the buyer's of before: no risk check counts the desk's address. */
async function renewForBuyer(
  { ctx }: ConsoleServices,
  { sessionId, attemptId, key, onWritten }: Renewal,
): Promise<Result<null, 'method-not-offered' | 'order-paid' | 'quote-changed' | 'gateway-unreachable'>> {
  const browser = { userAgent: 'console', language: 'pt-BR', ip: '127.0.0.1' };
  const done = await renewAttempt(ctx, { sessionId, attemptId, idempotencyKey: `st_${key}`, browser, onWritten });
  if (done.ok) return ok(null);
  const { code } = done.error;
  return err(
    code === 'order-paid' || code === 'quote-changed' || code === 'gateway-unreachable' ? code : 'method-not-offered',
  );
}
