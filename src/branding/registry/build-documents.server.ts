import { createHash } from 'node:crypto';
import {
  type Company,
  type ContractTerms,
  mergeTerms,
  parseTerms,
  type TermsText,
} from '#src/domain/documents/contracts/index.ts';
import type { IssuerTerms } from '#src/domain/documents/fiscal-notes/index.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import { normalizeCnpj } from '#src/kernel/validation/tax-ids/cnpj.rule.ts';
import type { BrandFolder } from '../files/brand-folder.server.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { companyJson } from '../files/company-schema.server.ts';
import { hasPath } from '../files/merge-patch.ts';
import { fileOf, layeredTree, type Layers, readLayered } from '../files/read-layered.server.ts';

type Report = (problem: BrandProblem) => void;

/** What a brand's contracts, receipts and fiscal notes are made of. */
export interface BrandDocuments {
  readonly terms: ContractTerms;
  readonly company: Company;
  readonly issuer: IssuerTerms;
}

/** What the pages' footer must say of the seller: never the base's sample, which belongs to no brand. */
const ownValues = [['taxId', 'number'], ['address'], ['email']] as const;

interface SellingBrand {
  readonly market: Country;
  readonly locale: Locale;
  readonly businessName: string;
  readonly issuesFiscalNotes: boolean;
}

/** The base's terms and company with the brand's own over them; `null` when they have mistakes. */
export function buildDocuments(
  fallback: BrandFolder | null,
  layers: Layers,
  brand: SellingBrand,
  report: Report,
): BrandDocuments | null {
  const all: Layers = fallback ? [fallback, ...layers] : layers;
  const terms = buildTerms(all, brand.locale, report);
  const read = readLayered(all, 'company.json', companyJson, report);
  if (!terms || !read) return null;
  const own = layeredTree(layers, 'company.json');
  for (const value of ownValues) {
    const key = [brand.market, ...value];
    const file = `${layers.at(-1)?.path ?? layers[0].path}/company.json`;
    if (!hasPath(own, key))
      report({ file, key: key.join('.'), message: 'is missing: the footer names the seller by it' });
  }
  const { phone, ...company } = read[brand.market];
  const { cityRegistration, nbs, ...issuer } = read.fiscal;
  const cnpj = normalizeCnpj(read.BR.taxId.number);
  if (brand.issuesFiscalNotes && !/^\d{14}$/.test(cnpj))
    report({
      file: fileOf(all, 'company.json', ['BR', 'taxId', 'number']),
      key: 'BR.taxId.number',
      message: 'must be 14 digits: the layout of fiscal notes takes no letters',
    });
  return {
    terms,
    company: { legalName: brand.businessName, ...company, phone: phone ?? null },
    issuer: { cnpj, ...issuer, cityRegistration: cityRegistration ?? null, nbs: nbs ?? null },
  };
}

function buildTerms(layers: Layers, locale: Locale, report: Report): ContractTerms | null {
  const name = `contract.${locale}.md`;
  let laid: TermsText | null = null;
  const sources: string[] = [];
  for (const layer of layers) {
    const source = layer.terms.get(name);
    if (source === undefined) continue;
    const read = parseTerms(source);
    if (!read.ok) report({ file: `${layer.path}/${name}`, key: '', message: read.error });
    else laid = laid ? mergeTerms(laid, read.value) : read.value;
    sources.push(source);
  }
  if (laid && laid.title !== null) {
    const version = createHash('sha256').update(sources.join('\u0000')).digest('hex');
    return { locale, title: laid.title, sections: laid.sections, version };
  }
  report({ file: `${layers[0].path}/${name}`, key: '', message: laid ? 'has no title' : 'is missing' });
  return null;
}
