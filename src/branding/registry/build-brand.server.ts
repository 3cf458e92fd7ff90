import type { z } from 'zod';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Brand, BrandFeatures, BrandLinks } from '../brand.types.ts';
import type { BrandFolder, BrandSource } from '../files/brand-folder.server.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import {
  brandJson,
  featuresJson,
  linksJson,
  sandboxPlaceholder,
  referrersJson,
  sellersJson,
} from '../files/brand-schemas.server.ts';
import { readFlags } from '../flags/flag-files.server.ts';
import { catalogJson } from '../files/catalog-schema.server.ts';
import { fileOf, layeredTree, type Layers, readLayered } from '../files/read-layered.server.ts';
import { remindersJson } from '../files/reminders-schema.server.ts';
import { buildSuggestions } from './build-suggestions.server.ts';
import { buildDunning } from './build-dunning.server.ts';
import { buildDocuments } from './build-documents.server.ts';
import { readFlows } from './build-flows.server.ts';
import { findImage, findImages } from './build-images.server.ts';
import { readLocations } from './build-locations.server.ts';
import { buildWebhookEndpoints } from './build-webhook-endpoints.server.ts';
import { type BrandEnvironment, buildProducts, buildVouchers, checkCatalog } from './build-catalog.server.ts';

/** Settings of the process that affect brand data. */
export interface BrandSettings {
  readonly environment: BrandEnvironment;
  /** Origin of the sandbox, where links of the test environment may point. */
  readonly sandboxOrigin: string;
}

type Report = (problem: BrandProblem) => void;

/** Reads one brand (or a variant over it). `null` when it sells nothing (a family that only its variants sell) or has problems. `ground`: the folder whose `coach.json`, `company.json`, `contract.<locale>.md`, `dunning.json` and `reminders.json` lie under the brand's own. */
export function buildBrand(
  source: BrandSource,
  variant: string | null,
  settings: BrandSettings,
  report: Report,
  fallback: BrandFolder | null = null,
): Brand | null {
  const over = variant === null ? undefined : source.variants.get(variant);
  const layers: Layers = over ? [source.base, over] : [source.base];
  if (layeredTree(layers, 'catalog.json') === null) return null;
  const main = readLayered(layers, 'brand.json', brandJson, report);
  const links = readLayered(layers, 'links.json', linksJson, report);
  const features = readLayered(layers, 'features.json', featuresJson, report);
  const sellers = readLayered(layers, 'sellers.json', sellersJson, report);
  const catalog = readLayered(layers, 'catalog.json', catalogJson, report);
  const flows = readFlows(layers, report);
  // Kept by the flag board, which reads them again and again: here they are only checked.
  readFlags(layers, settings.environment, report);
  const dunning = buildDunning(fallback, layers, report);
  const reminders = readLayered(fallback ? [fallback, ...layers] : layers, 'reminders.json', remindersJson, report);
  if (!main || !links || !features || !sellers || !catalog || !flows || !dunning || !reminders) return null;

  for (const [key, message] of checkCatalog(catalog, main.market))
    report({ file: fileOf(layers, 'catalog.json', key), key: key.join('.'), message });
  const [first, ...more] = buildProducts(catalog, main.business, main.market, settings.environment);
  const images = findImages(layers, main, report);
  const referrers =
    layeredTree(layers, 'referrers.json') && readLayered(layers, 'referrers.json', referrersJson, report);
  checkLinks(layers, links, main.market, report);
  checkTheme(layers, main.designSystem, report);
  if (!first || !images) return null;
  if (!Object.hasOwn(catalog.products, main.productCode)) {
    report({
      file: fileOf(layers, 'brand.json', ['productCode']),
      key: 'productCode',
      message: `there is no product "${main.productCode}" in catalog.json`,
    });
  }
  const issuesFiscalNotes = features.sendBffPaymentRequest.documentToNFGeneration;
  const documents = buildDocuments(fallback, layers, { ...main, issuesFiscalNotes }, report);
  if (!documents) return null;
  const { name, businessName, business, dsProductId, productCode, market, locale, areas } = main;
  return {
    id: variant === null ? source.name : `${source.name}.${variant}`,
    brand: source.name,
    variant,
    name,
    businessName,
    business,
    dsProductId,
    bffId: main.bffId ?? null,
    productCode,
    market,
    locale,
    theme: { brand: main.designSystem ?? themeOwner(source, variant), mode: main.mode },
    areas,
    gtm: main.gtm ?? null,
    analytics: main.analytics ?? null,
    links: resolveLinks(links, settings),
    webhookEndpoints: buildWebhookEndpoints(source.name, layers, links, features, settings, report),
    features: asFeatures(features, layers, report),
    images,
    formWidth: main.formWidth,
    priceMode: main.priceMode,
    upsellProductName: main.upsellProductName ?? null,
    sister: main.sister ?? null,
    referrers: Object.entries(referrers ?? {}).map(([id, one]) => ({ id, name: one.name })),
    ...readLocations(layers, report),
    suggestions: buildSuggestions(fallback, layers, report),
    dunning,
    documents,
    reminders,
    products: [first, ...more],
    vouchers: buildVouchers(catalog),
    sellers: Object.entries(sellers).map(([code, seller]) => ({
      code,
      name: seller.name ?? null,
      isLiveEnabled: seller.isLiveEnabled,
      account: seller.account ?? null,
    })),
    flows,
    texts: textsOf(layers),
  };
}

