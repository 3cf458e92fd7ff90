import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SummaryLabels, SummaryView } from '#src/ui/summary/summary.tsx';
import type { ConsentBannerProps } from './consent/consent-banner.tsx';
import type { ShellProps } from './shell/shell-props.ts';
import type { StagingBadgeProps } from './shell/staging-badge.tsx';
import type { Rendering } from '../framework/page.ts';

/** The exports of the bundled views (`views.tsx`). */
export interface ViewsBundle {
  readonly renderPage: (id: string, rendering: Rendering, isHydrated: boolean) => string;
  readonly renderShell: (props: ShellProps) => string;
  readonly renderStaging: (props: StagingBadgeProps) => string;
  readonly renderConsent: (props: ConsentBannerProps) => string;
  readonly renderBusy: (label: string) => string;
  readonly renderSummary: (
    view: SummaryView,
    labels: SummaryLabels,
  ) => { readonly narrow: string; readonly wide: string };
}

/** The build's output for one page. */
export interface BuiltPage {
  /** The page's style sheet, inlined. */
  readonly css: string;
  /** Names of the included sheets, for pages with optional parts. */
  readonly sheets?: readonly string[];
  /** Kinds of those parts. */
  readonly kinds?: readonly string[];
  /** Null for pages without behaviour. */
  readonly script: { readonly entry: string; readonly preloads: readonly string[] } | null;
}

/** The build's output for a part: a view that only some documents of a page show. */
export interface BuiltPart {
  readonly script: { readonly entry: string; readonly preloads: readonly string[] } | null;
  /** Names of its sheets; those that the page's own lacks follow it. */
  readonly sheets: readonly string[];
}

/** The build's `pages.json`. */
export interface BuiltPages {
  readonly pages: Readonly<Record<string, BuiltPage>>;
  /** By id, e.g. `form/pix`. */
  readonly parts: Readonly<Record<string, BuiltPart>>;
  /** The parts' sheets by name. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Style sheet of the staging badge, which few pages show. */
  readonly stagingCss: string;
  /** Style sheet of the consent banner, shown on few pages until it is answered. */
  readonly consentCss: string;
  /** Address of the print style sheet: it does not block screens. */
  readonly printSheet: string;
  /** Address of the web-vitals script, loaded after the page. */
  readonly webVitals: string | null;
  /** Addresses of brand images, videos and captions by their path below `brands/`. */
  readonly images: Readonly<Record<string, string>>;
}

/** The views and their build output. */
export interface Views extends ViewsBundle, BuiltPages {}

/** Loads a build from its folder. Throws when there is none. */
export async function loadViews(dist: string): Promise<Views> {
  const bundle: ViewsBundle = await import(pathToFileURL(path.join(dist, 'views/views.js')).href);
  const built: BuiltPages = JSON.parse(readFileSync(path.join(dist, 'pages.json'), 'utf8'));
  return { ...bundle, ...built };
}
