import { z } from 'zod';
import { chargeDays, listSubscriptions, type SubscriptionCursor } from '#src/domain/sales/search/index.server.ts';
import { subscriptionListStates } from '#src/domain/sales/search/index.ts';
import { scopeOf, type StaffActor } from '#src/domain/staff/index.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { addDays, isLocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import type { Routes } from '../../console.contract.server.ts';
import { brandsInScope } from '../../routing/brands-in-scope.server.ts';
import { repeated } from '../../routing/query-values.ts';
import { staffZone } from '../../routing/staff-zone.ts';
import { toSubscriptionItem } from './subscription-item.server.ts';
import type { ChargeCalendar, SubscriptionList } from './subscriptions.types.ts';

const pageSize = 50;
const calendarDays = 30;

const brandsSchema = z.object({ brand: repeated(z.string().min(1).max(100)) });
const querySchema = brandsSchema.extend({
  state: repeated(z.enum(subscriptionListStates)),
  /** Charged next on this day. */
  day: z.string().refine(isLocalDate).optional(),
  after: z
    .string()
    .regex(/^\d{1,15}\.[\w-]{1,40}$/)
    .optional(),
});

/** Subscriptions of the brands that the reader's scope holds whole: one belongs to no seller and no unit. */
export const routes: Routes = (app, { ctx, readDb, brands }) => {
  const brandsOf = (staff: StaffActor, wanted: readonly string[]): readonly string[] =>
    brandsInScope(brands, scopeOf(staff, 'sale.view')).filter((brand) => wanted.length === 0 || wanted.includes(brand));

  app.get(
    '/subscriptions',
    { config: { needs: 'sale.view', about: 'list' }, schema: { querystring: querySchema } },
    async ({ query: { brand, state, day, after }, staff }): Promise<SubscriptionList> => {
      const page = await listSubscriptions(
        readDb,
        brandsOf(staff, brand),
        { states: state, chargedOn: day },
        { cursor: cursorOf(after), size: pageSize },
      );
      const last = page.subscriptions.at(-1);
      return {
        subscriptions: page.subscriptions.map(toSubscriptionItem),
        after: page.hasMore && last ? `${last.createdAt.getTime()}.${last.id}` : null,
      };
    },
  );

  app.get(
    '/subscriptions/charges',
    { config: { needs: 'sale.view', about: 'list' }, schema: { querystring: brandsSchema } },
    async ({ query: { brand }, staff, session }): Promise<ChargeCalendar> => {
      const from = localDateOf(ctx.clock.now(), staffZone(session.locale));
      const days = await chargeDays(readDb, brandsOf(staff, brand), { from, until: addDays(from, calendarDays) });
      return { from, days: days.map((one) => ({ ...one, amount: unitsToJson(one.amount) })) };
    },
  );
};

function cursorOf(text: string | undefined): SubscriptionCursor | null {
  const [at = '', id = ''] = (text ?? '').split('.');
  return id === '' ? null : { createdAt: new Date(Number(at)), id };
}
