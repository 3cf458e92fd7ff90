import { deep } from '#tests/support/depth.ts';
import { acceptTerms, alive, answerBank, cardFrame, payButton, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import {
  choosePeru,
  cipOn,
  goodDni,
  orderCip,
  payCip,
  payYape,
  peruPhone,
  reachPeru,
  soles,
  typePeruCard,
  yapeCode,
} from '#tests/support/browser/peru-steps.ts';

const title = (page: Journey['page']) => page.getByRole('heading', { level: 1 });
const thanks = '¡Listo, Lucía! Pago confirmado';

journey(
  'Peru by card: its token is made in the card’s own page, and its number reaches none of our servers',
  async (buyer) => {
    const { page, world, email } = buyer;
    const ours: string[] = [];
    const theirs: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/culqi/v2/tokens')) theirs.push(request.postData() ?? '');
      else ours.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    await reachPeru(buyer, peruPhone());
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-PE');
    // In the order of local use.
    await expect(page.locator('input[name=method]')).toHaveCount(3);
    expect(
      await page.locator('input[name=method]').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ).toEqual(['credit-card', 'yape', 'pago-efectivo']);
    await typePeruCard(buyer, '4111111111111111');
    await type(page.locator('input[name="card.document"]'), '11111111');
    await acceptTerms(page);
    await payButton(page).click();
    await expect(page.getByText('Revise el DNI')).toBeVisible();
    await page.locator('select[name="card.documentType"]').selectOption('ruc');
    await type(page.locator('input[name="card.document"]'), '20100070970');
    await payButton(page).click();
    await page.waitForURL('**/success?**');
    await expect(title(page)).toHaveText(thanks);
    await expect(page.locator('dl')).toContainText(/S\/\s1,188\.00/);
    expect(theirs.filter((body) => body.includes('4111111111111111'))).toHaveLength(1);
    expect(ours.join('\n')).not.toContain('4111111111111111');
    expect(await world.charges()).toMatchObject([
      { company: 'culqi', status: 'captured', amount: soles, captured: soles, currency: 'PEN' },
    ]);
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid', total: soles, received: soles, currency: 'PEN' }],
      attempts: ['card captured'],
      ledger: [`capture-principal ${soles}`],
      grants: 1,
      breaks: [],
    });
  },
);

journey('Peru by card: refused by its bank, then the bank asks about another one', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await reachPeru(buyer, peruPhone());
  await typePeruCard(buyer, '4000040000000008');
  await type(page.locator('input[name="card.document"]'), goodDni);
  await acceptTerms(page);
  await payButton(page).click();
  await expect(page.getByText('No pudimos procesar la transacción. Inténtalo nuevamente.')).toBeVisible();
  await alive(page);
  const frame = await cardFrame(buyer);
  await frame.locator('#cc-number').fill('');
  await typePeruCard(buyer, '4000000000001091');
  await payButton(page).click();
  await answerBank(page, 'Sou eu, confirmar');
  await page.waitForURL('**/success?**');
  await expect(title(page)).toHaveText(thanks);
  expect((await world.records(email)).attempts).toEqual(['card declined', 'card captured']);
  expect((await world.charges()).filter(({ captured }) => captured > 0)).toHaveLength(1);
});

journey('Yape: a wrong code is refused with its reason, the right one pays at once', async (buyer) => {
  const { page, world, email, person, product } = buyer;
  const phone = peruPhone();
  await reachPeru(buyer, phone);
  await choosePeru(page, 'yape');
  // The buyer's own phone is there already.
  await expect(page.locator('input[name="yape.phone"]')).toHaveValue(phone.replaceAll(/(\d{3})(?=\d)/g, '$1 '));
  await type(page.locator('input[name="yape.code"]'), '12');
  await acceptTerms(page);
  await payButton(page).click();
  await expect(page.getByText('Revisa el código: son 6 dígitos.')).toBeVisible();
  await payYape(page, '000000');
  await expect(page.getByText('Yape no reconoció el código y no se cobró nada.', { exact: false })).toBeVisible();

  const owner = await person();
  await owner.goto(`${product.sandbox}/culqi/yape?phone=${phone}`);
  const shown = (await owner.locator('.amount .code').innerText()).replaceAll(/\D/g, '');
  await payYape(page, shown);
  await page.waitForURL('**/success?**');
  await expect(page.locator('dl')).toContainText(`Yape, celular terminado en ${phone.slice(-3)}`);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: soles, currency: 'PEN' }],
    attempts: ['yape declined', 'yape captured'],
    grants: 1,
    breaks: [],
  });
});

