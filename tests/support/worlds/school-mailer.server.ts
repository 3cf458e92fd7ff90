import nodemailer from 'nodemailer';
import { createMailer, type Mailer } from '#src/apps/worker/emails/mailer.server.ts';
import type { Brand } from '#src/branding/index.server.ts';
import { readBrandParts } from '../fixtures/brand-parts.server.ts';
import { course, type DomainWorld } from './domain-world.server.ts';

/** Where links of its e-mails lead. */
export const schoolOrigin = 'https://pay.example';

/** The mailer of the tests' school, which looks like a real brand; `port`: of the mail server, `products`: what it sells. */
export function createSchoolMailer(
  ctx: DomainWorld['ctx'],
  port: number,
  products: Brand['products'] = [course],
): Mailer {
  const parts = readBrandParts();
  const [real] = parts.brands.brands;
  if (!real) throw new Error('There is no brand');
  const school: Brand = { ...real, id: 'school', brand: 'school', variant: null, name: 'Escola', products };
  return createMailer({
    ...parts,
    brands: { ...parts.brands, byId: new Map([['school', school]]) },
    ctx,
    transport: nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true }),
    from: 'matricula@school.example',
    publicOrigin: schoolOrigin,
    documents: {},
  });
}
