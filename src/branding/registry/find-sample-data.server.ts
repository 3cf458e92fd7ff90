import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrandProblem } from '../files/brand-problem.ts';
import { companyJson } from '../files/company-schema.server.ts';
import type { BrandRegistry } from './brand-registry.server.ts';
import { fallbackBrand } from './load-brands.server.ts';

const message = 'is sample data: contracts, receipts and fiscal notes need the company’s own';

/** RFC 2606 reserves it: no company can be written to there, so a company with such an address is a sample. */
const sampleDomain = /(?:@|\.)example$/i;

/**
 * Brands that sell with a sample company, the base's or one of this repository: a buyer would sign with a company that
 * does not exist, and the tax office would receive it. One problem per value, with the file for the brand's own value.
 * City and court may be the same by chance, and are not compared.
 */
export function findSampleData({ brands }: Pick<BrandRegistry, 'brands'>, dir: string): readonly BrandProblem[] {
  const text = readFileSync(path.join(dir, fallbackBrand, 'company.json'), 'utf8');
  const sample = companyJson.parse(JSON.parse(text));
  return brands.flatMap(({ brand, variant, market, documents: { company } }) => {
    const base = sample[market];
    const isSample = sampleDomain.test(company.email);
    const keys = [
      ...(isSample || company.taxId.number === base.taxId.number ? [`${market}.taxId.number`] : []),
      ...(isSample || company.address === base.address ? [`${market}.address`] : []),
      ...(isSample ? [`${market}.email`] : []),
    ];
    const folder = variant === null ? brand : `${brand}/variants/${variant}`;
    return keys.map((key) => ({ file: `${folder}/company.json`, key, message }));
  });
}
