import { alive, settled, type } from './purchase-steps.ts';
import { expect, type Journey } from './journey.ts';

/** A member of the points programme (`sandbox/companies/points-club/members.ts`) who gets codes by e-mail. */
const member = { cpf: '529.982.247-25', email: 'joao@exemplo.com.br' } as const;

/** Proves a member, from the page that asks for the CPF to the one that asks how many points. */
export async function provePoints({ page, world }: Pick<Journey, 'page' | 'world'>): Promise<void> {
  // After it stands the button that goes on without points.
  const send = page.locator('main form button[type=submit]').first();
  const before = (await world.mails(member.email)).length;
  await alive(page);
  await type(page.locator('input[name=cpf]'), member.cpf);
  await send.click();
  await page.waitForURL('**/livelo/select-device?**');
  await alive(page);
  await page.locator('label:has(input[name=device])').first().click();
  await send.click();
  await page.waitForURL('**/livelo/code?**');
  await alive(page);
  await expect.poll(async () => (await world.mails(member.email)).length).toBe(before + 1);
  const texts = (await world.mails(member.email)).map(({ text }) => text);
  await type(page.locator('input[name=code]'), /\b\d{6}\b/.exec(texts[0] ?? '')?.[0] ?? '');
  await send.click();
  await page.waitForURL('**/livelo/payment-method?**');
  await settled(page);
}
