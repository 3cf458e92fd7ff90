import { type BrandTheme, designSystemId } from '#src/branding/index.server.ts';
import { type Company, taxIdText } from '#src/domain/documents/contracts/index.ts';
import { nextStep, withQuery } from '#src/domain/checkout/flows/index.ts';
import type { TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import { tagManagerMarkup, trackingState } from './consent/tag-manager.server.ts';
import type { ConsentBannerProps } from './consent/consent-banner.tsx';
import { sellerTag, showsBack, showsLogo } from './shell/shell-rules.ts';
import { inAppBrowser } from './order-status/in-app-browser.ts';
import { type ShellProps, slots } from './shell/shell-props.ts';
import type { StagingBadgeProps } from './shell/staging-badge.tsx';
import type { CompiledMessages } from '#src/ui/words/translator.ts';
import { escapeHtml, type PageDocument, renderDocument, safeCss } from '../framework/document.server.ts';
import { fontLoading } from './assets/font-loading.server.ts';
import type { RenderInput } from '../framework/site.contract.server.ts';
import type { BaseRequest, PageHead } from '../framework/page.server.ts';
import type { CheckoutDeps } from './checkout-deps.server.ts';
import { LruCache } from './lru-cache.server.ts';
import { partsOf, sheetsOf, withPartScripts } from './page-parts.server.ts';
import { planRails, messagePrefixes } from './word-prefixes.server.ts';
import type { Visit } from '../framework/page.server.ts';

/** A page to render, with the parts that the framework does not have. */
export interface SiteRenderInput extends RenderInput {
  readonly visit: Visit | null;
  readonly isStaging: boolean;
}

/** The shell's HTML, split at its slots. */
interface ShellParts {
  readonly before: (narrow: string, wide: string) => string;
  readonly after: string;
}

/** Prefixes of the messages of every page's shell. */
const shellWords = ['shell.', 'cookies.', 'summary.', 'in-app.'];

/** Renders documents. Parts that do not depend on the buyer are cached per brand, language and page. */
export function createPageRenderer(deps: CheckoutDeps, paths: TemplatePaths): (page: SiteRenderInput) => PageDocument {
  const { views } = deps;
  const shells = new LruCache<ShellParts>(1000);
  return (page) => {
    const { manifest, request, visit, isStaging, nonce, data, form, head } = page;
    const { view } = request;
    const built = views.pages[manifest.id];
    if (!built) throw new Error(`The page ${manifest.id} was not built`);
    const around = deps.words.wordsFor(visit?.brand ?? null, view.locale, shellWords);
    const t = request.words;
    const summary = head?.summary
      ? views.renderSummary(head.summary, {
          heading: t('summary.heading'),
          total: t('summary.total'),
          standard: t('summary.standard'),
        })
      : null;
    const shellData = shellInput(deps, page, summary !== null);
    const shell = shells.get(JSON.stringify(shellData), () =>
      splitShell(views.renderShell({ ...shellData, words: around })),
    );
    const rendering = {
      checkout: view,
      words: deps.words.wordsFor(
        visit?.brand ?? null,
        view.locale,
        messagePrefixes(deps, { ...page, parts: head?.parts ?? [] }),
      ),
      data,
      form,
    };
    const theme = deps.themes.get(designSystemId(view.theme));
    const tracking = trackingState(manifest, request, visit);
    const parts = partsOf(views, head?.parts ?? []);
    const script = manifest.hasBehaviour && built.script ? withPartScripts(built.script, parts) : null;
    const html = renderDocument({
      lang: view.locale,
      mode: view.theme.mode,
      title: view.product ? t('shell.title', { product: view.product.title }) : t('shell.title.plain'),
      nonce,
      css: safeCss(
        theme.page.inline +
          built.css +
          sheetsOf(views, built, parts).join('') +
          (isStaging ? views.stagingCss : '') +
          (tracking.asksConsent ? views.consentCss : ''),
      ),
      early: fontLoading(theme.page.fontSheet, {
        hasScript: script !== null,
        has: request.browser.faces,
        nonce,
      }),
      head: headMarkup(deps, { request, visit, theme, head, nonce }),
      before: shell.before(summary?.narrow ?? '', summary?.wide ?? ''),
      root: views.renderPage(manifest.id, rendering, manifest.hasBehaviour),
      after: [
        shell.after,
        isStaging ? views.renderStaging(badge(request, around)) : '',
        page.isBusy ? views.renderBusy(t('form.busy')) : '',
        tracking.asksConsent ? views.renderConsent(question(deps, request, visit)) : '',
        tracking.tagManager !== null && visit
          ? tagManagerMarkup(tracking.tagManager, { origin: deps.tagManagerOrigin, nonce, page: manifest.id, visit })
          : '',
      ].join(''),
      script: script && {
        ...script,
        next: nextScripts(deps, visit, paths, [script.entry, ...script.preloads]),
        data: rendering,
        webVitals:
          views.webVitals !== null && request.flags['browser-measures']
            ? { file: views.webVitals, page: manifest.id }
            : null,
      },
    });
    return { html, scripts: script ? [...script.preloads, script.entry] : [] };
  };
}

/** The shell's props without its copy: also the cache key of its HTML. */
function shellInput(
  deps: CheckoutDeps,
  { request, visit, manifest, head }: SiteRenderInput,
  hasSummary: boolean,
): Omit<ShellProps, 'words'> {
  const { view, path } = request;
  const brand = visit?.brand ?? null;
  const seller = head?.seller ?? brand;
  const stepProps = visit?.step?.props;
  const images = brand?.images ?? deps.brands.neutral.images;
  const logoFile = stepProps?.media?.logo ?? images.logo[view.theme.mode];
  const hasLogo = showsLogo(path, stepProps?.media?.logo !== undefined);
  const logoWidth = stepProps?.style?.logo?.width ?? images.logoWidth;
  const look = sellerTag(path, view.seller, view.market);
  return {
    locale: view.locale,
    brandName: brand?.name ?? deps.brands.neutral.name,
    logo: hasLogo ? logoOf(deps, logoFile, images.logo.light, logoWidth) : null,
    scene: images.scene && hasSummary ? imageOf(deps, images.scene[view.theme.mode], sceneWidth) : null,
    includes: visit?.product.includes ?? [],
    seller: view.seller.name !== null && look !== 'none' ? { name: view.seller.name, look } : null,
    back: showsBack(path) ? (view.flow?.back ?? null) : null,
    here: withQuery(path, request.link),
    links: seller
      ? {
          terms: seller.links.terms,
          politics: seller.links.politics,
          faq: seller.links.faq,
          complaintsBook: seller.links.complaintsBook,
          consent: (brand?.gtm ?? brand?.analytics ?? null) === null ? null : request.href('/consent'),
        }
      : { terms: null, politics: null, faq: null, complaintsBook: null, consent: null },
    formWidth: brand?.formWidth ?? 465,
    merchant: seller && merchantOf(seller.documents.company),
    inApp: inAppOf(request, manifest),
    hasPanel: hasSummary,
    isPhone: request.browser.isPhone,
  };
}

function merchantOf(company: Company): ShellProps['merchant'] {
  const { legalName, address, email, phone } = company;
  return { name: legalName, taxId: taxIdText(company), address, email, phone };
}

/** The page's address alone would start a new purchase in another browser: this link continues the current one. */
function inAppOf({ browser, href, params }: BaseRequest, manifest: SiteRenderInput['manifest']): ShellProps['inApp'] {
  const name = manifest.takesMoney ? inAppBrowser(browser.userAgent) : null;
  if (name === null) return null;
  const { id } = params;
  const elsewhere = `/elsewhere${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
  return { name, way: manifest.resumableOnOtherDevice ? href(elsewhere) : null };
}

/** In CSS pixels: the largest width of a school's image. */
const sceneWidth = 440;

/** The logo of the page's mode, and the light mode's for print where that is another file. */
function logoOf(deps: CheckoutDeps, file: string, light: string, width: number): ShellProps['logo'] {
  const [shown, print] = [imageOf(deps, file, width), deps.views.images[light]];
  return shown && print !== undefined && print !== shown.src ? { ...shown, print } : shown;
}

function imageOf({ views, brands }: CheckoutDeps, file: string, width: number): ShellProps['logo'] {
  const src = views.images[file];
  const size = brands.imageSizes.get(file);
  return src && size ? { src, width, height: Math.round((width * size.height) / size.width) } : null;
}

function badge({ href, path, view }: BaseRequest, words: CompiledMessages): StagingBadgeProps {
  return { words, locale: view.locale, action: href('/staging', { staging: null }), path };
}

/** The banner for measurement consent. */
function question(deps: CheckoutDeps, { href, path, view }: BaseRequest, visit: Visit | null): ConsentBannerProps {
  const words = deps.words.wordsFor(visit?.brand ?? null, view.locale, ['consent.']);
  return { words, locale: view.locale, brandName: view.brandName, action: href('/consent'), path };
}

function splitShell(html: string): ShellParts {
  const [beforeWide, afterWide] = cut(html, slots.wide);
  const [beforeNarrow, afterNarrow] = cut(afterWide ?? html, slots.narrow);
  const [beforeRoot, after] = cut(afterNarrow ?? '', slots.root);
  if (after === undefined || beforeRoot === undefined) throw new Error('The shell has lost a slot');
  // Without a panel there is no room for the wide summary.
  const upToPanel = (wide: string): string => (afterWide === undefined ? '' : beforeWide + wide);
  return { before: (narrow, wide) => upToPanel(wide) + beforeNarrow + narrow + beforeRoot, after };
}

function cut(html: string, slot: string): [string, string | undefined] {
  const at = html.indexOf(slot);
  return at < 0 ? [html, undefined] : [html.slice(0, at), html.slice(at + slot.length)];
}

function headMarkup(
  deps: CheckoutDeps,
  page: Pick<SiteRenderInput, 'request' | 'visit' | 'nonce'> & {
    readonly theme: BrandTheme;
    readonly head: PageHead | null;
  },
): string {
  const { request, visit, theme, head, nonce } = page;
  const icon = visit?.step?.props.media?.favicon ?? (visit?.brand ?? deps.brands.neutral).images.favicon;
  const iconHref = deps.views.images[icon];
  const parts = [
    '<meta name="robots" content="noindex">',
    `<meta name="color-scheme" content="${request.view.theme.mode}"><meta name="theme-color" content="${theme.pageColor}">`,
    `<link rel="stylesheet" nonce="${nonce}" href="${deps.views.printSheet}" media="print">`,
    iconHref ? `<link rel="icon" href="${escapeHtml(iconHref)}">` : '<link rel="icon" href="data:,">',
  ];
  const { refresh } = head ?? {};
  if (refresh) {
    const meta = `<meta http-equiv="refresh" content="${refresh.seconds};url=${escapeHtml(refresh.to)}">`;
    parts.push(refresh.onlyWithoutScript ? `<noscript>${meta}</noscript>` : meta);
  }
  return parts.join('');
}

/** Scripts of the next step that this page does not have yet. */
function nextScripts(
  deps: CheckoutDeps,
  visit: Visit | null,
  paths: TemplatePaths,
  there: readonly string[],
): string[] {
  const step = visit?.step && nextStep(visit.flow, visit.step);
  const built = step && paths.has(step.template) ? deps.views.pages[step.template] : null;
  if (!built?.script) return [];
  const rails = planRails(deps, visit);
  const ids = (built.kinds ?? []).flatMap((kind) => rails.map((rail) => `${kind}/${rail}`));
  const script = withPartScripts(built.script, partsOf(deps.views, ids));
  return [script.entry, ...script.preloads].filter((href) => !there.includes(href));
}
