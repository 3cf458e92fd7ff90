import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { formatLocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { buyerLead, type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
let people = 0;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  buyer = await payingBuyer(stage);
  people += 1;
});

const minute = 60_000;

/** Opens the page so long before midnight in Brazil. */
async function openBefore(midnightMs: number) {
  const { clock } = buyer.world;
  const midnight = endOfLocalDate(marketDate(clock.now(), 'BR'), marketZone('BR')).getTime() + 1;
  // Tomorrow's midnight: a clock moves forward only, whatever the time of the test run.
  clock.advance(midnight + 24 * 60 * minute - midnightMs - clock.now().getTime());
  const email = `livia-${people}@example.com`;
  const { to } = await buyer.post('/lead?product=live', { ...buyerLead, phone: `(11) 96123-456${people}`, email });
  const at = `/payment${to.slice(to.indexOf('?'))}`;
  const press = async () => {
    const { quoteId, idempotencyKey: key, amount, trial } = (await buyer.get(at)).data;
    const { accept } = trial as { readonly accept: string };
    const form = { intent: 'bill', quoteId: String(quoteId), key: String(key), amount: String(amount) };
    return { accept, begin: () => buyer.post(at, { ...form, terms: 'yes', trial: 'yes' }) };
  };
  return { email, press };
}

/** The trial and the consents of the buyer with this e-mail address. */
async function kept(email: string) {
  const { db } = stage.database;
  const begun = await db
    .selectFrom('subscriptions')
    .innerJoin('leads', 'leads.id', 'subscriptions.lead_id')
    .select(['subscriptions.next_charge_on as on', 'leads.session_id as session'])
    .where('leads.email', '=', email)
    .execute();
  const agreed = await db
    .selectFrom('consents')
    .innerJoin('leads', 'leads.session_id', 'consents.session_id')
    .select('consents.text_hash as hash')
    .where('leads.email', '=', email)
    .where('consents.kind', '=', 'trial')
    .execute();
  return { begun: begun.map(({ on }) => on), agreed: agreed.map(({ hash }) => hash) };
}

const dayOf = (begun: readonly unknown[]): string => formatLocalDate(requireLocalDate(String(begun[0])));

test('free time that no card keeps names the ways of its bill as a sentence does', async () => {
  const { to } = await buyer.post('/lead?product=live', buyerLead);
  const { trial } = (await buyer.get(`/payment${to.slice(to.indexOf('?'))}`)).data;
  expect(JSON.stringify(trial)).toMatch(/ Pix ou boleto bancário, se quiser/);
});

describe('a page of free time that stands open', () => {
  test('over a midnight: the words that are kept name the day of the first charge', async () => {
    const { email, press } = await openBefore(minute / 2);
    const { accept, begin } = await press();
    buyer.world.clock.advance(minute);
    expect((await begin()).status).toBe(303);
    const { begun, agreed } = await kept(email);
    expect(begun).toHaveLength(1);
    expect(accept).toContain(dayOf(begun));
    expect(agreed).toEqual([sha256(accept)]);
  });

  test('past its price’s time within a day needs no second press', async () => {
    const { email, press } = await openBefore(120 * minute);
    const { begin } = await press();
    buyer.world.clock.advance(40 * minute);
    expect((await begin()).status).toBe(303);
    expect((await kept(email)).begun).toHaveLength(1);
  });

  test('past its price’s time and a midnight begins nothing that was not shown', async () => {
    const { email, press } = await openBefore(10 * minute);
    const { begin } = await press();
    buyer.world.clock.advance(40 * minute);
    const refused = await begin();
    expect([refused.status, refused.form?.errors]).toEqual([422, { form: 'payment.error.trial-changed' }]);
    expect(await kept(email)).toEqual({ begun: [], agreed: [] });
    const again = await press();
    expect((await again.begin()).status).toBe(303);
    const { begun, agreed } = await kept(email);
    expect(again.accept).toContain(dayOf(begun));
    expect(agreed).toEqual([sha256(again.accept)]);
  });
});
