import type { Payer, RailServer } from '#src/domain/payments/index.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { msisdnRule, readMsisdn } from './msisdn.ts';
import { rail } from './rail.ts';

/** The prompt lasts a minute and a half; the rest is for late answers. */
const lifeMs = 120_000;

export const railServer: RailServer = {
  id: rail.id,
  /** `phone`: the number whose wallet pays; it may differ from the buyer's own. */
  readDetails({ fields, buyer }) {
    const typed = fields['phone'] ?? '';
    const problem = msisdnRule(typed);
    const msisdn = readMsisdn(typed);
    if (problem !== null || !msisdn.ok) return err({ phone: problem ?? 'validation.phone' });
    const payer: Payer = { ...buyer, phone: `+${msisdn.value}` };
    return ok({ payer, details: {}, kept: { phoneEnd: msisdn.value.slice(-4) } });
  },
  expiresAt: (now) => new Date(now.getTime() + lifeMs),
  // The operator has the result of a PIN typed in the last second within this time.
  graceSeconds: 120,
  /**
   * `phoneEnd`, the last four digits of the phone that rings; `payee`, the company name of its prompt; `expiresOn` and
   * `expiresTime` in the market's zone.
   */
  present(instructions, { expiresAt, market }) {
    const { phoneEnd, payee } = instructions;
    const [expiresOn = '', expiresTime = ''] = formatInstant(expiresAt, marketZone(market)).split(' ');
    const named = payee === undefined ? {} : { payee };
    return { phoneEnd: typeof phoneEnd === 'string' ? phoneEnd : '', expiresOn, expiresTime, ...named };
  },
};
