import { z } from 'zod';
import { isServiceCode } from '#src/domain/documents/fiscal-notes/index.ts';
import { isCnpj } from '#src/kernel/validation/tax-ids/cnpj.rule.ts';
import { isNuit } from '#src/kernel/validation/tax-ids/nuit.rule.ts';
import { isRuc } from '#src/kernel/validation/tax-ids/peru-documents.rule.ts';

const line = z.string().trim().min(1).max(200);

const place = {
  /** One line: street, number, city, region, postal code. */
  address: line,
  /** City of the court that both sides go to. */
  city: line,
  email: z.email(),
  phone: line.optional(),
};
const cnpj = line.refine(isCnpj, 'is no CNPJ in the mask 00.000.000/0000-00');
const nuit = line.refine(isNuit, 'is no NUIT');
const ruc = line.refine(isRuc, 'is no RUC');

/** `company.json`: the company behind a brand, by market, and how its fiscal notes are issued. */
export const companyJson = z.strictObject({
  BR: z.strictObject({ taxId: z.strictObject({ type: z.literal('cnpj'), number: cnpj }), ...place }),
  MZ: z.strictObject({ taxId: z.strictObject({ type: z.literal('nuit'), number: nuit }), ...place }),
  PE: z.strictObject({ taxId: z.strictObject({ type: z.literal('ruc'), number: ruc }), ...place }),
  fiscal: z.strictObject({
    municipality: z.string().regex(/^\d{7}$/, 'must be the seven digits of the IBGE'),
    cityRegistration: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
    series: z.string().regex(/^\d{1,5}$/, 'must be one to five digits'),
    serviceCode: z.string().refine(isServiceCode, 'must be six digits of the national list of services'),
    nbs: z
      .string()
      .regex(/^\d{9}$/)
      .optional(),
    simplified: z.literal([1, 2, 3]),
  }),
});
