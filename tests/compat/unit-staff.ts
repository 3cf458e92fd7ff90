import type { Pool } from 'pg';
import type { Database } from '#src/domain/database/index.server.ts';
import { addStaffMember } from '#src/domain/in-person/index.server.ts';
import { writeMagneticLine } from '#tests/support/fixtures/magnetic-line.ts';
import { createKysely } from '#src/kernel/db/pool.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { unitId } from './test-brands.ts';
import type { SandboxPayments } from './sandbox-payments.ts';
import { Shopper } from './shop-client.ts';

/** Somebody at the unit, on the page of their own: by the code that a buyer says there. Amounts are minor units. */
export interface UnitStaffPage {
  take(code: string, amount: number, method: string): Promise<void>;
  /** Hands back what the checkout has asked for, if anything. */
  giveBack(code: string): Promise<void>;
}

/** What proves the n-th payment by a way: as it stands on its paper. */
function proofOf(method: string, n: number, today: string): Record<string, string> {
  switch (method) {
    case 'credit-card-in-person':
      return { nsu: String(n), authorisation: `A${n}` };
    case 'pix-in-person':
      return { endToEndId: `E00000000${today.replaceAll('-', '')}1200${String(n).padStart(11, '0')}` };
    case 'cheque':
      return { line: writeMagneticLine('2371234', `018${String(n).padStart(6, '0')}5`, '0000123456'), dueOn: today };
    default:
      return { receipt: String(n) };
  }
}

/** Opens the unit's page with a link as the school's command makes it. */
export async function openStaffPage(checkout: string, pool: Pool, sandbox: SandboxPayments): Promise<UnitStaffPage> {
  const who = { brand: 'wise-up', unitId, person: 'ana', name: 'Ana Ribeiro' };
  const ctx = { db: createKysely<Database>(pool), clock: new VirtualClock() };
  const { person, token } = await addStaffMember(ctx, who);
  const browser = new Shopper(checkout);
  const page = await browser.enter(`/unit/${person.id}?t=${token}`);
  const find = (code: string): Promise<string> => browser.submit(page, { intent: 'find', code });
  let receipt = 1000;
  return {
    async take(code, amount, method) {
      const inPersonPayment = await find(code);
      receipt += 1;
      const typed = (amount / 100).toFixed(2).replace('.', ',');
      const proof = proofOf(method, receipt, marketDate(await sandbox.now(), 'BR'));
      await browser.submit(inPersonPayment, { intent: 'take', amount: typed, ...proof });
    },
    async giveBack(code) {
      const inPersonPayment = await find(code);
      const html = await browser.open(inPersonPayment);
      const asked = /name="reversal"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="reversal"/.exec(html);
      const reversal = asked?.[1] ?? asked?.[2];
      if (reversal) await browser.submit(inPersonPayment, { intent: 'approve', reversal });
    },
  };
}
