import type { Payer, RailServer } from '#src/domain/payments/index.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { buyerDocument, buyerDocumentProblem } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import { rail } from './rail.ts';
import { codeProblem, phoneProblem, readCode, readPhone } from './yape-fields.ts';

/** The answer comes within seconds; the rest is for a lost answer. */
const lifeMs = 10 * 60_000;

export const railServer: RailServer = {
  id: rail.id,
  /** `phone` and `code` of the app, `documentType` and `document` of the buyer. The code is never stored. */
  readDetails({ fields, buyer, market }) {
    const { phone = '', code = '' } = fields;
    const problems = {
      phone: phoneProblem(phone),
      code: codeProblem(code),
      document: buyerDocumentProblem(fields, market),
    };
    const wrong = Object.entries(problems).flatMap(([name, problem]) => (problem === null ? [] : [[name, problem]]));
    if (wrong.length > 0) return err(Object.fromEntries(wrong));
    const yapePhone = readPhone(phone) ?? '';
    const payer: Payer = { ...buyer, document: buyerDocument(fields, market) };
    const details = { yapePhone, yapeCode: readCode(code) ?? '' };
    return ok({ payer, details, kept: { phoneEnd: yapePhone.slice(-3) } });
  },
  expiresAt: (now) => new Date(now.getTime() + lifeMs),
  graceSeconds: 60,
};
