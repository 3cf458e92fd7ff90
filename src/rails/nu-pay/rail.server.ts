import type { Payer, RailServer } from '#src/domain/payments/index.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { cpfRule } from '#src/kernel/validation/tax-ids/cpf.rule.ts';
import { normalizeDocument } from '#src/kernel/validation/tax-ids/document.rule.ts';
import { rail } from './rail.ts';

const lifeMs = 30 * 60_000;

export const railServer: RailServer = {
  id: rail.id,
  /** `document`: CPF of the account's holder; NuPay gives credit to people only. */
  readDetails({ fields, buyer }) {
    const typed = fields['document'] ?? '';
    const problem = cpfRule(typed);
    if (problem !== null) return err({ document: problem });
    const payer: Payer = { ...buyer, document: { type: 'cpf', number: normalizeDocument(typed) } };
    return ok({ payer, details: {}, kept: {} });
  },
  expiresAt: (now) => new Date(now.getTime() + lifeMs),
  // The company has an approval of the last second within this time.
  graceSeconds: 120,
  /** `expiresOn` and `expiresTime` in the market's zone. */
  present(_instructions, { expiresAt, market }) {
    const [expiresOn = '', expiresTime = ''] = formatInstant(expiresAt, marketZone(market)).split(' ');
    return { expiresOn, expiresTime };
  },
};
