import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { BusyOverlay } from '#src/ui/feedback/busy-overlay.tsx';
import { ConsentBanner, type ConsentBannerProps } from './site/consent/consent-banner.tsx';
import { pageViews, stepViews } from './registry.views.generated.tsx';
import { Shell } from './site/shell/shell.tsx';
import type { ShellProps } from './site/shell/shell-props.ts';
import { StagingBadge, type StagingBadgeProps } from './site/shell/staging-badge.tsx';
import { PageRoot, type PageView } from './framework/page-root.tsx';
import type { Rendering } from './framework/page.ts';

/**
 * The one entry from server code to views: this file is bundled for the server, and Node never sees a `.tsx`.
 * What it exports is described for callers in `site/views.server.ts`.
 */

const views: Readonly<Record<string, PageView>> = { ...pageViews, ...stepViews };

/** The HTML of a page's root. What will be hydrated carries React's marks; what will not is plain. */
export function renderPage(id: string, rendering: Rendering<never>, isHydrated: boolean): string {
  const view = views[id];
  if (!view) throw new Error(`There is no view for the page ${id}`);
  const root = <PageRoot view={view} rendering={rendering} isHydrated={isHydrated} />;
  return isHydrated ? renderToString(root) : renderToStaticMarkup(root);
}

/** The HTML of everything around the root; the slots are left as texts for `splitShell`. */
export function renderShell(props: ShellProps): string {
  return renderToStaticMarkup(<Shell {...props} />);
}

/** The badge of a staging visit, which stands behind the shell. */
export function renderStaging(props: StagingBadgeProps): string {
  return renderToStaticMarkup(<StagingBadge {...props} />);
}

/** What covers a page while a form is on its way; the gallery shows it on pages that nobody sent. */
export function renderBusy(label: string): string {
  return renderToStaticMarkup(<BusyOverlay label={label} isLate />);
}

/** The question whether visits may be counted, which stands behind the shell. */
export function renderConsent(props: ConsentBannerProps): string {
  return renderToStaticMarkup(<ConsentBanner {...props} />);
}

export { renderSummary } from './site/shell/summary-slot.tsx';
