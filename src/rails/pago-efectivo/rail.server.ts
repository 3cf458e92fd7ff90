import type { Payer, RailServer } from '#src/domain/payments/index.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { buyerDocument, buyerDocumentProblem } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import { groupedCip, readCip } from './cip.ts';
import { rail } from './rail.ts';

/** A code that is paid at a counter needs at least a day. */
const lifeMs = 24 * 3_600_000;

export const railServer: RailServer = {
  id: rail.id,
  /** `documentType` and `document` of the buyer. */
  readDetails({ fields, buyer, market }) {
    const problem = buyerDocumentProblem(fields, market);
    if (problem) return err({ document: problem });
    const payer: Payer = { ...buyer, document: buyerDocument(fields, market) };
    return ok({ payer, details: {}, kept: {} });
  },
  expiresAt: (now) => new Date(now.getTime() + lifeMs),
  // An agent's payment of the last minute is reported within this time.
  graceSeconds: 2 * 3_600,
  /** `cip` in groups to read, `plain` to copy, `expiresOn` and `expiresTime` in the market's zone. */
  present(instructions, { expiresAt, market }) {
    const cip = readCip(instructions);
    if (cip === null) throw new Error('A cash payment came without its code');
    const [expiresOn = '', expiresTime = ''] = formatInstant(expiresAt, marketZone(market)).split(' ');
    return { cip: groupedCip(cip), plain: cip, expiresOn, expiresTime };
  },
};
