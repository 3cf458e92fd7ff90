import { z } from 'zod';
import { isServiceCode } from '#src/domain/service-notes/index.ts';
import { cnpjRule } from '#src/kernel/validation/cnpj.rule.ts';

const line = z.string().trim().min(1).max(200);

const inMarket = z.strictObject({
  taxId: z.strictObject({ type: z.enum(['cnpj', 'nuit', 'ruc']), number: line }),
  /** One line: street, number, city, region, postal code. */
  address: line,
  /** City of the court that both sides go to. */
  city: line,
  email: z.email(),
  phone: line.optional(),
});

/** `company.json`: the company behind a brand, by market, and how its fiscal notes are issued. */
export const companyJson = z.strictObject({
  BR: inMarket,
  MZ: inMarket,
  PE: inMarket,
  fiscal: z.strictObject({
    cnpj: z
      .string()
      .regex(/^\d{14}$/, 'must be 14 digits: the layout of fiscal notes takes no letters')
      .refine((number) => cnpjRule(number) === null, 'is no CNPJ'),
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
