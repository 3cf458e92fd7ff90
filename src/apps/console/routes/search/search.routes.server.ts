import { z } from 'zod';
import { findSales, type FoundSale } from '#src/domain/sales/search/index.server.ts';
import type { SearchProbeKind } from '#src/domain/sales/search/index.ts';
import { scopeOf } from '#src/domain/staff/index.ts';
import { recordAudit } from '#src/domain/staff/index.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { localDateOf } from '#src/kernel/time/local-date.ts';
import { rateWindow } from '#src/kernel/time/rate-window.ts';
import type { Routes } from '../../console.contract.server.ts';
import { staffZone } from '../../routing/staff-zone.ts';
import { toSaleItem } from '../sales/sale-item.server.ts';
import type { SearchAnswer } from './search.types.ts';

/** Searches of one person in a minute, in each process. */
const perMinute = 60;
/** People and subscriptions that are offered beside the sales. */
const mostBeside = 5;
const ofPerson: ReadonlySet<SearchProbeKind> = new Set<SearchProbeKind>([
  'email',
  'phone',
  'phone-end',
  'document',
  'name',
]);

/**
 * `POST /data/search`: finds sales by whatever a buyer says. The term comes in the body, because it is personal data: it stands in
 * no address, no log and not in the audit log, whose entry holds the meanings that found something.
 */
export const routes: Routes = (app, { ctx, readDb }) => {
  const searches = rateWindow({ most: perMinute, periodMs: 60_000, names: 10_000 });
  app.post(
    '/search',
    {
      config: { needs: 'sale.view', about: 'list' },
      schema: { body: z.strictObject({ term: z.string().max(600) }) },
    },
    async ({ body, staff, session }, reply) => {
      const now = ctx.clock.now();
      if (searches.take(staff.accountId, now.getTime()) === 0) return sendProblem(reply, 'rate-limited');
      const gateways = ctx.gateways.all().map(({ id }) => id);
      const today = localDateOf(now, staffZone(session.locale));
      const scope = scopeOf(staff, 'sale.view');
      const { found, hasMore, timedOut } = await findSales(readDb, { config: ctx.config, gateways }, scope, body.term, {
        today,
      });
      const { actor, sessionId, ipGroup } = staff;
      const meanings = [...new Set(found.map(({ why }) => why))];
      await recordAudit(
        ctx.db,
        {
          ...{ actor, sessionId, ipGroup, action: 'sale.search', brand: null, reason: null, outcome: 'seen' },
          subject: { kind: 'search', id: '' },
          detail: { meanings, sales: found.length },
        },
        now,
      );
      const answer: SearchAnswer = {
        sales: found.map(({ sale, why }) => ({ ...toSaleItem(sale), why })),
        people: peopleOf(found),
        subscriptions: subscriptionsOf(found),
        hasMore,
        timedOut,
      };
      return answer;
    },
  );
};

/** Each buyer once, as far as the masked data tell them apart. */
function peopleOf(found: readonly FoundSale[]): SearchAnswer['people'] {
  const people = new Map<string, SearchAnswer['people'][number]>();
  for (const { sale, why } of found) {
    if (!ofPerson.has(why) || sale.buyer === null) continue;
    const { name, email } = sale.buyer;
    const key = [sale.brand, name, email].join('\n');
    if (!people.has(key)) people.set(key, { leadId: sale.leadId, brand: sale.brand, name, email });
  }
  return [...people.values()].slice(0, mostBeside);
}

function subscriptionsOf(found: readonly FoundSale[]): SearchAnswer['subscriptions'] {
  const known = new Map(
    found.flatMap(({ sale: { subscriptionId: id, brand, productCode, buyer } }) =>
      id === null ? [] : [[id, { id, brand, productCode, buyer: buyer?.name ?? '' }] as const],
    ),
  );
  return [...known.values()].slice(0, mostBeside);
}
