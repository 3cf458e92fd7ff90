import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { enter, expectAccessible, expectSaid, signIn, timed } from '#tests/support/browser/console-steps.ts';
import { expect, journey, type Journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';

// Milliseconds of the plan's table of jobs.
const grantedWithin = 60_000;

const options: JourneyOptions = { ...axeJourneyOptions, ...deep, timeout: 240_000 };

async function leave({ product }: Journey, left: 'yes' | 'no'): Promise<void> {
  const answer = await fetch(`${product.sandbox}/sandbox/directory`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ person: 'ivo', left }),
  });
  expect(answer.ok).toBe(true);
}

journey('Somebody new gets a role within a minute, and is out once they leave the directory', options, async (way) => {
  const { product, world } = way;
  const ivo = await way.person();
  await enter(ivo, product.console, 'Ivo');
  await expect(ivo.getByText('ivo@escola.example')).toBeVisible();
  await ivo.getByRole('button').first().click();
  await expect(ivo.getByRole('status')).toBeVisible();

  const helena = await signIn(way, 'Helena', '/staff');
  const row = helena.getByRole('row').filter({ hasText: 'Ivo Teles' });
  await expect(row).toContainText('Pede acesso');
  await expectAccessible(helena);
  const sheet = helena.getByRole('dialog', { name: 'Ivo Teles' });
  await timed('J26, a role given', grantedWithin, async () => {
    await row.getByRole('link').first().click();
    await sheet.getByLabel('Motivo').fill('começou hoje no atendimento');
    await sheet.getByRole('combobox', { name: /^Função/ }).selectOption({ label: 'Atendimento' });
    await sheet.getByRole('combobox', { name: /^Onde/ }).selectOption({ label: 'Todas as marcas' });
    await sheet.getByRole('button', { name: 'Dar uma função' }).click();
    await expectSaid(helena, 'Função dada');
  });
  await expectAccessible(helena);

  await enter(ivo, product.console, 'Ivo', '/sales');
  await expect(ivo.getByRole('heading', { level: 1, name: 'Vendas' })).toBeVisible();
  try {
    await leave(way, 'yes');
    await world.advance(16 * 60);
    await ivo.goto(`${product.console}/sales`);
    await expect(ivo.getByRole('heading', { level: 1, name: 'Vendas' })).toBeHidden();
    await expect(ivo.getByText('Saiu da escola').first()).toBeVisible();
  } finally {
    await leave(way, 'no');
  }

  const again = await signIn(way, 'Helena', '/staff');
  await again.getByRole('row').filter({ hasText: 'Ivo Teles' }).getByRole('link').first().click();
  const person = again.getByRole('dialog', { name: 'Ivo Teles' });
  await person.getByLabel('Motivo').fill('mudou de área');
  await person.getByRole('button', { name: 'Encerrar', exact: true }).click();
  await expectSaid(again, 'Função encerrada');
  await expect(person).toContainText('Sem função.');
});
