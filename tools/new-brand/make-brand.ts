import { readFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { themeModes } from '#src/branding/brand.types.ts';
import type { JsonTree } from '#src/branding/files/merge-patch.ts';
import { hexOf } from '#src/branding/theme/token-values.ts';
import type { RailManifest } from '#src/domain/payments/index.ts';
import type { BuiltFile } from '../brands/brand-files.ts';
import { characterSets } from '../fonts/characters.ts';
import { outlineText, type OutlinedText } from '../fonts/glyph-outlines.ts';
import { type BrandPlan, markets } from './brand-plan.ts';
import { brandWords } from './brand-words.ts';
import { type Drawing, drawFavicon, drawLogo, drawScene } from './drawings.ts';
import { jsonText } from './json-text.ts';
import { type ThemePreset, themePresets } from './theme-presets.ts';
import { makeColors, type ThemeColors } from './theme-colors.ts';
import { themeFile } from './theme-file.ts';

/** Inputs from the project: fonts and rails. */
export interface Workshop {
  /** The project: its `node_modules/` has the fonts. */
  readonly root: string;
  readonly rails: readonly RailManifest[];
}

/** Height of a logo's letters, and the maximum width of a name, in CSS pixels. */
const letterSize = 23;
const widestName = 180;

/** Every file of a new brand, by its path in the brand's folder. */
export async function makeBrand(plan: BrandPlan, shop: Workshop): Promise<readonly BuiltFile[]> {
  const look = themePresets[plan.look];
  if (!look) throw new Error(`There is no look ${plan.look}`);
  const word = await outlineName(plan.name, look, shop.root);
  const described = `Made of ${hexOf(plan.first)} and ${hexOf(plan.second)}: every pair has its contrast.`;
  const inModes = themeModes.map((mode) => {
    const colors = makeColors(plan.first, plan.second, mode);
    return { mode, theme: themeFile(colors, look, mode, described), ...drawIn(colors, plan.symbol, word) };
  });
  const [{ logo }] = inModes as [(typeof inModes)[number], ...typeof inModes];
  const files: (readonly [string, JsonTree])[] = [
    ['brand.json', brandFile(plan, logo)],
    ['links.json', linksFile(plan)],
    ['company.json', companyFile(plan)],
    ['features.json', featuresFile()],
    ['sellers.json', {}],
    ['catalog.json', catalogFile(plan, shop.rails)],
    ['fonts.json', { faces: [{ ...look.body }, { ...look.display }] }],
    [`copy/${markets[plan.market].locale}.json`, brandWords[markets[plan.market].locale]],
    ...flowFiles(plan, shop.rails),
    ...inModes.map(({ mode, theme }) => [`theme.${mode}.json`, theme] as const),
  ];
  return [
    ...files.map(([name, tree]) => ({ path: name, content: jsonText(tree) })),
    ...inModes.flatMap(({ mode, logo: { svg }, scene }) => [
      { path: `images/logo.${mode}.svg`, content: svg },
      { path: `images/scene.${mode}.svg`, content: scene },
    ]),
    { path: 'images/favicon.svg', content: faviconOf(plan) },
  ];
}

function drawIn(
  colors: ThemeColors,
  symbol: string,
  word: OutlinedText,
): { readonly logo: Drawing; readonly scene: string } {
  const paint = {
    main: hexAt(colors, 'primary.text'),
    accent: hexAt(colors, 'secondary.text'),
    ground: hexAt(colors, 'page'),
  };
  return { logo: drawLogo(symbol, paint, word, hexAt(colors, 'text')), scene: drawScene(symbol, paint) };
}

function faviconOf(plan: BrandPlan): string {
  const colors = makeColors(plan.first, plan.second, plan.mode);
  const [tile, on] = [hexAt(colors, 'primary.pure'), hexAt(colors, 'primary.on')];
  return drawFavicon(plan.symbol, tile, { main: on, accent: on, ground: tile });
}

function hexAt(colors: ThemeColors, name: string): string {
  const color = colors[name];
  if (!color) throw new Error(`The theme has no colour ${name}`);
  return hexOf(color.rgb);
}

/** Letterforms already opened: one run may make many brands. */
const opened = new Map<string, Promise<Uint8Array>>();

function loadLetterforms(
  { package: source, weight, characters }: ThemePreset['display'],
  root: string,
): Promise<Uint8Array> {
  const slug = source.slice('@fontsource/'.length);
  const file = path.join(root, 'node_modules', source, 'files', `${slug}-latin-${weight}-normal.woff2`);
  const letters =
    opened.get(file) ??
    subsetFont(readFileSync(file), characterSets[characters], { targetFormat: 'truetype', noHinting: true });
  opened.set(file, letters);
  return letters;
}

/** The name in the brand's font; a long one in a smaller size. */
async function outlineName(name: string, look: ThemePreset, root: string): Promise<OutlinedText> {
  const letters = await loadLetterforms(look.display, root);
  const wide = outlineText(letters, name, letterSize);
  return wide.width <= widestName ? wide : outlineText(letters, name, (letterSize * widestName) / wide.width);
}

function brandFile(plan: BrandPlan, logo: Drawing): JsonTree {
  const { folder, name, businessName, business, market, mode, area } = plan;
  return {
    name,
    businessName,
    business,
    dsProductId: folder,
    bffId: folder,
    productCode: folder,
    market,
    locale: markets[market].locale,
    mode,
    areas: area === null ? [] : [area],
    logo: {
      dark: 'logo.dark.svg',
      light: 'logo.light.svg',
      width: Math.min(240, Math.max(40, Math.round(logo.width * 0.92))),
    },
    favicon: 'favicon.svg',
    scene: { dark: 'scene.dark.svg', light: 'scene.light.svg' },
    formWidth: 465,
  };
}

function linksFile({ folder, domain, market }: BrandPlan): JsonTree {
  const { paths, student } = markets[market];
  const at = (host: string, outside: string, own: string): JsonTree => ({
    test: `{sandbox}/school/${folder}${outside}`,
    homolog: `https://${host}homolog.${domain}${own}`,
    production: `https://${host}${domain}${own}`,
  });
  return {
    domain: at(`${student}.`, '', ''),
    firstAccess: at(`${student}.`, '/primeiro-acesso?source=checkout', `/${paths.access}?source=checkout`),
    terms: at('', '/termos-de-uso', `/${paths.terms}`),
    politics: at('', '/politica-de-privacidade', `/${paths.politics}`),
    faq: at('', '/perguntas', `/${paths.faq}`),
    ...(market === 'PE' && { complaintsBook: at('', '/libro-de-reclamaciones', '/libro-de-reclamaciones') }),
  };
}

/** The seller's number, address and e-mail for the footer of every page; sample values where they are missing. */
function companyFile({ market, taxId, address, email }: BrandPlan): JsonTree {
  return { [market]: { taxId: { number: taxId }, address, email } };
}

function featuresFile(): JsonTree {
  return {
    hasAddressForm: false,
    success: {
      default: { displayHeader: true, displayIcon: true, displayAccessButton: true },
      bankslip: { displayHeader: true, displayIcon: true, displayAccessButton: false },
    },
    sendBffPaymentRequest: { enabled: false, documentToNFGeneration: false },
    lead: { sendBffLeadRequest: { enabled: false } },
  };
}

/**
 * Every payment method with a gateway in the market, except those that need more than a contract: pages in the flow, units
 * of the school. The first is preselected: methods with installments come first, then methods paid at once, then the
 * rest.
 */
function methodsIn(plan: BrandPlan, rails: readonly RailManifest[]): readonly RailManifest[] {
  const { currency } = markets[plan.market];
  const rank = ({ takesInstallments, waitingPath }: RailManifest): number =>
    takesInstallments ? 0 : waitingPath === null ? 2 : 1;
  return rails
    .filter((rail) => rail.markets.includes(plan.market) && rail.currencies.includes(currency))
    .filter(({ hasOwnPages, requiresLocation }) => !hasOwnPages && requiresLocation === undefined)
    .toSorted((one, other) => rank(one) - rank(other));
}

function catalogFile(plan: BrandPlan, rails: readonly RailManifest[]): JsonTree {
  const { folder, key, product, price, installments, market } = plan;
  const { currency, plan: name } = markets[market];
  const methods = methodsIn(plan, rails).map(({ methods: [method] }) => [method, { active: true }] as const);
  const annual = {
    ids: { test: `${folder}-annual-t`, homolog: `${folder}-annual-h`, production: `${folder}-annual-p` },
    name,
    planType: 'yearly',
    currency,
    price,
    cycles: 12,
    methods: Object.fromEntries(methods),
    ...(installments > 1 && {
      installments: { max: installments, monthlyRate: '0', minimum: Math.min(price, 5_000) },
    }),
  };
  return { products: { [folder]: { key, slugs: [], title: product, plans: { annual } } }, vouchers: {} };
}

/** The default flow, and one for each payment method that a link may preselect. */
function flowFiles(plan: BrandPlan, rails: readonly RailManifest[]): (readonly [string, JsonTree])[] {
  const steps = (props: JsonTree): JsonTree[] => [
    { id: 'lead', template: 'lead', next: 'payment', currentStep: 1 },
    { id: 'payment', template: 'payment', next: 'success', currentStep: 2, ...props },
    { id: 'success', template: 'success', next: null, currentStep: 3 },
  ];
  const chosen = methodsIn(plan, rails).filter(({ needsScript }) => !needsScript);
  return [
    ['flows/default.json', { stepsNumber: 3, steps: steps({}) }],
    ...chosen.map(({ methods: [method] }) => {
      const flow = { stepsNumber: 3, selectedBy: { routes: [method] }, steps: steps({ props: { method } }) };
      return [`flows/${method}.json`, flow] as const;
    }),
  ];
}
