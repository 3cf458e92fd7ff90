import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from '#tools/build.ts';
import { factors, type Market, methodLevels } from './factors.ts';

const root = path.resolve(import.meta.dirname, '../..');
const parts = ['src', 'sandbox', 'brands', 'migrations', 'tools', 'package.json', 'package-lock.json'];

/** Where a market's course is sold: the brand whose data get the course, and how links reach it. */
export interface Course {
  readonly folder: string;
  readonly business: string;
  readonly productCode: string;
  readonly operation: Market;
  readonly currency: string;
  readonly flowId: string;
}

/** One school per market, with every brand rule that its own data have. */
export const courses: Readonly<Record<Market, Course>> = {
  BR: {
    folder: 'wise-up/variants/online',
    business: 'wiseup-online',
    productCode: 'compat-br',
    operation: 'BR',
    currency: 'BRL',
    flowId: 'compat',
  },
  MZ: {
    folder: 'meusucesso/variants/mz',
    business: 'meusucesso',
    productCode: 'compat-mz',
    operation: 'MZ',
    currency: 'MZN',
    flowId: 'compat',
  },
  PE: {
    folder: 'wise-up/variants/peru',
    business: 'wiseup-online',
    productCode: 'compat-pe',
    operation: 'PE',
    currency: 'PEN',
    // The school's only flow there: the word in its name brings the country.
    flowId: 'peru',
  },
};

export const bumpCode = 'caderno';
/** The unit of the Brazilian school at which money is handed over. */
export const unitId = 'sp-paulista';
/** Minor units. */
export const price = 114_000;
/** Months of a term, by which its plan goes on. */
const months: Readonly<Record<string, number>> = { yearly: 12, semester: 6, recurrency: 1, monthly: 1 };
const rates = { '3 free': '0', '12 with interest': '0.0199' } as const;

/** The code of the plan that a combination is sold by. */
export function planCode(course: Course, planType: string, trial: string, installments: string): string {
  const rate = installments === '12 with interest' ? 'interest' : 'free';
  return [course.productCode, planType, trial === 'none' ? 'now' : 'trial', rate].join('-');
}

function planOf(course: Course, planType: string, trial: string, rate: string): object {
  const code = planCode(course, planType, trial, rate === '0' ? '3 free' : '12 with interest');
  const methods = Object.values(methodLevels)
    .filter(({ market }) => market === course.operation)
    .flatMap((way) => way.parts.map(({ method }) => method));
  const all = course.operation === 'BR' ? [...methods, 'loyalty-points'] : methods;
  return {
    ids: { test: code, homolog: code, production: code },
    name: 'Plano',
    planType,
    currency: course.currency,
    price,
    cycles: months[planType] ?? 12,
    methods: Object.fromEntries([...new Set(all)].map((method) => [method, { active: true }])),
    ...(course.operation === 'MZ' ? {} : { installments: { max: 12, monthlyRate: rate, minimum: 500 } }),
    // Free time is for plans that go on: somebody has to be charged when it is over.
    ...(trial === 'none' ? {} : { trial: { unit: 'day', count: 7 }, renews: true }),
    bumps: {
      [bumpCode]: {
        ids: { test: `${code}-b`, homolog: `${code}-b`, production: `${code}-b` },
        title: 'Caderno de exercícios',
        description: 'Cem páginas.',
        price: 9_700,
        standardPrice: 14_700,
      },
    },
  };
}

/** Another course of the same school, whose purchase leaves a kept card. */
export const otherCourse = (course: Course): Course => ({ ...course, productCode: `${course.productCode}-other` });

const mostTries = 40;

/** The n-th course that a member of the programme begins with free time: nobody has that twice for one course. */
export function trialCourse(course: Course, n: number): Course {
  if (n >= mostTries) throw new Error(`There are ${mostTries} courses to try`);
  return { ...course, productCode: `${course.productCode}-tried-${n}` };
}

function productOf(course: Course, trials: readonly string[] = factors.trial): object {
  const plans = factors['plan type'].flatMap((planType) =>
    trials.flatMap((trial) =>
      Object.values(rates).map((rate) => {
        const installments = rate === '0' ? '3 free' : '12 with interest';
        return [planCode(course, planType, trial, installments), planOf(course, planType, trial, rate)];
      }),
    ),
  );
  const { productCode } = course;
  return {
    key: productCode,
    slugs: [productCode],
    title: 'Curso',
    description: 'Um curso.',
    plans: Object.fromEntries(plans),
  };
}

/** Pages that prove a member of the points programme and choose a unit: between the lead and the payment. */
const pages = [
  ...['cpf', 'select-device', 'code', 'payment-method', 'payment'].map((name) => `livelo-${name}`),
  'select-school',
];

function flowOf(course: Course, between: readonly string[]): object {
  const plan = planCode(course, 'yearly', 'none', '3 free');
  return {
    stepsNumber: 3,
    startsFree: true,
    steps: [
      { id: 'lead', template: 'lead', next: between[0] ?? 'payment', currentStep: 1 },
      ...between.map((id, at) => ({ id, template: id, next: between[at + 1] ?? 'payment', currentStep: 2 })),
      { id: 'payment', template: 'payment', next: 'success', currentStep: 2 },
      { id: 'success', template: 'success', next: 'more' },
      {
        id: 'more',
        template: 'payment-upsell',
        next: 'both',
        currentStep: 3,
        props: { upsell: { product: course.productCode, plan, basisPoints: 5000 } },
      },
      { id: 'both', template: 'success-upsell', next: null },
    ],
  };
}

type Json = Record<string, Record<string, unknown>>;

function change(file: string, edit: (tree: Json) => void): void {
  const tree: Json = JSON.parse(readFileSync(file, 'utf8'));
  edit(tree);
  writeFileSync(file, JSON.stringify(tree));
}

/** A copy of the project in which three of its schools sell one more course, in every plan; built and ready to start. */
export async function makeTestBrands(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const one of parts) cpSync(path.join(root, one), path.join(folder, one), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const course of Object.values(courses)) {
    const brand = path.join(folder, 'brands', course.folder);
    change(path.join(brand, 'catalog.json'), (tree) => {
      const tried =
        course.operation === 'BR' ? Array.from({ length: mostTries }, (_, n) => trialCourse(course, n)) : [];
      const sold = [
        ...[course, otherCourse(course)].map((one) => [one.productCode, productOf(one)] as const),
        ...tried.map((one) => [one.productCode, productOf(one, ['7 days'])] as const),
      ];
      tree['products'] = { ...tree['products'], ...Object.fromEntries(sold) };
      tree['vouchers'] = {
        ...tree['vouchers'],
        'compat-amount': { kind: 'amount', amount: 12_000, currency: course.currency },
        'compat-percent': { kind: 'percent', basisPoints: 1_000 },
      };
    });
    const flow = flowOf(course, course.operation === 'BR' ? pages : []);
    writeFileSync(path.join(brand, 'flows', `${course.flowId}.json`), JSON.stringify(flow));
  }
  await build(folder, { onlyIfStale: false });
  return folder;
}