journey(
  'Yape without balance is declined with its reason; a CIP pays at an agent, and the page continues',
  deep,
  async (buyer) => {
    const { page, world, email, person, product } = buyer;
    const phone = peruPhone();
    await reachPeru(buyer, phone);
    await payYape(page, await yapeCode(buyer, phone, 'no-balance'));
    await expect(
      page.getByText('El saldo de este Yape no alcanza y no se cobró nada.', { exact: false }),
    ).toBeVisible();
    // The document goes along to the other way to pay.
    await choosePeru(page, 'pago-efectivo');
    await expect(page.locator('input[name="pago-efectivo.document"]')).toHaveValue(goodDni);
    const cip = await orderCip(page);
    await expect(title(page)).toHaveText('Paga el código CIP para terminar');
    await expect(page.getByText(/^Válido hasta las \d\d:\d\d del \d\d\/\d\d\/\d{4}$/)).toBeVisible();
    // Whoever pays within a second gets no letter with the code any more: it is not needed.
    const reported = async () => (await world.mails(email)).some(({ text }) => text.includes(cip));
    await expect.poll(reported).toBe(true);

    const agent = await person();
    await agent.goto(`${product.sandbox}/culqi/agent`);
    await agent.getByLabel('Código CIP').fill(cip);
    await agent.getByRole('button', { name: 'Continuar' }).click();
    await agent.getByRole('button', { name: 'Pagar', exact: true }).click();
    await expect(agent.getByRole('heading', { level: 1 })).toHaveText('CIP pago');

    await page.waitForURL('**/success?**');
    await expect(title(page)).toHaveText(thanks);
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid', received: soles }],
      attempts: ['yape declined', 'pago-efectivo captured'],
      grants: 1,
      breaks: [],
    });
  },
);

journey('an expired CIP is renewed in place, at the same price', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await page.clock.install();
  await reachPeru(buyer, peruPhone());
  const first = await orderCip(page);
  await world.advance(24 * 3_600 + 60);
  await page.clock.fastForward('24:01:00');
  await expect(title(page)).toHaveText('Este código CIP venció');
  await page.getByRole('button', { name: 'Generar nuevo código' }).click();
  await expect(title(page)).toHaveText('Paga el código CIP para terminar');
  const second = await cipOn(page);
  expect(second).not.toBe(first);
  await payCip(buyer, second);
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: soles, received: soles }],
    attempts: ['pago-efectivo expired', 'pago-efectivo captured'],
    grants: 1,
  });
});

journey('Yape and a CIP work without JavaScript', { ...deep, javaScriptEnabled: false }, async (buyer) => {
  const { page, at, email, world } = buyer;
  const phone = peruPhone();
  await page.goto(at('/?product=wup&flowId=peru'));
  await page.locator('input[name=name]').fill('Lucía Quispe');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=phone]').fill(phone);
  await page.locator('form button[type=submit]').last().click();
  await page.waitForURL('**/payment?**');
  await page.locator('input[name=method][value=yape]').check();
  await page.locator('input[name="yape.code"]').fill('000000');
  await page.locator('select[name="yape.documentType"]').selectOption('ce');
  await page.locator('input[name="yape.document"]').fill('12');
  await page.locator('input[name=terms]').check();
  await payButton(page).click();
  await expect(page.getByText('Revisa el carné de extranjería')).toBeVisible();
  await expect(page.locator('select[name="yape.documentType"]')).toHaveValue('ce');
  // The code is never shown again.
  await expect(page.locator('input[name="yape.code"]')).toHaveValue('');
  await page.locator('input[name="yape.document"]').fill('001234567');
  await page.locator('input[name="yape.code"]').fill(await yapeCode(buyer, phone, 'over-limit'));
  await payButton(page).click();
  await expect(page.getByText('supera el límite diario', { exact: false })).toBeVisible();
  await page.locator('input[name=method][value=pago-efectivo]').check();
  await page.locator('input[name="pago-efectivo.document"]').fill(goodDni);
  await payButton(page).click();
  await page.waitForURL('**/awaiting?**');
  await payCip(buyer, await cipOn(page));
  // The agent's message is on its way; the page itself looks every 15 seconds.
  await expect.poll(async () => (await world.records(email)).orders[0]?.state).toBe('paid');
  await page.reload();
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: soles }],
    attempts: ['yape declined', 'pago-efectivo captured'],
  });
});
