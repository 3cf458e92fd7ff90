import { describe, expect, test } from 'vitest';
import {
  accessUrl,
  attemptBy,
  htmlOf,
  sampleEmails,
  line,
  emailThemeOf,
  accountUrl,
  orderUrl,
  places,
  slipPixCode,
} from '#tests/support/fixtures/sample-emails.ts';
import type { EmailContent } from './email.types.ts';
import { renderText } from './render/render-text.ts';

describe.each(places)('emails in $locale', (place) => {
  const emails = sampleEmails(place);

  test.each(Object.entries(emails))('have every text, in both media: %s', (_kind, emailContent) => {
    const html = htmlOf(emailContent, place);
    const text = renderText(emailContent, 'Escola');
    for (const written of [html, text, emailContent.subject, emailContent.preview])
      expect(written).not.toMatch(/\bemail\.[a-z]|method\.|\{\w+\}/);
    for (const piece of [
      emailContent.heading,
      ...emailContent.blocks.flatMap((block) => (block.kind === 'facts' ? block.rows.map((row) => row.value) : [])),
    ]) {
      expect(html).toContain(piece);
      expect(text).toContain(piece);
    }
    expect(emailContent.subject).not.toMatch(/[\r\n]/);
  });

  test.each(Object.entries(emails))(
    'are documents with a language and headings, and fetch nothing: %s',
    (_kind, emailContent) => {
      const html = htmlOf(emailContent, place);
      expect(html).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${place.locale}"`));
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      expect(html).toMatch(/<h2[ >]/);
      expect(html).toContain('max-width:600px');
      expect(html).not.toMatch(/<(script|img|link|iframe|form|svg)|url\(|@import|@font-face|var\(|src=/i);
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:\/\/[^<>"' ]+$/);
    },
  );

  test.each(Object.entries(emails))(
    'have the light theme inline and the dark one in a media query: %s',
    (_kind, emailContent) => {
      const html = htmlOf(emailContent, place);
      const { light, dark } = emailThemeOf(place);
      const [head = '', body = ''] = html.split('<body');
      expect(head).toMatch(/@media \(prefers-color-scheme:dark\)\{.*\}\}/);
      for (const token of [
        'color.page',
        'color.surface',
        'color.text',
        'color.text-muted',
        'color.primary.pure',
      ] as const) {
        expect(body).toContain(light[token]);
        expect(head).toContain(`${dark[token]}!important`);
      }
      const classes = new Set([...body.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
      for (const name of classes) expect(head).toContain(`.${name}{`);
    },
  );

  test('the receipt names order, local time, lines, voucher, method, total and the sign-in link', () => {
    const { paid } = emails;
    const rows = paid?.blocks.find((block) => block.kind === 'facts')?.rows.map((row) => row.value) ?? [];
    expect(rows[0]).toBe('BCD-FGH');
    expect(rows[1]).toBe(place.day);
    expect(rows[2]).toMatch(/1[.,]260[.,]00/);
    expect(rows[3]).toMatch(/^\u2212.*120[.,]00/);
    expect(rows[4]).toBe('Pix');
    expect(rows.at(-1)).toMatch(place.paid);
    expect(paid?.blocks).toContainEqual(expect.objectContaining({ kind: 'action', href: accessUrl }));
  });

  test('the receipt says where the buyer studies and writes the exam', () => {
    const where = { address: 'Rua Um, 1', city: 'Lima', region: 'LIM', country: 'PE' };
    const { paid } = sampleEmails(place, {
      places: [
        { ...where, kind: 'unit', id: 'centro', name: 'Centro' },
        { ...where, kind: 'test-place', id: 'campus', name: 'Campus' },
      ],
    });
    const rows = paid?.blocks.find((block) => block.kind === 'facts')?.rows ?? [];
    expect(rows.slice(1, 3).map(({ value }) => value)).toEqual(['Centro, Rua Um, 1, Lima', 'Campus, Rua Um, 1, Lima']);
    expect(rows.slice(1, 3).map(({ label }) => label)).not.toContainEqual(expect.stringContaining('email.'));
  });

  test('the receipt in Brazil names the seven days of withdrawal', () => {
    const notes = emails['paid']?.blocks.filter((block) => block.kind === 'note') ?? [];
    expect(notes.filter((note) => note.text.includes('28/11/2026'))).toHaveLength(place.market === 'BR' ? 1 : 0);
    expect(notes.map((note) => note.link?.href)).toContain(accountUrl);
  });

  test('names of buyers and products never become markup', () => {
    const buyerName = `<script>alert(1)</script>"'&\u202E da Silva`;
    const product = `</title><img src=x onerror=alert(1)> "Curso" & 'Aula'`;
    for (const [sample, emailContent] of Object.entries(sampleEmails(place, { buyerName, product }))) {
      const html = htmlOf(emailContent, place);
      expect(html).not.toMatch(/<script|<img|<\/title><|\u202E/);
      // An address that a purchase left may be a stranger's: it learns no name.
      const isNamed = sample !== 'corrected';
      const hasName = html.includes('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect([hasName, html.includes('alert(1)')]).toEqual([isNamed, isNamed]);
      expect(html.match(/<title>/g)).toHaveLength(1);
    }
  });
});

describe('in pt-BR', () => {
  const [place] = places;
  const rowsOf = (emailContent: EmailContent | undefined) =>
    emailContent?.blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : [])) ?? [];

  test('installments with interest are written out', () => {
    const attempt = attemptBy('card', {
      installments: 12,
      kept: { brand: 'american_express', last4: '0005', expiry: '12/30' },
    });
    const rows = rowsOf(sampleEmails(place, { payments: [{ attempt, amount: 126_000n }] })['paid']);
    expect(rows.map((row) => row.value.replaceAll('\u00a0', ' '))).toEqual(
      expect.arrayContaining(['R$ 120,00', 'Amex final 0005, em 12x de R$ 105,00', 'R$ 1.260,00']),
    );
  });

  test('an unknown card brand is called a card', () => {
    const attempt = attemptBy('card', { kept: { brand: 'aura', last4: '1234', expiry: '12/30' } });
    expect(rowsOf(sampleEmails(place, { payments: [{ attempt, amount: 114_000n }] })['paid'])).toContainEqual(
      expect.objectContaining({ value: 'Cartão final 1234' }),
    );
  });

  test('two payments are listed with their amounts', () => {
    const payments = [
      { attempt: attemptBy('bank-slip'), amount: 100_000n },
      { attempt: attemptBy('pix'), amount: 14_000n },
    ];
    const values = rowsOf(sampleEmails(place, { payments })['paid']).map((row) => row.value.replaceAll('\u00a0', ' '));
    expect(values).toEqual(expect.arrayContaining(['Boleto bancário: R$ 1.000,00', 'Pix: R$ 140,00', 'R$ 1.140,00']));
  });

  test('the instructions contain the slip’s link first, its line and the Pix code to copy, and the last day', () => {
    const emailContent = sampleEmails(place)['instructions'];
    expect(emailContent?.blocks).toContainEqual(expect.objectContaining({ kind: 'code', code: line }));
    expect(emailContent?.blocks).toContainEqual(expect.objectContaining({ kind: 'code', code: slipPixCode }));
    expect(emailContent?.blocks.filter((block) => block.kind === 'code')).toHaveLength(2);
    expect(emailContent?.blocks[1]).toMatchObject({ kind: 'action', label: 'Abrir o boleto' });
    expect(rowsOf(emailContent)).toContainEqual(expect.objectContaining({ value: '25/11/2026' }));
    expect(emailContent?.blocks).toContainEqual(expect.objectContaining({ kind: 'action', href: orderUrl }));
  });

  test('an underpayment e-mail names the paid and the missing amount', () => {
    const emailContent = sampleEmails(place)['underpaid'];
    expect(rowsOf(emailContent).map((row) => row.value.replaceAll('\u00a0', ' '))).toEqual([
      'BCD-FGH',
      'R$ 1.140,00',
      'R$ 1.000,00',
      'R$ 140,00',
    ]);
  });
});
