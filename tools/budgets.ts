/**
 * Compares the build with its byte budgets. All figures are bytes after brotli 11; 1 kB is 1,000 bytes.
 *
 *     npm run budgets
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The part of `dist/manifest.json` that the budgets need. */
export interface MeasuredBuild {
  /** By page: scripts that it loads at once, and its own inline sheet. */
  readonly pages: Readonly<Record<string, { readonly script: number; readonly style: number }>>;
  /** By brand and page: the same with the views of every rail of its largest plan. */
  readonly brands?: Readonly<
    Record<string, Readonly<Record<string, { readonly script: number; readonly style: number }>>>
  >;
  /** The script that measures a page after it has loaded. */
  readonly webVitals?: number;
  /** By brand and mode: the theme's sheet, added to the page's. */
  readonly themes?: Readonly<Record<string, number>>;
  /** By brand: all font files that a first visit loads. */
  readonly fonts?: Readonly<Record<string, number>>;
  /** The card-fields page in all: document, script, sheet. */
  readonly cardFields?: number;
  /** The staff's console until its heaviest screen stands. */
  readonly consoleFirstScreen?: number;
}

export interface Figure {
  readonly subject: string;
  readonly bytes: number;
  readonly limit: number;
}

const scriptLimits: Readonly<Record<string, number>> = {
  // 70 are allowed; the form waits for each byte above a bare React page (decision 38).
  lead: 69_445,
  payment: 81_445,
  success: 0,
  'generic-error': 0,
};
const anyPageScript = 81_445;
const styleLimit = 4_000;
const fontLimit = 16_000;
const cardFieldsLimit = 25_000;
const consoleLimit = 350_000;
const unmeasured = { script: Number.POSITIVE_INFINITY, style: Number.POSITIVE_INFINITY } as const;
/** Fetched after `load`, once for all pages, so that no page waits for it. */
const webVitalsLimit = 6_000;

/** Every figure with its limit. A part that was not measured counts as infinitely large. */
export function budgetFigures({
  pages,
  brands,
  themes,
  fonts,
  cardFields,
  consoleFirstScreen,
  webVitals,
}: MeasuredBuild): Figure[] {
  const heaviestTheme = Math.max(...Object.values(themes ?? { none: Number.POSITIVE_INFINITY }));
  const ofPage = (page: string, { script, style }: { readonly script: number; readonly style: number }): Figure[] => [
    { subject: `script of ${page}`, bytes: script, limit: scriptLimits[page.split(' ')[0] ?? ''] ?? anyPageScript },
    { subject: `styles of ${page} with the heaviest theme`, bytes: style + heaviestTheme, limit: styleLimit },
  ];
  const ofPages = Object.entries(pages).flatMap(([page, bytes]) => ofPage(page, bytes));
  const ofBrands = Object.entries(brands ?? { 'every brand': { payment: unmeasured } }).flatMap(([brand, ofBrand]) =>
    Object.entries(ofBrand).flatMap(([page, bytes]) => ofPage(`${page} at ${brand}`, bytes)),
  );
  const ofFonts = Object.entries(fonts ?? { 'every brand': Number.POSITIVE_INFINITY }).map(([brand, bytes]) => ({
    subject: `fonts of ${brand}`,
    bytes,
    limit: fontLimit,
  }));
  const ofCard = { subject: 'card fields', bytes: cardFields ?? Number.POSITIVE_INFINITY, limit: cardFieldsLimit };
  const ofMeasures = {
    subject: 'web vitals, after load',
    bytes: webVitals ?? Number.POSITIVE_INFINITY,
    limit: webVitalsLimit,
  };
  const ofConsole = {
    subject: 'first screen of the console',
    bytes: consoleFirstScreen ?? Number.POSITIVE_INFINITY,
    limit: consoleLimit,
  };
  return [...ofPages, ...ofBrands, ...ofFonts, ofCard, ofMeasures, ofConsole];
}

export function budgetProblems(figures: readonly Figure[]): string[] {
  return figures
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ subject, bytes, limit }) =>
      Number.isFinite(bytes)
        ? `${subject}: ${bytes} bytes, ${bytes - limit} over the limit of ${limit}`
        : `${subject}: not measured in dist/manifest.json`,
    );
}

/** The figures of the build in `dist`, or null when there is none. */
export function readFigures(root: string): Figure[] | null {
  const file = path.join(root, 'dist/manifest.json');
  if (!existsSync(file)) return null;
  return budgetFigures(JSON.parse(readFileSync(file, 'utf8')) as MeasuredBuild);
}

if (import.meta.main) {
  const figures = readFigures(path.resolve(import.meta.dirname, '..'));
  if (figures === null) throw new Error('There is no build in dist: run npm run build first');
  for (const { subject, bytes, limit } of figures) console.log(`${String(bytes).padStart(7)} of ${limit}  ${subject}`);
  const problems = budgetProblems(figures);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
