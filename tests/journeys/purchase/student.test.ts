import { deep } from '#tests/support/depth.ts';
import { axe } from '#tests/support/browser/axe.ts';
import { alive, type, typeLead } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

journey('a buyer who pays for somebody else names the student and agrees for them', async ({ page, at, email }) => {
  await page.goto(at('/lead?product=teens'));
  await alive(page);
  await typeLead(page, { email });
  await page.locator('form button[type=submit]').click();
  await expect(page.locator('main [id$=-error]')).toHaveText([
    'Este campo é obrigatório',
    'Este campo é obrigatório',
    'O responsável precisa autorizar para continuar',
  ]);
  await type(page.getByLabel('Data de nascimento do aluno'), '03052012');
  await expect(page.getByLabel('Data de nascimento do aluno')).toHaveValue('03/05/2012');
  await page.getByLabel('Qual é o seu parentesco com o aluno?').focus();
  await page.keyboard.type('M');
  await page.getByLabel(/Sou responsável pelo aluno/).press('Space');
  await expect(page.locator('main [id$=-error]')).toHaveCount(0);
  expect(await axe(page)).toEqual([]);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/select-school?**');
  await page.goto(at('/lead?product=teens'));
  await expect(page.getByLabel('Qual é o seu parentesco com o aluno?')).toHaveValue('mother');
});

journey('how the buyer heard of the school is asked where the brand says so', deep, async ({ page, at, email }) => {
  await page.goto(at('/lead?product=wup&referrer=youtube'));
  await alive(page);
  await expect(page.getByLabel('Como você nos conheceu?')).toHaveValue('youtube');
  await typeLead(page, { email });
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/payment?**');
});
