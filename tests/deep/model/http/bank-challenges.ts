import fc from 'fast-check';
import type { Buyer } from './buyer.ts';
import { hasOrder, type BuyerSteps } from './commands.ts';
import { allow, Violation } from './violation.ts';
import { fieldOf, visit } from './page.ts';
import type { Purchase } from './purchase.ts';
import { step } from './step.ts';

const pageOf = ({ link }: Buyer): string => `/payment-verification?${link}`;

/** The name under which the bank keeps its question, out of what its page is sent. */
function transactionOf(creq: string): string {
  const { acsTransID } = JSON.parse(Buffer.from(creq, 'base64url').toString()) as { readonly acsTransID: string };
  return acsTransID;
}

/** Reads what the bank asks on the page that shows it. */
async function readQuestion(purchase: Purchase, buyer: Buyer): Promise<void> {
  const shown = await visit(buyer.visitor, pageOf(buyer));
  const creq = fieldOf(shown, 'creq');
  const isSure = purchase.isAsked && !purchase.unsure && !purchase.isUnwell;
  if (isSure && creq === null) throw new Violation(`The bank asks, and the page says ${shown.status} ${shown.to}`);
  if (creq !== null) buyer.questions.push(transactionOf(creq));
}

type Answer = 'approve' | 'refuse' | 'leave';

/** What the bank says to an answer: its status. */
async function answerAtBank({ testProduct }: Buyer, transaction: string, answer: Answer): Promise<number> {
  const said = await fetch(`${testProduct.product.sandbox}/acquirer/acs/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ transaction, answer }).toString(),
  });
  await said.arrayBuffer();
  return said.status;
}

/**
 * The buyer answers the newest question, or one of before: once, twice or in contradiction. `isBack`: the bank's page
 * leads back to ours; else nobody but the company says how it went.
 */
export const answerBank: BuyerSteps = step(
  'bank is answered',
  fc.record({
    answers: fc.constantFrom<Answer[]>(
      ...([
        ['approve'],
        ['approve'],
        ['refuse'],
        ['leave'],
        ['approve', 'approve'],
        ['approve', 'refuse'],
      ] as Answer[][]),
    ),
    isBack: fc.boolean(),
    ago: fc.constantFrom(0, 0, 0, 1),
  }),
  hasOrder,
  ({ answers, isBack, ago }) =>
    async (purchase, buyer) => {
      await readQuestion(purchase, buyer);
      const transaction = buyer.questions.at(-1 - ago);
      if (transaction === undefined) return;
      const said = await Promise.all(answers.map((answer) => answerAtBank(buyer, transaction, answer)));
      const taken = answers.filter((answer, index) => answer !== 'leave' && said[index] === 200);
      if (taken.length > 1) throw new Violation(`The bank took ${taken.join(' and ')} for one question`);
      const isSure = purchase.isAsked && ago === 0 && !purchase.unsure && !purchase.isUnwell;
      if (taken.length > 0) purchase.isAsked = false;
      if (taken[0] === 'refuse') purchase.declines += 1;
      if (isBack) {
        const back = await visit(buyer.visitor, pageOf(buyer), {});
        allow('Coming back from the bank', String(back.status), new Set(['303']));
      }
      if (taken[0] !== 'approve') return;
      if (!isSure) purchase.unsure = true;
      // Whoever comes back sees the end at once: the company is asked there and then.
      else if (isBack) purchase.order = 'paid';
      else purchase.unsure = true;
      if (isSure) purchase.mustBePaid = true;
    },
);
