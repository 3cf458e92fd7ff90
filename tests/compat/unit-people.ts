import type { Pool } from 'pg';
import type { Database } from '#src/domain/database/index.server.ts';
import { appointPerson } from '#src/domain/claims/index.server.ts';
import { createKysely } from '#src/kernel/db/pool.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { unitId } from './house.ts';
import { Shopper } from './shop-client.ts';

/** Somebody at the unit, on the page of their own: by the code that a buyer says there. Amounts are minor units. */
export interface UnitPerson {
  take(code: string, amount: number): Promise<void>;
  /** Hands back what the checkout has asked for, if anything. */
  giveBack(code: string): Promise<void>;
}

/** Opens the unit's page with a link as the school's command makes it. */
export async function openUnit(checkout: string, pool: Pool): Promise<UnitPerson> {
  const who = { brand: 'wise-up', unitId, person: 'ana', name: 'Ana Ribeiro' };
  const ctx = { db: createKysely<Database>(pool), clock: new VirtualClock() };
  const { person, token } = await appointPerson(ctx, who);
  const browser = new Shopper(checkout);
  const page = await browser.enter(`/unit/${person.id}?t=${token}`);
  const find = (code: string): Promise<string> => browser.submit(page, { intent: 'find', code });
  let receipt = 1000;
  return {
    async take(code, amount) {
      const claim = await find(code);
      receipt += 1;
      const typed = (amount / 100).toFixed(2).replace('.', ',');
      await browser.submit(claim, { intent: 'take', amount: typed, receipt: String(receipt) });
    },
    async giveBack(code) {
      const claim = await find(code);
      const html = await browser.open(claim);
      const asked = /name="reversal"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="reversal"/.exec(html);
      const reversal = asked?.[1] ?? asked?.[2];
      if (reversal) await browser.submit(claim, { intent: 'approve', reversal });
    },
  };
}
