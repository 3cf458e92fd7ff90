import {
  captureProblem,
  isSaleAmount,
  refundProblem,
  returnMessage,
  saleStatusOf,
} from '#sandbox/companies/test-acquirer/charge-rules.ts';
import { approvedCode, capturedCode, decide } from '#sandbox/companies/test-acquirer/test-cards.ts';
import { passesLuhn } from '#src/kernel/validation/card/luhn.ts';
import { asNumber, asNumeric, asObject } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

const dayMs = 86_400_000;

/** A number of Visa's range that ends in a digit and has a right check digit. */
function numberEndingIn(digit: string): string {
  const found = Array.from({ length: 100 }, (_, at) => `40000000000${String(at).padStart(4, '0')}${digit}`).find(
    passesLuhn,
  );
  if (found === undefined) throw new Error(`No number ends in ${digit}`);
  return found;
}

export const cardGateway: Adapter = {
  operations: {
    sandbox_by_last_digit: (input) => {
      const card = { number: numberEndingIn(asNumeric(input)), expiryMonth: 12, expiryYear: 2030, securityCode: '123' };
      const { approved, returnCode } = decide(card, { year: 2026, month: 11 }, () => 0);
      return {
        status: approved ? 'Authorized' : 'Denied',
        return_code: approved ? `${approvedCode}/${capturedCode}` : returnCode,
        message: returnMessage(returnCode),
      };
    },
    status_code: (input) => saleStatusOf(asNumber(input)),
    lifecycle: (input) => {
      const asked = asObject(input);
      if (asked['op'] === 'authorise') return isSaleAmount(asNumber(asked['amount'])) ? 'accepted' : 'refused';
      if (asked['op'] === 'refund') {
        const problem = refundProblem({
          sale: asNumber(asked['sale']),
          refunded: 0,
          refund: asNumber(asked['refund']),
        });
        return problem ? `refused (${problem.code})` : 'accepted';
      }
      const days = asked['days'] === undefined ? 0 : asNumber(asked['days']);
      const captures = asked['previous_captures'] === undefined ? 0 : asNumber(asked['previous_captures']);
      const problem = captureProblem({ ageMs: days * dayMs, captures });
      if (problem === null) return 'accepted';
      return problem === 'authorization-expired' ? 'refused: the authorisation has expired' : 'refused';
    },
  },
};
