import type { Page } from '@playwright/test';
import { alive, type, typeLead } from './purchase-steps.ts';
import type { Journey } from './journey.ts';

/** Members of the stand-in's programme (`sandbox/companies/points-club/members.ts`). */
export const pointsMembers = {
  maria: { cpf: '390.533.447-05', phone: '5511961234567', mail: 'maria@exemplo.com.br' },
  /** Uses points: what she has left depends on who came before. */
  paula: { cpf: '704.218.356-80', phone: '5511987650123', mail: 'paula@exemplo.com.br' },
  rich: { cpf: '935.411.347-80', phone: '', mail: 'carla@exemplo.com.br' },
  poor: { cpf: '111.444.777-35', phone: '5521998765432', mail: '' },
  blocked: { cpf: '123.456.789-09', phone: '5531991112222', mail: '' },
  nobody: { cpf: '168.995.350-09', phone: '', mail: '' },
} as const;

export type PointsMember = (typeof pointsMembers)[keyof typeof pointsMembers];

/**
 * Opens a link and gives the lead; ends on the page for the document, alive. In an hour of its own: all journeys come from
 * one address and share the programme's members, who get five codes by the hour.
 */
export async function reachPoints(
  { page, at, email, world }: Pick<Journey, 'page' | 'at' | 'email' | 'world'>,
  route: 'livelo' | 'livelo-accrual',
): Promise<void> {
  await world.advance(3600);
  await page.goto(at(`/?product=wup&route=${route}`));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await typeLead(page, { email });
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/livelo/cpf?**');
  await alive(page);
}

export async function enterCpf(page: Page, cpf: string): Promise<void> {
  await type(page.getByLabel('CPF da conta Livelo'), cpf);
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
}

/** The newest code that a member got on a phone or in a mailbox. */
export async function codeOfMember(
  { product }: Pick<Journey, 'product'>,
  { phone, mail }: PointsMember,
): Promise<string> {
  const answer = await fetch(`${product.sandbox}/sandbox/inbox.json?to=${encodeURIComponent(phone || mail)}`);
  const box = (await answer.json()) as Record<'sms' | 'messages', { text: string }[]>;
  return /\d{6}/.exec(box[phone ? 'sms' : 'messages'][0]?.text ?? '')?.[0] ?? '';
}

/** Chooses where the code goes; ends on the page for it, alive. */
export async function askForCode(page: Page, kind: 'SMS para o celular' | 'E-mail'): Promise<void> {
  await page.waitForURL('**/livelo/select-device?**');
  await alive(page);
  await page.locator('label', { hasText: kind }).click();
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await page.waitForURL('**/livelo/code?**');
  await alive(page);
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await type(page.getByLabel('Código de 6 números'), code);
  await page.getByRole('button', { name: 'Confirmar' }).click();
}
