import fc from 'fast-check';
import { type Buyer, newBuyer } from './buyer.ts';
import { begin, type BuyerSteps, letTimePass } from './commands.ts';
import type { ProductUnderTest } from './product.server.ts';
import { Violation } from './violation.ts';
import { type Page, visit } from './page.ts';
import { newPurchase, type Purchase } from './purchase.ts';
import { step } from './step.ts';

/** A member of the stand-in's programme with more points than all sequences use (`sandbox/companies/points-club/members.ts`). */
const member = { cpf: '52998224725', email: 'joao@exemplo.com.br', device: 'dev_1' } as const;
/** A member gets five codes an hour, and so do the buyers of one network. */
const secondsBetweenCodes = 3_700;
const query = 'product=wup&route=livelo';

/** A buyer on the way of the points programme, who has proved that they are its member. */
export async function beginWithPoints(
  testProduct: ProductUnderTest,
): Promise<{ model: Purchase; real: Buyer & { close(): void } }> {
  const buyer = newBuyer(testProduct, query);
  const real = { ...buyer, close: () => buyer.visitor.close() };
  const model = newPurchase();
  await begin(model, real, { flowId: 'livelo' });
  if (!(await proveMember(model, real, false))) throw new Violation('A member of the programme cannot prove it');
  return { model, real };
}

async function codesOf({ product: { sandbox } }: ProductUnderTest): Promise<readonly string[]> {
  const answer = await fetch(`${sandbox}/sandbox/inbox.json?to=${encodeURIComponent(member.email)}`);
  const { messages } = (await answer.json()) as { messages: readonly { readonly text: string }[] };
  return messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
}

/** Shows document, device and code on the pages of the programme, in an hour of its own. Whether it was proved. */
async function proveMember(purchase: Purchase, buyer: Buyer, isWrongFirst: boolean): Promise<boolean> {
  const { testProduct, visitor } = buyer;
  await letTimePass(purchase, buyer, secondsBetweenCodes);
  const send = (page: string, form: Readonly<Record<string, string>>): Promise<Page> =>
    visit(visitor, `/livelo/${page}?${query}`, form);
  const found = await send('cpf', { cpf: member.cpf });
  // From here on whoever was proved before is not any more.
  if (!found.to.includes('/select-device')) return false;
  purchase.provenAge = null;
  const before = (await codesOf(testProduct)).length;
  const sent = await send('select-device', { device: member.device });
  if (!sent.to.includes('/livelo/code')) return false;
  const code = await newestCode(testProduct, before);
  if (code === null) return false;
  if (isWrongFirst) await send('code', { code: code === '000000' ? '000001' : '000000' });
  const proved = await send('code', { code });
  if (!proved.to.includes('/payment-method')) return false;
  purchase.provenAge = 0;
  return true;
}

async function newestCode(testProduct: ProductUnderTest, before: number): Promise<string | null> {
  for (let tries = 0; tries < 100; tries += 1) {
    const codes = await codesOf(testProduct);
    if (codes.length > before) return codes[0] ?? null;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return null;
}

/** Proves it again: the proof is good for a quarter of an hour. */
export const proveAgain: BuyerSteps = step(
  'proves the member',
  fc.boolean(),
  () => true,
  (isWrongFirst) => async (purchase, buyer) => {
    const isSure = purchase.order === 'none' && !purchase.isUnwell;
    const isProved = await proveMember(purchase, buyer, isWrongFirst);
    if (isSure && !isProved) throw new Violation('A member of the programme cannot prove it');
  },
);
