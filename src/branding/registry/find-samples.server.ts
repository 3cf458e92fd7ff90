import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrandProblem } from '../files/brand-problem.ts';
import { companyJson } from '../files/company-schema.server.ts';
import type { BrandRegistry } from './brand-registry.server.ts';
import { fallbackBrand } from './load-brands.server.ts';

const message = 'is the sample of the base: contracts, receipts and fiscal notes need the company’s own';

/**
 * What brands still have of the base's sample company: a buyer would sign with a company that does not exist, and the tax
 * office would be told of it. One problem per value, with the file in which the brand's own belongs. City and court may be
 * the same by chance, and are not looked at.
 */
export function findSamples({ brands }: Pick<BrandRegistry, 'brands'>, dir: string): readonly BrandProblem[] {
  const text = readFileSync(path.join(dir, fallbackBrand, 'company.json'), 'utf8');
  const sample = companyJson.parse(JSON.parse(text));
  return brands.flatMap(({ brand, variant, market, papers: { company, issuer } }) => {
    const base = sample[market];
    const notes = market === 'BR' && issuer.cnpj === sample.fiscal.cnpj;
    const keys = [
      ...(company.taxId.number === base.taxId.number ? [`${market}.taxId.number`] : []),
      ...(company.address === base.address ? [`${market}.address`] : []),
      ...(company.email === base.email ? [`${market}.email`] : []),
      ...(notes ? ['fiscal.cnpj'] : []),
    ];
    const folder = variant === null ? brand : `${brand}/variants/${variant}`;
    return keys.map((key) => ({ file: `${folder}/company.json`, key, message }));
  });
}
