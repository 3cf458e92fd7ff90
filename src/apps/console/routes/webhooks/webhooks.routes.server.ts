import { z } from 'zod';
import {
  checkSignature,
  deliveriesOf,
  deliveryStates,
  endpointResponses,
  inspectDelivery,
  openEndpoint,
  readEndpointViews,
  replayEvents,
  rotateSecret,
} from '#src/domain/messaging/webhooks/index.server.ts';
import { type AuditAction, isAllowed, type PermissionSubject, type StaffActor } from '#src/domain/staff/index.ts';
import { recordAudit } from '#src/domain/staff/index.server.ts';
import type { Db } from '#src/domain/context.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import { deliveryRow, endpointRow, iso } from './endpoint-rows.server.ts';
import type { DeliveryDetail, DeliveryPage, RotatedSecret, SignatureAnswer } from './webhooks.types.ts';

const eventId = z.string().regex(/^\d{1,18}$/);
const endpointParams = z.strictObject({
  owner: z.string().regex(/^[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60})?$/),
  kind: z.enum(['platform', 'backend']),
});
const replayBody = z.union([
  z.strictObject({ eventId }),
  z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime(), onlyMissed: z.boolean() }),
]);
const rotateBody = z.strictObject({ overlapHours: z.int().min(0).max(168) });
const signatureBody = z.strictObject({
  id: z.string().min(1).max(200),
  timestamp: z.string().regex(/^\d{1,12}$/),
  signature: z.string().min(1).max(1_000),
  body: z.string().min(1).max(200_000),
});
const pageSize = 50;

const path = '/webhooks/endpoints/:owner/:kind';
const idOf = ({ owner, kind }: z.output<typeof endpointParams>): string => `${owner}/${kind}`;
/** An endpoint belongs to a brand, or to a variant of one. */
const subjectOf = (owner: string): PermissionSubject => ({ brand: owner.split('.')[0] ?? '' });
const about = ({ params }: { readonly params: unknown }): PermissionSubject | null => {
  const parsed = endpointParams.pick({ owner: true }).loose().safeParse(params);
  return parsed.success ? subjectOf(parsed.data.owner) : null;
};

/** Receivers of webhooks: their state, their deliveries with each try, and what operators do with them. */
export const routes: Routes = (app, { ctx, readDb }) => {
  const reading = { ...ctx, db: readDb };

  const audited =
    (staff: StaffActor, action: AuditAction, id: string) =>
    (trx: Db, detail: Readonly<Record<string, unknown>>): Promise<void> =>
      recordAudit(
        trx,
        {
          ...{ actor: staff.actor, sessionId: staff.sessionId, ipGroup: staff.ipGroup, action, detail },
          ...{ subject: { kind: 'webhook-endpoint', id }, brand: subjectOf(id.split('/')[0] ?? '').brand },
          ...{ reason: null, outcome: 'done' as const },
        },
        ctx.clock.now(),
      );

  app.get('/webhooks/endpoints', { config: { needs: 'webhook.view', about: 'list' } }, async ({ staff }) => {
    const inScope = (id: string, needs: 'webhook.view' | 'webhook.replay' | 'webhook.rotate'): boolean =>
      isAllowed(staff, needs, subjectOf(id.split('/')[0] ?? ''));
    const views = (await readEndpointViews(reading)).filter(({ endpoint }) => inScope(endpoint.id, 'webhook.view'));
    const ids = views.map(({ endpoint }) => endpoint.id);
    const responses = await endpointResponses(readDb, ids, ctx.clock.now());
    return {
      endpoints: views.map((view) => {
        const { id } = view.endpoint;
        const own = responses.find(({ endpointId }) => endpointId === id);
        const may = { mayReplay: inScope(id, 'webhook.replay'), mayRotate: inScope(id, 'webhook.rotate') };
        return endpointRow(view, own, may);
      }),
    };
  });

  app.get(
    `${path}/deliveries`,
    {
      schema: {
        params: endpointParams,
        querystring: z.strictObject({ state: z.enum(deliveryStates).optional(), before: eventId.optional() }),
      },
      config: { needs: 'webhook.view', about },
    },
    async ({ params, query: { state, before } }): Promise<DeliveryPage> => {
      const rows = await deliveriesOf(readDb, idOf(params), {
        limit: pageSize + 1,
        ...(state ? { state } : {}),
        ...(before === undefined ? {} : { before: BigInt(before) }),
      });
      const deliveries = rows.slice(0, pageSize).map(deliveryRow);
      return { deliveries, next: rows.length > pageSize ? (deliveries.at(-1)?.eventId ?? null) : null };
    },
  );

  app.get(
    `${path}/deliveries/:eventId`,
    { schema: { params: endpointParams.extend({ eventId }) }, config: { needs: 'webhook.view', about } },
    async ({ params }, reply): Promise<DeliveryDetail | undefined> => {
      const found = await inspectDelivery(reading, idOf(params), BigInt(params.eventId));
      if (!found) return void sendProblem(reply, 'not-found');
      const { orderId, body, tryList } = found;
      const tries = tryList.map(({ at, ...one }) => ({ ...one, at: at.toISOString() }));
      return { ...deliveryRow(found), orderId, body, tryList: tries };
    },
  );

  app.post(
    `${path}/check-signature`,
    { schema: { params: endpointParams, body: signatureBody }, config: { needs: 'webhook.view', about } },
    async ({ params, body }, reply): Promise<SignatureAnswer | undefined> =>
      (await checkSignature(reading, idOf(params), body)) ?? void sendProblem(reply, 'not-found'),
  );

  app.post(
    `${path}/replay`,
    { schema: { params: endpointParams, body: replayBody }, config: { needs: 'webhook.replay', about } },
    async ({ params, body, staff }, reply): Promise<{ readonly count: number } | undefined> => {
      const id = idOf(params);
      const events =
        'eventId' in body
          ? { eventId: BigInt(body.eventId) }
          : { from: new Date(body.from), to: new Date(body.to), onlyMissed: body.onlyMissed };
      const record = audited(staff, 'webhook.replay', id);
      const done = await replayEvents(ctx, id, events, (trx, count) => record(trx, { ...body, count }));
      if (done.ok) return { count: done.value };
      return void sendProblem(reply, done.error === 'endpoint-ended' ? 'endpoint-ended' : 'not-found');
    },
  );

  app.post(
    `${path}/open`,
    { schema: { params: endpointParams }, config: { needs: 'webhook.replay', about } },
    async ({ params, staff }, reply): Promise<{ readonly state: 'open' } | undefined> => {
      const id = idOf(params);
      const record = audited(staff, 'webhook.open', id);
      return (await openEndpoint(ctx, id, (trx) => record(trx, {})))
        ? { state: 'open' }
        : void sendProblem(reply, 'not-found');
    },
  );

  app.post(
    `${path}/rotate`,
    {
      schema: { params: endpointParams, body: rotateBody },
      config: { needs: 'webhook.rotate', about, needsFreshSignIn: true },
    },
    async ({ params, body: { overlapHours }, staff }, reply): Promise<RotatedSecret | undefined> => {
      const id = idOf(params);
      const record = audited(staff, 'webhook.rotate', id);
      const rotated = await rotateSecret(ctx, id, overlapHours, (trx, secretNumber) =>
        record(trx, { overlapHours, secretNumber }),
      );
      if (!rotated) return void sendProblem(reply, 'not-found');
      const { secret, secretNumber, before } = rotated;
      return { secret, secretNumber, overlapUntil: iso(before?.until ?? null) };
    },
  );
};
