/** @module-tag deep */
import {
  acceptTerms,
  alive,
  buyerCpf,
  choose,
  orderSlip,
  payButton,
  reachPayment,
  type,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

journey(
  'the e-mail about a slip opens on another device: with its line or other methods, and nothing personal',
  async (buyer) => {
    const { page, email, world, person } = buyer;
    await reachPayment(buyer, '/?product=wup');
    await orderSlip(page);
    await expect.poll(async () => (await world.mails(email)).length).toBe(1);
    const [mail] = await world.mails(email);
    const link = mail?.links.find((one) => one.includes('/recovery/')) ?? '';
    expect(link).toMatch(/\/recovery\/rec_[\w-]{22}\?.*t=[\w-]{43}/);

    const other = await person();
    await other.goto(link);
    expect(new URL(other.url()).searchParams.get('t')).toBeNull();
    await expect(other.locator('textarea').first()).toHaveValue(/^\d{5}\.\d{5} /);
    for (const personal of [email, buyerCpf, 'Maria da Silva'])
      await expect(other.locator('body')).not.toContainText(personal);
    // Another way to pay, from there.
    await other.getByRole('link', { name: /outra forma/ }).click();
    await alive(other);
    await choose(other, 'pix');
    await expect(other.locator('input[name="pix.document"]')).toHaveValue('');
    await type(other.locator('input[name="pix.document"]'), buyerCpf);
    await acceptTerms(other);
    await payButton(other).click();
    await other.locator('textarea').first().waitFor();
    await world.payPix({ code: await other.locator('textarea').first().inputValue() });
    await expect.poll(async () => (await world.records(email)).grants).toBe(1);
    expect((await world.records(email)).orders).toMatchObject([{ state: 'paid', received: 114_000 }]);

    // Whoever has the address without its secret sees nothing.
    const stranger = await person();
    const bare = new URL(link);
    bare.searchParams.delete('t');
    const answer = await stranger.goto(bare.href);
    expect(answer?.status()).toBe(404);
  },
);
