import type { ThemeMode } from '#src/branding/brand.types.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { isCnpj } from '#src/kernel/validation/tax-ids/cnpj.rule.ts';
import { isNuit } from '#src/kernel/validation/tax-ids/nuit.rule.ts';
import { isRuc } from '#src/kernel/validation/tax-ids/peru-documents.rule.ts';
import type { Rgb } from './oklch.ts';

/** The validated input of a new brand. */
export interface BrandPlan {
  /** Name of the folder, and by default the brand's key in links. */
  readonly folder: string;
  readonly name: string;
  readonly businessName: string;
  readonly business: string;
  readonly market: Country;
  readonly mode: ThemeMode;
  readonly first: Rgb;
  readonly second: Rgb;
  readonly look: string;
  readonly symbol: string;
  readonly key: string;
  readonly product: string;
  /** Minor units of the market's currency, for a year. */
  readonly price: number;
  /** Most installments without interest. */
  readonly installments: number;
  /** Host of the school's site, e.g. `escola.com.br`. */
  readonly domain: string;
  readonly area: string | null;
  /** CNPJ, NUIT or RUC of the company, by market. */
  readonly taxId: string;
  readonly address: string;
  /** Contact address for buyers. */
  readonly email: string;
}

/** Defaults of a country: language, currency, and the words of addresses. */
export interface Market {
  readonly locale: 'pt-BR' | 'pt-MZ' | 'es-PE';
  readonly currency: Currency;
  readonly company: string;
  readonly student: string;
  readonly paths: { readonly access: string; readonly terms: string; readonly politics: string; readonly faq: string };
  readonly plan: string;
  readonly isTaxId: (value: string) => boolean;
  /** Valid sample numbers and addresses of no company: production refuses a brand with a sample e-mail. */
  readonly sample: { readonly taxId: string; readonly address: string };
}

const portuguese = {
  access: 'primeiro-acesso',
  terms: 'termos-de-uso',
  politics: 'politica-de-privacidade',
  faq: 'perguntas',
};

export const markets: Readonly<Record<Country, Market>> = {
  BR: {
    locale: 'pt-BR',
    currency: 'BRL',
    company: 'Educação Ltda.',
    isTaxId: isCnpj,
    sample: { taxId: '90.000.123/0001-15', address: 'Rua XV de Novembro, 100, Curitiba/PR, CEP 80020-310' },
    student: 'aluno',
    paths: portuguese,
    plan: 'Plano anual',
  },
  MZ: {
    locale: 'pt-MZ',
    currency: 'MZN',
    company: 'Educação, Limitada',
    isTaxId: isNuit,
    sample: { taxId: '400001235', address: 'Avenida Julius Nyerere, 100, Maputo' },
    student: 'aluno',
    paths: portuguese,
    plan: 'Plano anual',
  },
  PE: {
    locale: 'es-PE',
    currency: 'PEN',
    company: 'Educación S.A.C.',
    isTaxId: isRuc,
    sample: { taxId: '20699000125', address: 'Avenida Javier Prado Este 100, San Isidro, Lima' },
    student: 'alumno',
    paths: {
      access: 'primer-acceso',
      terms: 'terminos-de-uso',
      politics: 'politica-de-privacidad',
      faq: 'preguntas',
    },
    plan: 'Plan anual',
  },
};
