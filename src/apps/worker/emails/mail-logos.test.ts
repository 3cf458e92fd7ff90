import path from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { expect, test } from 'vitest';
import type { Brand } from '#src/branding/index.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { createEmailSender, type EmailSenderOptions } from './email-sender.server.ts';
import { readMailLogos } from './mail-logos.server.ts';

const { brands, words, themes } = readBrandParts();
const logoOf = readMailLogos(path.resolve(import.meta.dirname, '../../../../brands'), brands);
const school = brands.brands.find(({ id }) => id === 'wise-up.online');
if (!school) throw new Error('There is no such brand');

test.each(brands.brands.map((brand) => [brand.id, brand] as const))(
  '%s has a logo for e-mails, small and sharp',
  (_id, brand) => {
    const logo = logoOf(brand);
    expect(logo?.width).toBeGreaterThanOrEqual(70);
    expect(logo?.width).toBeLessThanOrEqual(240);
    expect(logo?.content.length).toBeLessThan(15_000);
  },
);

/** An e-mail of the school as it is handed to a mail server. */
async function sent(brand: Brand, logos: NonNullable<EmailSenderOptions['logos']>): Promise<SendMailOptions> {
  const mails: SendMailOptions[] = [];
  const transport = nodemailer.createTransport({
    ...{ name: 'kept', version: '1' },
    send: (mail, done) => {
      mails.push(mail.data);
      done(null, { messageId: '', envelope: { from: '', to: [] } });
    },
  });
  const sender = createEmailSender({
    ...{ clock: new VirtualClock(), words, themes, transport, from: 'matricula@school.example', logos },
  });
  await sender.send({
    ...{ id: 'msg_1', brand, to: { name: 'Maria', email: 'maria@example.com' } },
    emailContent: {
      ...{ locale: 'pt-BR', subject: 'Olá', preview: 'Olá', heading: 'Olá', blocks: [] },
      footer: { seller: '', reason: '', links: [] },
    },
  });
  const [mail] = mails;
  if (!mail) throw new Error('Nothing was sent');
  return mail;
}

test('An e-mail shows the school’s logo, which it carries itself', async () => {
  const mail = await sent(school, logoOf);
  expect(mail.html).toMatch(new RegExp(`<img src="cid:logo" width="\\d+" height="\\d+" alt="${school.name}"`));
  expect(mail.attachments).toMatchObject([{ cid: 'logo', contentType: 'image/png', contentDisposition: 'inline' }]);
  expect(mail.html).not.toMatch(/src="https?:/);
});

test('An e-mail of a brand without a logo says its name', async () => {
  const mail = await sent(school, () => null);
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain(school.name);
  expect(mail.attachments).toEqual([]);
});
