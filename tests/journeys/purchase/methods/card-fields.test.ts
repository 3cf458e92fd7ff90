import type { Browser } from '@playwright/test';
import { compactDecrypt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { openCard, typeCard } from '#tests/support/browser/card-fields-page.ts';
import { type CardFieldsWorld, createCardFieldsWorld } from '#tests/support/browser/card-fields-world.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';

let sandboxWorld: CardFieldsWorld;
let browser: Browser;
beforeAll(async () => {
  [sandboxWorld, browser] = await Promise.all([createCardFieldsWorld(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await sandboxWorld.close();
});

async function opened(token: string): Promise<Record<string, unknown>> {
  const { plaintext } = await compactDecrypt(token, sandboxWorld.privateKey());
  return JSON.parse(new TextDecoder().decode(plaintext)) as Record<string, unknown>;
}

describe('a card', () => {
  test('is typed, encrypted for the acquirer, and given to the page as four digits', async () => {
    const { context, page, frame, complaints } = await openCard(browser, sandboxWorld);
    await typeCard(frame);
    expect(await frame.inputValue('#cc-number')).toBe('4111 1111 1111 1111');
    expect(await frame.inputValue('#cc-exp')).toBe('08/31');
    const answer = await page.evaluate(() => window.cardFrame.tokenize());
    expect(answer).toMatchObject({ ok: true, value: { brand: 'visa', last4: '1111', expiry: '08/31' } });
    const card = await opened(answer.ok ? answer.value.token : '');
    expect(card).toEqual({
      ...{ number: '4111111111111111', holder: 'Ana Maria Braga' },
      ...{ expiryMonth: 8, expiryYear: 2031, securityCode: '123' },
      iat: expect.closeTo(Date.now() / 1000, -1),
      jti: expect.stringMatching(/^[\w-]{22}$/),
    });
    const received = await page.evaluate(() => window.received);
    expect(received.changes.at(0)).toEqual({ complete: false, brand: null, last4: null });
    expect(received.changes.at(-1)).toEqual({ complete: true, brand: 'visa', last4: '1111' });
    const secret = ['token', 'nonce'];
    const plain = JSON.stringify(received.messages, (key, value: unknown) => (secret.includes(key) ? '' : value));
    expect(plain).not.toMatch(/\d{5}|123"|Maria/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('gives another token each time, and is forgotten when the page says so', deep, async () => {
    const { context, page, frame } = await openCard(browser, sandboxWorld);
    await typeCard(frame);
    const twice = await page.evaluate(async () => [
      await window.cardFrame.tokenize(),
      await window.cardFrame.tokenize(),
    ]);
    const cards = await Promise.all(twice.map((answer) => opened(answer.ok ? answer.value.token : '')));
    expect(cards[0]?.['jti']).not.toBe(cards[1]?.['jti']);
    expect(await frame.inputValue('#cc-number')).not.toBe('');
    await page.evaluate(() => window.cardFrame.clear());
    await frame.waitForFunction(() => [...document.querySelectorAll('input')].every((input) => input.value === ''));
    expect(await frame.locator('.error:visible').count()).toBe(0);
    await page.waitForFunction(() => window.received.changes.at(-1)?.last4 === null);
    await context.close();
  });

  test('typed before the script came is taken over', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(sandboxWorld.checkout, { waitUntil: 'commit' });
    const number = page.frameLocator('iframe').locator('#cc-number');
    await number.pressSequentially('5555555555554444');
    release();
    await page.waitForFunction(() => window.received.changes.at(-1)?.brand === 'mastercard');
    expect(await number.inputValue()).toBe('5555 5555 5555 4444');
    await context.close();
  });

  test('of American Express has its own layout and a code of four digits', deep, async () => {
    const { context, page, frame } = await openCard(browser, sandboxWorld);
    await typeCard(frame, { number: '378282246310005', code: '12345' });
    expect(await frame.inputValue('#cc-number')).toBe('3782 822463 10005');
    expect(await frame.inputValue('#cc-csc')).toBe('1234');
    expect(await frame.textContent('#cc-csc-hint')).toBe('4 dígitos');
    expect(await page.evaluate(() => window.cardFrame.tokenize())).toMatchObject({
      ok: true,
      value: { brand: 'american_express' },
    });
    await context.close();
  });
});

describe('editing', () => {
  test('in the middle keeps the caret between the same digits', async () => {
    const { context, page, frame } = await openCard(browser, sandboxWorld);
    const number = frame.locator('#cc-number');
    await number.pressSequentially('4111222233334444');
    for (let step = 0; step < 15; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    expect(await number.inputValue()).toBe('4122 2233 3344 44');
    await page.keyboard.type('99');
    expect(await number.inputValue()).toBe('4199 2222 3333 4444');
    await page.keyboard.type('7');
    expect(await number.inputValue()).toBe('4199 2222 3333 4444');
    await context.close();
  });

  test.each([
    ['4111-1111 1111.1111', '4111 1111 1111 1111'],
    ['  5555\t5555\n5555 4444 ', '5555 5555 5555 4444'],
    ['nº 3782.822463.10005', '3782 822463 10005'],
  ])('pastes %j', async (text, expected) => {
    const { context, page, frame } = await openCard(browser, sandboxWorld);
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await frame.locator('#cc-number').focus();
    await page.keyboard.press('ControlOrMeta+V');
    expect(await frame.inputValue('#cc-number')).toBe(expected);
    await context.close();
  });

  test('takes a year of four digits and shows two', deep, async () => {
    const { context, frame } = await openCard(browser, sandboxWorld);
    await frame.locator('#cc-exp').pressSequentially('8/2031');
    expect(await frame.inputValue('#cc-exp')).toBe('08/2031');
    await frame.locator('#cc-csc').focus();
    expect(await frame.inputValue('#cc-exp')).toBe('08/31');
    await context.close();
  });
});

describe('messages', () => {
  test('do not show in a field that was only passed through, and show in one that was filled wrongly', async () => {
    const { context, frame } = await openCard(browser, sandboxWorld);
    await frame.locator('#cc-number').focus();
    await frame.locator('#cc-name').focus();
    expect(await frame.locator('.error:visible').count()).toBe(0);
    await frame.locator('#cc-number').pressSequentially('4111111111111112');
    expect(await frame.locator('.error:visible').count()).toBe(0);
    await frame.locator('#cc-name').pressSequentially('Ana');
    await frame.locator('#cc-exp').focus();
    expect(await frame.locator('.error:visible').allTextContents()).toEqual([
      'Revise o número do cartão',
      'Preencha com nome e sobrenome',
    ]);
    expect(await frame.locator('#cc-number').getAttribute('aria-invalid')).toBe('true');
    expect(await frame.locator('#cc-number').getAttribute('aria-describedby')).toBe('cc-number-error');
    await frame.locator('#cc-number').fill('4111111111111111');
    expect(await frame.locator('#cc-number').getAttribute('aria-invalid')).toBeNull();
    await context.close();
  });

  test('all show when the page sends, the first wrong field has the caret, and the count is said', async () => {
    const { context, page, frame } = await openCard(browser, sandboxWorld, { locale: 'es-PE' });
    await frame.locator('#cc-number').pressSequentially('4111111111111111');
    await page.locator('#after').focus();
    expect(await page.evaluate(() => window.cardFrame.tokenize())).toEqual({ ok: false, error: 'invalid' });
    expect(await frame.locator('.error:visible').allTextContents()).toEqual(
      Array.from({ length: 3 }, () => 'Este campo es obligatorio'),
    );
    expect(await frame.textContent('#said')).toBe('Revisa 3 campos de la tarjeta');
    await frame.waitForFunction(() => document.hasFocus() && document.activeElement?.id === 'cc-name');
    await page.keyboard.type('Ana Braga');
    expect(await frame.inputValue('#cc-name')).toBe('Ana Braga');
    expect(await page.evaluate(() => window.cardFrame.check({ focus: false }))).toEqual({ ok: true, value: 2 });
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('cc-name');
    await context.close();
  });

  test.each([
    ['0726', 'Revise a data de validade'],
    ['1327', 'Revise a data de validade'],
    ['0140', 'Revise a data de validade'],
  ])('say that expiry %s is wrong', async (expiry, message) => {
    const { context, frame } = await openCard(browser, sandboxWorld);
    await frame.locator('#cc-exp').pressSequentially(expiry);
    await frame.locator('#cc-csc').focus();
    expect(await frame.locator('#cc-exp-error').textContent()).toBe(message);
    await context.close();
  });

  test('ask for the brand where none was chosen, and a choice taken back stays empty', deep, async () => {
    const { context, page, frame } = await openCard(browser, sandboxWorld);
    expect(await page.evaluate(() => window.cardFrame.check({ focus: false }))).toEqual({ ok: true, value: 5 });
    // Beside the number's own message there is room for no other: the list is marked, and its message is read out with it.
    const brand = frame.locator('#cc-brand');
    expect(await brand.getAttribute('aria-invalid')).toBe('true');
    const message = frame.locator(`#${await brand.getAttribute('aria-describedby')}`);
    expect(await message.textContent()).toContain('Revise a bandeira');
    await typeCard(frame);
    expect(await frame.locator('.error:visible').count()).toBe(0);
    await frame.selectOption('#cc-brand', '');
    expect(await frame.inputValue('#cc-brand')).toBe('');
    expect(await frame.locator('.error:visible').allTextContents()).toEqual(['Selecione a bandeira do cartão.']);
    expect(await page.evaluate(() => window.cardFrame.tokenize())).toEqual({ ok: false, error: 'invalid' });
    await frame.selectOption('#cc-brand', 'visa');
    expect(await page.evaluate(() => window.cardFrame.tokenize())).toMatchObject({
      ok: true,
      value: { brand: 'visa' },
    });
    await context.close();
  });

  test('leave the brand alone while an emptied number is typed anew', deep, async () => {
    const { context, page, frame } = await openCard(browser, sandboxWorld);
    await typeCard(frame);
    expect(await page.evaluate(() => window.cardFrame.check({ focus: false }))).toEqual({ ok: true, value: 0 });
    await frame.locator('#cc-number').fill('');
    expect(await frame.locator('.error:visible').allTextContents()).toEqual(['Este campo é obrigatório']);
    expect(await page.evaluate(() => window.cardFrame.check({ focus: false }))).toEqual({ ok: true, value: 2 });
    await context.close();
  });

  test('say that a recognised brand is not taken, and a correction that the number allows holds', async () => {
    const { context, page, frame } = await openCard(browser, sandboxWorld);
    await typeCard(frame, { number: '6500000000000002' });
    expect(await page.evaluate(() => window.cardFrame.tokenize())).toEqual({ ok: false, error: 'invalid' });
    expect(await frame.locator('.error:visible').allTextContents()).toEqual([
      'Não aceitamos Discover. Use outro cartão ou corrija a bandeira.',
    ]);
    await frame.waitForFunction(() => document.hasFocus() && document.activeElement?.id === 'cc-brand');
    await frame.selectOption('#cc-brand', 'elo');
    expect(await page.evaluate(() => window.cardFrame.tokenize())).toMatchObject({
      ok: true,
      value: { brand: 'elo', last4: '0002' },
    });
    await frame.locator('#cc-number').fill('5555555555554444');
    expect(await frame.inputValue('#cc-brand')).toBe('mastercard');
    await context.close();
  });

  test('say so whatever else is chosen for a number that can be of no other brand', async () => {
    const { context, page, frame } = await openCard(browser, sandboxWorld, { locale: 'es-PE' });
    const said = 'No aceptamos JCB. Usa otra tarjeta o corrige la marca.';
    await typeCard(frame, { number: '3530111333300000' });
    await frame.locator('#cc-csc').blur();
    expect(await frame.locator('.error:visible').allTextContents()).toEqual([said]);
    for (const brand of ['visa', 'elo', 'hipercard']) {
      await frame.selectOption('#cc-brand', brand);
      expect(await frame.locator('.error:visible').allTextContents()).toEqual([said]);
    }
    expect(await page.evaluate(() => window.cardFrame.tokenize())).toEqual({ ok: false, error: 'invalid' });
    await context.close();
  });
});
