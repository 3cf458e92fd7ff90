import { z } from 'zod';
import { findPerson, personOfLead } from '#src/domain/sales/search/index.server.ts';
import { scopeOf } from '#src/domain/staff/index.ts';
import { recordAudit } from '#src/domain/staff/index.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { ConsoleServices, RouteSubject, Routes } from '../../console.contract.server.ts';
import { brandsInScope } from '../../routing/brands-in-scope.server.ts';
import { toSaleItem } from '../sales/sale-item.server.ts';
import { toSubscriptionItem } from '../subscriptions/subscription-item.server.ts';
import type { PersonData, PersonPage } from './people.types.ts';

const ofLead = z.object({ leadId: z.string().regex(/^led_[\w-]{22}$/) });

/** A person of the buyers, found by any of their leads: all that is theirs, and their data in clear text for a reason. */
export const routes: Routes = (app, services) => {
  const { ctx, readDb, brands } = services;
  const about = aboutLead(services);

  app.get(
    '/people/:leadId',
    { config: { needs: 'sale.view', about }, schema: { params: ofLead } },
    async ({ params: { leadId }, staff }, reply) => {
      const scope = scopeOf(staff, 'sale.view');
      const found = await findPerson(readDb, ctx.config, { scope, brands: brandsInScope(brands, scope) }, leadId);
      if (!found) return sendProblem(reply, 'not-found');
      const iso = (at: Date): string => at.toISOString();
      const page: PersonPage = {
        ...{ leadId, brand: found.brand, isErased: found.isErased, person: found.masked },
        sales: found.sales.map(toSaleItem),
        subscriptions: found.subscriptions.map(toSubscriptionItem),
        instruments: found.instruments.map((one) => ({
          ...one,
          createdAt: iso(one.createdAt),
          deletedAt: one.deletedAt && iso(one.deletedAt),
        })),
        consents: found.consents.map((one) => ({ ...one, at: iso(one.at) })),
        emails: found.emails.map((one) => ({
          ...one,
          createdAt: iso(one.createdAt),
          sentAt: one.sentAt && iso(one.sentAt),
        })),
        links: found.links.map((one) => ({ ...one, createdAt: iso(one.createdAt), expiresAt: iso(one.expiresAt) })),
      };
      return page;
    },
  );

  app.post(
    '/people/:leadId/reveal',
    {
      config: { needs: 'buyer.reveal', about },
      schema: { params: ofLead, body: z.strictObject({ reason: z.string().trim().min(3).max(200) }) },
    },
    async ({ params: { leadId }, body, staff: { actor, sessionId, ipGroup } }, reply) => {
      // The entry and the look belong together: nothing is shown that is not written down.
      const person = await transaction(ctx.db, async (trx) => {
        const found = await personOfLead(trx, leadId);
        const entry = {
          ...{
            actor,
            sessionId,
            ipGroup,
            action: 'buyer.reveal' as const,
            brand: found?.brand ?? null,
            reason: body.reason,
          },
          ...({ subject: { kind: 'lead', id: leadId }, detail: {}, outcome: 'seen' } as const),
        };
        await recordAudit(trx, entry, ctx.clock.now());
        return found;
      });
      if (!person) return sendProblem(reply, 'not-found');
      const { name, email, phone, document } = person;
      const data: PersonData = { name, email, phone, document };
      return data;
    },
  );
};

/** The brand and the seller of a lead decide who may see it. */
function aboutLead({ readDb }: ConsoleServices): RouteSubject {
  return async ({ params }) => {
    const { leadId } = ofLead.parse(params);
    return personOfLead(readDb, leadId);
  };
}