/** Markdown by its path below `brands/`. */
function textsOf(layers: Layers): Brand['texts'] {
  return new Map(
    layers.flatMap(({ path, texts }) => [...texts].map(([file, text]) => [`${path}/texts/${file}`, text])),
  );
}

/** A variant with theme files of its own has a theme of its own name. */
function themeOwner(source: BrandSource, variant: string | null): string {
  const own = variant === null ? undefined : source.variants.get(variant);
  return own && [...own.files.keys()].some((name) => name.startsWith('theme.'))
    ? `${source.name}.${variant}`
    : source.name;
}

/** A brand has a theme of its own or takes that of a design-system brand: one of the two, said in its data. */
function checkTheme(layers: Layers, designSystem: string | undefined, report: Report): void {
  const hasTheme = layers.some((layer) => [...layer.files.keys()].some((name) => name.startsWith('theme.')));
  const key = 'designSystem';
  const file = fileOf(layers, 'brand.json', [key]);
  if (hasTheme && designSystem !== undefined) report({ file, key, message: 'is for a brand without theme files' });
  if (!hasTheme && designSystem === undefined)
    report({
      file: `${layers[0].path}/theme.dark.json`,
      key: '',
      message: 'is missing, and brand.json has no designSystem',
    });
}

type LinksJson = z.output<typeof linksJson>;

/** Only the test environment has the sandbox beside it; Peru requires one link more. */
function checkLinks(layers: Layers, links: LinksJson, market: Country, report: Report): void {
  if (market === 'PE' && links.complaintsBook === undefined)
    report({
      file: `${layers.at(-1)?.path ?? layers[0].path}/links.json`,
      key: 'complaintsBook',
      message: 'is missing: a seller in Peru links its Libro de Reclamaciones',
    });
  for (const [name, address] of Object.entries(links)) {
    if (address === undefined) continue;
    for (const environment of ['homolog', 'production'] as const) {
      if (!address[environment].startsWith(sandboxPlaceholder)) continue;
      const key = [name, environment];
      report({
        file: fileOf(layers, 'links.json', key),
        key: key.join('.'),
        message: `${sandboxPlaceholder} exists in test only`,
      });
    }
  }
}

function resolveLinks(links: LinksJson, { environment, sandboxOrigin }: BrandSettings): BrandLinks {
  const resolve = (address: LinksJson['domain']) => address[environment].replace(sandboxPlaceholder, sandboxOrigin);
  return {
    domain: resolve(links.domain),
    firstAccess: resolve(links.firstAccess),
    terms: resolve(links.terms),
    politics: resolve(links.politics),
    faq: resolve(links.faq),
    complaintsBook: links.complaintsBook ? resolve(links.complaintsBook) : null,
  };
}

function asFeatures(json: z.output<typeof featuresJson>, layers: Layers, report: Report): BrandFeatures {
  const { enabled, route, planType } = json.lead.sendBffLeadRequest;
  const thumbnail = json.multiProfile?.cardThumbnail;
  const cardThumbnail =
    thumbnail === undefined
      ? null
      : findImage(layers, thumbnail, 'features.json', 'multiProfile.cardThumbnail', report);
  return {
    ...json,
    lead: { sendBffLeadRequest: { enabled, route: route ?? null, planType: planType ?? null } },
    multiProfile: json.multiProfile && cardThumbnail !== null ? { ...json.multiProfile, cardThumbnail } : null,
  };
}
