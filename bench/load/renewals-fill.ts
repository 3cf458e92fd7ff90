import type { Pool } from 'pg';
import type { DomainContext } from '#src/domain/context.server.ts';
import { saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { saveProfile } from '#src/domain/payments/profiles/index.server.ts';
import { openSession } from '#src/domain/checkout/sessions/index.server.ts';
import { createSubscription, setInstrument } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';

/** The vault of the cards. */
export const gatewayOfCards = 'test-acquirer';

const sold = { brand: 'wise-up', variant: 'online', business: 'wiseup-online', productCode: 'wise-up-online' } as const;
const planId = 'wup-annual-t';

/** Creates one subscription through the product, due today, and copies it by SQL as often as requested. */
export async function seedDuePeriods(ctx: DomainContext, pool: Pool, count: number): Promise<void> {
  const first = await firstOne(ctx);
  const copy = async (table: string, what: string, change: string): Promise<void> => {
    await pool.query(
      `insert into ${table} select r.* from ${table} t cross join generate_series(2, ${count}) n
       cross join lateral jsonb_populate_record(t, jsonb_build_object(${change})) r where ${what}`,
    );
  };
  await copy(
    'checkout_sessions',
    `t.id = '${first.sessionId}'`,
    `'id', 'ses_' || n, 'browser_hash', md5(n::text), 'lead_id', null`,
  );
  await copy('leads', `t.id = '${first.leadId}'`, `'id', 'led_' || n, 'session_id', 'ses_' || n`);
  await pool.query(`update checkout_sessions set lead_id = 'led_' || substr(id, 5) where lead_id is null`);
  await copy(
    'payment_profiles',
    `t.id = '${first.profileId}'`,
    `'id', 'pmp_' || n, 'session_id', 'ses_' || n, 'lead_id', 'led_' || n, 'browser_hash', md5(n::text)`,
  );
  await copy(
    'subscriptions',
    `t.id = '${first.id}'`,
    `'id', 'sub_' || n, 'lead_id', 'led_' || n, 'payment_profile_id', 'pmp_' || n`,
  );
  await copy('billing_periods', `t.subscription_id = '${first.id}'`, `'subscription_id', 'sub_' || n`);
  await pool.query('analyze');
}

async function firstOne(ctx: DomainContext) {
  const session = await openSession(ctx, {
    ...sold,
    ...{ browserHash: 'a browser', offer: '', flowId: 'default', market: 'BR', locale: 'pt-BR' },
    ...{ seller: 'performance', source: 'direto', link: {} },
  });
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '+5511961234567' };
  const lead = await saveLead(ctx, session, { ...contact, consents: [], ip: '127.0.0.1' });
  const now = ctx.clock.now();
  const kept = await saveProfile(
    ctx.db,
    ctx.config,
    {
      ...{ sessionId: session.id, attemptId: null, rail: 'card', gateway: gatewayOfCards, token: 'kept_card' },
      ...{ brand: 'visa', last4: '1111', expiry: '12/40', schemeTransactionId: 'FIRST', consentId: null },
    },
    now,
  );
  if (!kept) throw new Error('No card was kept');
  const periodStart = addMonths(marketDate(now, 'BR'), -12);
  const price = { amount: 114_000n, currency: 'BRL' as const };
  const id = await createSubscription(ctx, {
    ...sold,
    ...{ leadId: lead.id, planId, market: 'BR', locale: 'pt-BR', price, state: 'active' },
    ...{ periodStart, periodEnd: addDays(marketDate(now, 'BR'), -1) },
  });
  const set = await setInstrument(ctx, id, { kind: 'profile', profileId: kept.id, installments: 1 });
  if (!set.ok) throw new Error(set.error);
  return { id, sessionId: session.id, leadId: lead.id, profileId: kept.id };
}
