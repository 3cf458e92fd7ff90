import { deep } from '#tests/support/depth.ts';
import { alive, cards, payButton, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { typeAddress, typeCardData } from '#tests/support/browser/mozambique-steps.ts';
import { answerPhone, freshPhone, payByPhone } from '#tests/support/browser/wallet-steps.ts';

/** Up to the payment page of the school in Mozambique. */
async function reach({ page, at, email }: Journey, phone: string): Promise<void> {
  await page.goto(at('/?product=ms&lang=pt-mz'));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await type(page.locator('input[name=name]'), 'Graça Machava');
  await type(page.locator('input[name=email]'), email);
  await type(page.locator('input[name=phone]'), phone);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
}

const title = (page: Journey['page']) => page.getByRole('heading', { level: 1 });

journey('M-Pesa is paid by the PIN on the phone, and the page continues by itself', async (buyer) => {
  const { page, world, email, person, product } = buyer;
  const phone = freshPhone();
  await reach(buyer, phone);
  // The wallet comes first there and is chosen; the buyer's own phone has one: it is there already.
  await expect(page.locator('input[name=method][value=m-pesa]')).toBeChecked();
  await expect(page.locator('input[name=addressLine1]')).toBeHidden();
  await expect(payButton(page)).toHaveText(/^Pagar 18\.720,00\sMT com M-Pesa$/);
  await expect(page.locator('input[name="m-pesa.phone"]')).toHaveValue(phone.replace(/(..)(...)(....)/, '$1 $2 $3'));
  await payByPhone(buyer, phone);
  await expect(title(page)).toHaveText('Confirme no seu telemóvel');
  await expect(page.getByText(`número terminado em ${phone.slice(-4)}`)).toBeVisible();
  // Whom the phone will name, and why that is not the school.
  await expect(page.getByText('O pedido é de Escola Matrícula.')).toBeVisible();
  await expect(page.getByText(/^Escola Matrícula recebe em nome de /)).toBeVisible();

  const owner = await person();
  await owner.goto(`${product.sandbox}/m-pesa/phone?number=${phone}`);
  await expect(owner.getByText(/MT 18\.720,00/).first()).toBeVisible();
  await expect(owner.getByText('a Escola Matrícula?')).toBeVisible();
  await owner.locator('input[name=pin]').fill('1234');
  await owner.getByRole('button', { name: 'Enviar' }).click();
  await owner.waitForURL('**/m-pesa/phone?number=**done=**');

  await page.waitForURL('**/success?**');
  await expect(page.locator('dl')).toContainText(`M-Pesa, número final ${phone.slice(-4)}`);
  expect(await world.charges()).toMatchObject([
    { company: 'm-pesa', status: 'Completed', captured: 1_872_000, currency: 'MZN' },
  ]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 1_872_000, currency: 'MZN' }],
    attempts: ['m-pesa captured'],
    ledger: ['capture-principal 1872000'],
    grants: 1,
    breaks: [],
  });
});

journey('a number of another operator is refused with its reason', deep, async (buyer) => {
  const { page } = buyer;
  await reach(buyer, '821234567');
  await page.locator('label:has(input[name=method][value=m-pesa])').click();
  await expect(page.locator('input[name="m-pesa.phone"]')).toHaveValue('');
  await type(page.locator('input[name="m-pesa.phone"]'), '86 123 4567');
  await payButton(page).click();
  await expect(page.getByText('Este número é de outra operadora. O M-Pesa usa números 84 ou 85.')).toBeVisible();
});

journey('a prompt that is cancelled on the phone is followed by a card on the same order', deep, async (buyer) => {
  const { page, world, email } = buyer;
  const phone = freshPhone();
  await reach(buyer, phone);
  await payByPhone(buyer, phone);
  await answerPhone(buyer, phone, 'cancel');
  await page.waitForURL('**/payment?**');
  await alive(page);
  await expect(page.getByText('O pedido foi cancelado no telemóvel e nada foi cobrado.')).toBeVisible();
  const suggestions = page.getByRole('navigation', { name: 'O que pode fazer agora' });
  await expect(suggestions.getByRole('link')).toHaveText([/Tentar de novo com M-Pesa/, /Pagar com cartão/]);
  await expect(suggestions.getByRole('link').last()).toContainText(/18\.720,00\sMT/);
  await suggestions.getByRole('link').last().click();
  await page.waitForURL('**/payment?**way=credit-card**');
  await alive(page);
  await expect(page.locator('input[name=method][value=credit-card]')).toBeChecked();
  await typeCardData(buyer, cards.approved);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await typeAddress(buyer);
  await page.getByRole('button', { name: /^Finalizar/ }).click();
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 1_872_000 }],
    attempts: ['m-pesa declined', 'card captured'],
    grants: 1,
  });
});

journey(
  'an empty wallet is declined with its reason, and another prompt to the same phone pays the order',
  deep,
  async (buyer) => {
    const { page, world, email } = buyer;
    const phone = freshPhone();
    await reach(buyer, phone);
    await payByPhone(buyer, phone);
    await answerPhone(buyer, phone, 'no-balance');
    await page.waitForURL('**/payment?**');
    await alive(page);
    await expect(page.getByText('O saldo do M-Pesa não chega para este valor')).toBeVisible();
    await payByPhone(buyer, phone);
    await answerPhone(buyer, phone, 'pin');
    await page.waitForURL('**/success?**');
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid' }],
      attempts: ['m-pesa declined', 'm-pesa captured'],
      ledger: ['capture-principal 1872000'],
    });
  },
);

journey('an unanswered prompt is sent again in place, at the locked price', deep, async (buyer) => {
  const { page, world, email } = buyer;
  const phone = freshPhone();
  await reach(buyer, phone);
  await payByPhone(buyer, phone);
  const here = page.url();
  await world.advance(5 * 60);
  await expect(title(page)).toHaveText('O pedido no telemóvel expirou', { timeout: 30_000 });
  await alive(page);
  await page.getByRole('button', { name: 'Enviar novo pedido ao telemóvel' }).click();
  await expect(title(page)).toHaveText('Confirme no seu telemóvel');
  expect(page.url()).toBe(here);
  await answerPhone(buyer, phone, 'pin');
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 1_872_000 }],
    attempts: ['m-pesa expired', 'm-pesa captured'],
  });
});

journey(
  'M-Pesa without JavaScript is a plain form and a page that refreshes itself',
  { ...deep, javaScriptEnabled: false },
  async (buyer) => {
    const { page, at, email, world } = buyer;
    const phone = freshPhone();
    await page.goto(at('/?product=ms&lang=pt-mz'));
    await page.locator('input[name=name]').fill('Graça Machava');
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=phone]').fill(phone);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    await page.locator('input[name=method][value=m-pesa]').check();
    await expect(page.locator('input[name="m-pesa.phone"]')).toHaveValue(/^84 /);
    await expect(page.locator('input[name=addressLine1]')).toBeHidden();
    await page.locator('input[name=terms]').check();
    await page.locator('#root form button[type=submit]:not([name]):not([aria-hidden])').last().click();
    await page.waitForURL('**/awaiting?**');
    await expect(title(page)).toHaveText('Confirme no seu telemóvel');
    await answerPhone(buyer, phone, 'pin');
    await page.waitForURL('**/success?**', { timeout: 30_000 });
    expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], attempts: ['m-pesa captured'] });
  },
);
