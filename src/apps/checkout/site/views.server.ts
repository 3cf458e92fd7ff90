import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SummaryLabels, SummaryView } from '#src/ui/summary/summary.tsx';
import type { ConsentBannerProps } from './consent/consent-banner.tsx';
import type { ShellProps } from './shell/shell-props.ts';
import type { StagingBadgeProps } from './shell/staging-badge.tsx';
import type { Rendering } from '../framework/page.ts';

/** What the bundle of views offers (`views.tsx`). */
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

/** What the build made of one page. */
export interface BuiltPage {
  /** The page's style sheet, to stand inline. */
  readonly css: string;
  /** Names of the sheets in it, for pages that may show parts. */
  readonly sheets?: readonly string[];
  /** Kinds of those parts. */
  readonly kinds?: readonly string[];
  /** Null for pages without behaviour. */
  readonly script: { readonly entry: string; readonly preloads: readonly string[] } | null;
}

/** What the build made of a part: a view that only some documents of a page show. */
export interface BuiltPart {
  readonly script: { readonly entry: string; readonly preloads: readonly string[] } | null;
  /** Names of its sheets; those that the page's own has not stand after it. */
  readonly sheets: readonly string[];
}

/** The build's `pages.json`. */
export interface BuiltPages {
  readonly pages: Readonly<Record<string, BuiltPage>>;
  /** By id, e.g. `form/pix`. */
  readonly parts: Readonly<Record<string, BuiltPart>>;
  /** The parts' sheets by name. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Style sheet of the staging badge, which few ever see. */
  readonly stagingCss: string;
  /** Style sheet of the question about being counted, which stands on few pages, and only until it is answered. */
  readonly consentCss: string;
  /** Address of the sheet for paper: no screen waits for its bytes. */
  readonly printSheet: string;
  /** Address of the file that measures a page after it has loaded. */
  readonly webVitals: string | null;
  /** Addresses of brand images, films and captions by their path below `brands/`. */
  readonly images: Readonly<Record<string, string>>;
}

/** The views and what was built with them. */
export interface Views extends ViewsBundle, BuiltPages {}

/** Loads a build from its folder. Throws when there is none: nothing can be shown without it. */
export async function loadViews(dist: string): Promise<Views> {
  const bundle: ViewsBundle = await import(pathToFileURL(path.join(dist, 'views/views.js')).href);
  const built: BuiltPages = JSON.parse(readFileSync(path.join(dist, 'pages.json'), 'utf8'));
  return { ...bundle, ...built };
}
